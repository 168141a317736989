import { defined } from '../../../ground/kernel/defined.ts'
import type { RequestRef } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import type { Brand } from '../../brand/brand.ts'
import type { Tiers } from '../../brand/shapes/tier-shape.ts'
import { LocalClock } from '../clock.ts'
import type { BookedReason, LevelMove, LevelOpening, ManualLevel, StandingCall } from './level-history.ts'
import {
  measureOf,
  microOfNumber,
  spanOfReason,
  type TierGain,
  type TierMicro,
  type TierSum,
  withGains,
} from './measure.ts'
import {
  afterLapse,
  afterReaching,
  levelAt,
  rankOf,
  rankReached,
  shownLevel,
  type TierState,
  withoutOverride,
} from './tier-state.ts'

/** So many times that are over are judged one by one; after that, the level is judged as it is at the end. */
const lapsesMax = 1000

interface Change {
  readonly at: Instant
  readonly ref?: RequestRef
  /** What the customer had, where that is not what the ladder says. */
  readonly before?: string | undefined
  readonly isKept?: boolean
}

/** The level of one card while its history is gone through, the oldest first. */
export class Ladder {
  state: TierState = {}
  moves: LevelMove[] = []
  private readonly tiers: Tiers
  private readonly brand: Brand
  private readonly reasons: ReadonlyMap<string, BookedReason>
  private calls: StandingCall[] = []
  /** The first of the calls that still counts, and the sums of all from there on. */
  private first = 0
  private counted: readonly TierSum[] = []
  private justifiedAt: Instant | undefined
  private lapses = 0
  private lastClock: LocalClock | undefined
  private period: { readonly since: Instant; readonly until: Instant } | undefined

  constructor(tiers: Tiers, brand: Brand, reasons: readonly BookedReason[]) {
    this.tiers = tiers
    this.brand = brand
    this.reasons = new Map(reasons.map((reason) => [keyOf(reason), reason]))
  }

  open({ at, state, sums }: LevelOpening): void {
    this.state = state
    this.justifiedAt = at
    for (const [seq, sum] of sums.entries()) this.add({ ...sum, ref: '', card: 0, at: at - 1, seq, isOwn: false })
  }

  /** Lets time pass: what is over by then is judged at its last instant. */
  advance(upto: Instant): void {
    for (;;) {
      const { level, keptUntil, override } = this.state
      const ends = level !== undefined && keptUntil !== undefined ? keptUntil : Number.POSITIVE_INFINITY
      const manualEnds = override?.until ?? Number.POSITIVE_INFINITY
      if (Math.min(ends, manualEnds) > upto) return
      if (manualEnds <= ends)
        this.become(withoutOverride(this.state), { at: manualEnds, before: this.shownAt(manualEnds - 1) })
      else this.lapse(this.lapses < lapsesMax ? ends : upto)
    }
  }

  /** A call that adds reaches a level or prolongs it; one that takes off what no sale is named for may lose it. */
  count(call: StandingCall): void {
    this.add(call)
    if (call.amount < 0n) this.lower(call.at)
    else if (call.isOwn) this.reach(call)
  }

  private reach(call: StandingCall): void {
    const measured = this.measureAt(call.at)
    const reason = this.reasons.get(call.ref)
    const rank = this.rankAt(reason, measured)
    const reached = afterReaching(this.tiers, this.state, rank, this.clockAt(call.at))
    if (reached === this.state) return
    if (reached.level !== undefined) this.justifiedAt = call.at
    const keptUntil = reason?.level === reached.level ? reason?.keptUntil : undefined
    this.become(keptUntil === undefined ? reached : { ...reached, keptUntil }, { at: call.at, ref: call.ref })
  }

  override({ at, ref, override }: ManualLevel): void {
    this.become(defined({ ...withoutOverride(this.state), override }), { at, ref })
  }

  /** From now on it has what another card had, and counts what that counted. */
  takeOver(former: Ladder, state: TierState): void {
    this.state = state
    this.justifiedAt = Math.max(this.justifiedAt ?? 0, former.justifiedAt ?? 0)
    this.moves = [...this.moves, ...former.moves].sort((one, other) => one.at - other.at)
    this.calls = [...this.calls, ...former.calls].sort((one, other) => one.at - other.at || one.seq - other.seq)
    this.first = 0
    this.counted = []
    for (const call of this.calls) this.addUp(toGain(call))
    former.state = {}
  }

  measureAt(at: Instant): TierMicro {
    const since = this.sinceAt(at)
    for (let call = this.calls[this.first]; call && call.at < since; call = this.calls[this.first]) {
      this.addUp(minus(call))
      this.first += 1
    }
    return measureOf(this.tiers.by, this.counted, this.brand)
  }

  shownAt(at: Instant): string | undefined {
    return shownLevel(this.tiers, this.state, at)
  }

  /** The state becomes another one, and the customer is told if that is another level. */
  become(state: TierState, { at, ref, isKept, ...change }: Change): void {
    const before = 'before' in change ? change.before : this.shownAt(at)
    this.state = state
    const after = this.shownAt(at)
    const difference = rankOf(this.tiers, after) - rankOf(this.tiers, before)
    if (difference > 0 && after !== undefined) this.moves.push(defined({ on: 'up', level: after, at, ref }))
    else if (difference < 0 && before !== undefined) this.moves.push(defined({ on: 'down', level: before, at, ref }))
    else if (isKept && after !== undefined) this.moves.push(defined({ on: 'keep', level: after, at, ref }))
  }

  clockAt(at: Instant): LocalClock {
    if (this.lastClock?.now !== at) this.lastClock = new LocalClock(at, this.brand.timeZone)
    return this.lastClock
  }

  private lapse(at: Instant): void {
    this.lapses += 1
    const clock = this.clockAt(at)
    const measured = this.measureAt(at)
    const booked = this.reasons.get(`kept ${at}`)
    const isBooked = booked?.level === this.state.level && (booked?.enough ?? measured + 1n) <= measured
    const rank = rankOf(this.tiers, this.state.level)
    const judged = isBooked
      ? afterReaching(this.tiers, this.state, rank, clock)
      : afterLapse(this.tiers, this.state, measured, clock)
    const isKept = judged.level === this.state.level
    const keptUntil = isKept && booked?.level === judged.level ? booked?.keptUntil : undefined
    if (isKept) this.justifiedAt = at
    this.become(keptUntil === undefined ? judged : { ...judged, keptUntil }, { at, isKept })
  }

  /**
   * What was enough when the call was booked is enough for the level that it was booked for; what was not enough for a
   * higher one then is not enough now.
   */
  private rankAt(reason: BookedReason | undefined, measured: TierMicro): number {
    const reached = rankReached(this.tiers, measured)
    if (!reason || reason.why === 'kept') return reached
    const booked = rankOf(this.tiers, reason.level)
    const isCapped = booked > 0 && reason.why === 'reached' && measured <= reason.measured
    const most = isCapped ? Math.min(reached, booked) : reached
    return reason.enough !== undefined && reason.enough <= measured ? Math.max(most, booked) : most
  }

  /** A return that names no sale: the level falls to what is enough without it, and what led higher never was. */
  private lower(at: Instant): void {
    const { within } = this.tiers.by
    const rank = rankOf(this.tiers, this.state.level)
    const level = levelAt(this.tiers, rank)
    if (!level || this.justifiedAt === undefined) return
    const span = spanOfReason(within, this.justifiedAt, this.clockAt(at))
    const measured = measureOf(this.tiers.by, withGains([], this.calls.map(toGain), span), this.brand)
    if (microOfNumber(level.at) <= measured) return
    const left = levelAt(this.tiers, Math.min(rank, rankReached(this.tiers, measured)))
    const { level: _, keptUntil, ...rest } = this.state
    this.state = left ? defined({ ...rest, level: left.id, keptUntil }) : rest
    const gone = rankOf(this.tiers, left?.id)
    const since = this.moves.findLastIndex(({ on }) => on === 'down')
    const isGone = ({ on, level }: LevelMove) => on === 'up' && rankOf(this.tiers, level) > gone
    this.moves = this.moves.filter((move, place) => place <= since || !isGone(move))
  }

  private add(call: StandingCall): void {
    this.calls.push(call)
    this.addUp(toGain(call))
  }

  private addUp(gain: TierGain): void {
    this.counted = withGains(this.counted, [gain], { until: gain.at })
  }

  /** Looking up a time zone is dear, and most calls are of the same period as the one before. */
  private sinceAt(at: Instant): Instant {
    const { within } = this.tiers.by
    if (!within) return Number.NEGATIVE_INFINITY
    if (!('calendar' in within)) return at - within.days * day + 1
    if (!this.period || at < this.period.since || at >= this.period.until) {
      const clock = this.clockAt(at)
      this.period = { since: clock.startOf(within.calendar), until: clock.endOf(within.calendar) }
    }
    return this.period.since
  }
}

const toGain = ({ at, currency, scale, amount, checkouts }: StandingCall): TierGain => ({
  at,
  currency,
  scale,
  amount,
  checkouts,
})

const minus = (call: StandingCall): TierGain => {
  const { amount, checkouts, ...gain } = toGain(call)
  return { ...gain, amount: -amount, checkouts: -checkouts }
}

/** Of a call by its reference, of a time that was over by its end. */
const keyOf = ({ why, ref, judgedAt }: BookedReason) => (why === 'kept' ? `kept ${judgedAt}` : ref)
