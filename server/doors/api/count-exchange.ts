/** How often the processes of a server tell each other what they have counted. */
const exchangeMs = 100
/** More names than this do not come up between two exchanges; those beyond are counted here alone. */
const namesMax = 5000

/** Counts by the limit that they are for and by name, as one process tells them to the others. */
export type SharedCounts = Readonly<Record<string, readonly (readonly [name: string, count: number])[]>>

/** The other processes of the server, as one limit sees them. */
export interface Elsewhere {
  /** Tells them of one more here. */
  announce(name: string): void
  /** How many more there may be elsewhere that have not been heard of yet. */
  assumed(name: string): number
  /** Asks to be told what they count. */
  listen(hear: (name: string, count: number) => void): void
}

/** Where one process is the whole server. */
export const nowhere: Elsewhere = { announce: () => undefined, assumed: () => 0, listen: () => undefined }

/**
 * Counts that all processes of a server have in common. What one counts reaches the others within a moment. Until it has
 * heard from all of them, it assumes that each has counted as many itself: together they never allow more than the limit
 * and one for each other process, however quickly somebody guesses.
 *
 * For that, a process tells what it has counted itself before it confirms what it has heard.
 */
export class CountExchange {
  private readonly others: number
  private readonly send: (id: number, told: SharedCounts) => void
  private readonly limits = new Map<string, SharedCount>()
  /** What was sent, and perhaps not heard by all yet. */
  private readonly underWay = new Map<number, SharedCounts>()
  private timer: NodeJS.Timeout | undefined
  private lastId = 0

  /** `send` passes on what was counted; `known` is called when all others have confirmed it. */
  constructor(others: number, send: (id: number, told: SharedCounts) => void) {
    this.others = others
    this.send = send
  }

  of(limit: string): Elsewhere {
    let found = this.limits.get(limit)
    if (!found) {
      found = new SharedCount(this.others, () => this.exchangeSoon())
      this.limits.set(limit, found)
    }
    return found
  }

  /** Takes what another process tells; it may be confirmed then. */
  hear(told: SharedCounts): void {
    for (const [limit, counts] of Object.entries(told)) this.limits.get(limit)?.hear(counts)
    this.exchange()
  }

  /** All others have confirmed this. */
  known(id: number): void {
    const told = this.underWay.get(id) ?? {}
    this.underWay.delete(id)
    for (const [limit, counts] of Object.entries(told)) this.limits.get(limit)?.confirm(counts)
  }

  private exchangeSoon(): void {
    this.timer ??= setTimeout(() => this.exchange(), exchangeMs).unref()
  }

  private exchange(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const unsent = [...this.limits].filter(([, limit]) => limit.hasUnsent())
    if (unsent.length === 0) return
    this.lastId += 1
    const told = Object.fromEntries(unsent.map(([name, limit]) => [name, limit.takeUnsent()]))
    this.underWay.set(this.lastId, told)
    this.send(this.lastId, told)
  }
}

class SharedCount implements Elsewhere {
  private readonly others: number
  private readonly changed: () => void
  private unsent = new Map<string, number>()
  /** Unsent, or not confirmed yet. */
  private readonly open = new Map<string, number>()
  private listener: (name: string, count: number) => void = () => undefined

  constructor(others: number, changed: () => void) {
    this.others = others
    this.changed = changed
  }

  announce(name: string): void {
    const before = this.unsent.get(name)
    if (before === undefined && this.unsent.size >= namesMax) return
    this.unsent.set(name, (before ?? 0) + 1)
    this.open.set(name, (this.open.get(name) ?? 0) + 1)
    this.changed()
  }

  assumed(name: string): number {
    return this.others * (this.open.get(name) ?? 0)
  }

  listen(hear: (name: string, count: number) => void): void {
    this.listener = hear
  }

  hear(counts: SharedCounts[string]): void {
    for (const [name, count] of counts) this.listener(name, count)
  }

  confirm(counts: SharedCounts[string]): void {
    for (const [name, count] of counts) {
      const left = (this.open.get(name) ?? 0) - count
      if (left > 0) this.open.set(name, left)
      else this.open.delete(name)
    }
  }

  hasUnsent(): boolean {
    return this.unsent.size > 0
  }

  takeUnsent(): SharedCounts[string] {
    const taken = [...this.unsent]
    this.unsent = new Map()
    return taken
  }
}
