import { troubleOf } from '../kernel/database-errors.ts'
import { faultOf } from './fault.ts'

export interface OutageParts {
  /** Opens a connection and asks something; rejects with why that cannot be done. */
  readonly probe: () => Promise<unknown>
  /** Told once for each outage that the database is away, why, and what to do. */
  readonly onAway: (why: string, advice: string) => void
  /** Told once that it is back, and after how many seconds. */
  readonly onBack: (seconds: number) => void
  /** Told of a connection that was lost while others can be opened. */
  readonly onLost: (why: string) => void
  readonly clock?: () => number
}

/** How often it is looked whether the database is back. */
const pauseMs = 1000
/** How long nothing may fail before it counts as back. */
const quietMs = 2000

/**
 * Whether the database is there at all. Whoever meets an error that means it is not says so here, and the operator is
 * told twice: when it is away and when it is back. What a lost connection means is found out by opening another.
 */
export class Outage {
  private readonly parts: OutageParts
  private readonly clock: () => number
  private failedAt = Number.NEGATIVE_INFINITY
  private beganAt: number | undefined
  /** Since when it can be reached again. */
  private goodAt: number | undefined
  private isTold = false
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(parts: OutageParts) {
    this.parts = parts
    this.clock = parts.clock ?? (() => performance.now())
  }

  /** Whether the operator was told that it is away, and not yet that it is back. */
  get isAway(): boolean {
    return this.isTold
  }

  /** Whether an error comes of the database being away, or may: then it needs no line of its own. */
  explains(error: unknown): boolean {
    const fault = faultOf(error)
    if (fault === 'connection' || fault === 'doubt') this.note(error)
    return fault === 'connection' || (fault !== 'bug' && fault !== 'unwritable' && this.beganAt !== undefined)
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private note(error: unknown): void {
    this.failedAt = this.clock()
    if (this.beganAt !== undefined || this.isClosed) return
    this.beganAt = this.failedAt
    void this.look(error)
  }

  private async look(first: unknown): Promise<void> {
    const why = await this.parts.probe().then(
      () => undefined,
      (error: unknown) => error ?? first,
    )
    if (this.isClosed) return
    if (why === undefined && !this.isTold) return this.endedAtOnce(first)
    if (why !== undefined && !this.isTold) this.sayAway(why)
    this.goodAt = why === undefined ? (this.goodAt ?? this.clock()) : undefined
    if (this.goodAt !== undefined && this.clock() - Math.max(this.goodAt, this.failedAt) >= quietMs)
      return this.ended(this.goodAt)
    this.timer = setTimeout(() => void this.look(first), pauseMs).unref()
  }

  private sayAway(why: unknown): void {
    this.isTold = true
    const { words, advice } = troubleOf(why) ?? unknownTrouble
    this.parts.onAway(words, advice)
  }

  private endedAtOnce(first: unknown): void {
    this.beganAt = undefined
    this.parts.onLost((troubleOf(first) ?? unknownTrouble).words)
  }

  private ended(goodAt: number): void {
    const seconds = Math.max(1, Math.round((goodAt - (this.beganAt ?? goodAt)) / 1000))
    this.beganAt = undefined
    this.goodAt = undefined
    this.isTold = false
    this.parts.onBack(seconds)
  }
}

const unknownTrouble = { words: 'it cannot be used', advice: 'Look into its log.' }
