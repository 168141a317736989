import type { Finished } from '../engine/work.ts'
import { minute } from '../kernel/time.ts'

/** Look-ups of a key at a terminal within a minute, in pieces that are forgotten one by one. */
interface Counted {
  /** When the piece that is being counted began. */
  since: number
  readonly lookups: number[]
  readonly misses: number[]
}

const pieces = 6
const pieceMs = minute / pieces
/** Who mistypes now and then, or sells to strangers, is below this share; who tries numbers is far above. */
const mostMissedShare = 0.2

/**
 * Notices who tries card numbers and pins: beyond so many misses a minute, if they are more than a fifth of the
 * look-ups of a key at a terminal. What is refused is not counted, so that it ends by itself.
 */
export class GuessLimit {
  private readonly most: number
  private readonly now: () => number
  private readonly counted = new Map<string, Counted>()
  private sweptAt = 0

  /** `most`: misses a minute; 0 is no limit. The clock is one that is never set back, in milliseconds. */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.most = most
    this.now = now
  }

  /** The seconds until further look-ups may be answered; 0 while they may. */
  secondsToWait(name: string): number {
    const counted = this.most === 0 ? undefined : this.counted.get(name)
    if (!counted) return 0
    const now = this.now()
    moveOn(counted, now)
    const misses = sum(counted.misses)
    if (misses <= this.most || misses <= sum(counted.lookups) * mostMissedShare) return 0
    return Math.max(1, Math.ceil((counted.since + pieceMs - now) / 1000))
  }

  count(name: string, isMiss: boolean): void {
    if (this.most === 0) return
    const now = this.now()
    this.sweep(now)
    let counted = this.counted.get(name)
    if (!counted) {
      counted = { since: now, lookups: [0], misses: [0] }
      this.counted.set(name, counted)
    }
    moveOn(counted, now)
    counted.lookups[0] = (counted.lookups[0] ?? 0) + 1
    if (isMiss) counted.misses[0] = (counted.misses[0] ?? 0) + 1
  }

  /** Only keys and terminals that exist are counted, and those that were silent for a minute are forgotten. */
  private sweep(now: number): void {
    if (now - this.sweptAt < minute) return
    this.sweptAt = now
    for (const [name, { since }] of this.counted) if (now - since > minute + pieceMs) this.counted.delete(name)
  }
}

/** Begins as many new pieces as time has passed, and forgets the oldest. */
function moveOn(counted: Counted, now: number): void {
  const passed = Math.floor((now - counted.since) / pieceMs)
  if (passed === 0) return
  counted.since += passed * pieceMs
  for (const list of [counted.lookups, counted.misses]) {
    list.unshift(...Array.from({ length: Math.min(passed, pieces) }, () => 0))
    list.length = Math.min(list.length, pieces)
  }
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** Whether a request names a card, so that its answer tells whether there is such a one. */
export function namesCard(request: unknown): boolean {
  return (
    hasText(request, 'cardNumber', 'oldCardNumber') ||
    hasText(fieldOf(request, 'filters'), 'cardNumber', 'customCardNumber')
  )
}

const hasText = (holder: unknown, ...fields: readonly string[]) =>
  fields.some((field) => typeof fieldOf(holder, field) === 'string')

const fieldOf = (holder: unknown, field: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, field) : undefined

/** No such card, a wrong pin, or a search for a number that found nothing. */
export function isMiss(finished: Finished): boolean {
  if (finished.kind === 'refused') return finished.code === 2 || finished.code === 10
  const cards = fieldOf(finished.response, 'cards')
  return Array.isArray(cards) && cards.length === 0
}
