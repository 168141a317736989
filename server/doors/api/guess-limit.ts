import { minute } from '../../ground/kernel/time.ts'
import { type Elsewhere, nowhere } from './count-exchange.ts'

/** Look-ups of one kind, of a key at a terminal, within a minute, in pieces that are forgotten one by one. */
interface Counted {
  /** When the piece that is being counted began. */
  since: number
  readonly lookups: number[]
  readonly misses: number[]
}

/** The same key and terminal in the other processes of the server. */
interface GuessesElsewhere {
  readonly hits: Elsewhere
  readonly misses: Elsewhere
}

const pieces = 6
const pieceMs = minute / pieces
/** Who mistypes now and then, or sells to strangers, is below this share; who tries numbers is far above. */
const mostMissedShare = 0.2

/**
 * Notices who tries card numbers, pins or coupons: beyond so many misses a minute, if they are more than a fifth of the
 * look-ups of a key at a terminal. What is refused is not counted, so that it ends by itself.
 */
export class GuessLimit {
  private readonly most: number
  private readonly now: () => number
  private readonly elsewhere: GuessesElsewhere
  private readonly counted = new Map<string, Counted>()
  private sweptAt = 0

  /** `most`: misses a minute; 0 is no limit. The clock is one that is never set back, in milliseconds. */
  constructor(
    most: number,
    now: () => number = () => performance.now(),
    elsewhere: GuessesElsewhere = { hits: nowhere, misses: nowhere },
  ) {
    this.most = most
    this.now = now
    this.elsewhere = elsewhere
    elsewhere.hits.listen((name, count) => this.add(name, { hits: count, misses: 0 }))
    elsewhere.misses.listen((name, count) => this.add(name, { hits: 0, misses: count }))
  }

  /** The seconds until further look-ups may be answered; 0 while they may. */
  secondsToWait(name: string): number {
    const counted = this.most === 0 ? undefined : this.counted.get(name)
    if (!counted) return 0
    const now = this.now()
    moveOn(counted, now)
    const known = { misses: sum(counted.misses), lookups: sum(counted.lookups) }
    const misses = known.misses + this.elsewhere.misses.assumed(name)
    const lookups = known.lookups + this.elsewhere.misses.assumed(name) + this.elsewhere.hits.assumed(name)
    if (!this.isTooMany(misses, lookups)) return 0
    // How many there are in all will be known in a moment.
    if (!this.isTooMany(known.misses, known.lookups)) return 1
    return Math.max(1, Math.ceil((counted.since + pieceMs - now) / 1000))
  }

  count(name: string, isMiss: boolean): void {
    if (this.most === 0) return
    this.add(name, isMiss ? { hits: 0, misses: 1 } : { hits: 1, misses: 0 })
    this.elsewhere[isMiss ? 'misses' : 'hits'].announce(name)
  }

  private isTooMany(misses: number, lookups: number): boolean {
    return misses > this.most && misses > lookups * mostMissedShare
  }

  private add(name: string, { hits, misses }: { readonly hits: number; readonly misses: number }): void {
    const now = this.now()
    this.sweep(now)
    let counted = this.counted.get(name)
    if (!counted) {
      counted = { since: now, lookups: [0], misses: [0] }
      this.counted.set(name, counted)
    }
    moveOn(counted, now)
    counted.lookups[0] = (counted.lookups[0] ?? 0) + hits + misses
    counted.misses[0] = (counted.misses[0] ?? 0) + misses
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
