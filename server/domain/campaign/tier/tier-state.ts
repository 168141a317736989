import { type Instant, second } from '../../../ground/kernel/time.ts'
import type { TierLevel, Tiers } from '../../brand/shapes/tier-shape.ts'
import { LocalClock } from '../clock.ts'
import { microOfNumber, type TierMicro, type TierSum } from './measure.ts'

/** A card's level: the one that it has reached, and a manual one that hides it for a while. */
export interface TierState {
  readonly level?: string
  /** Absent with a level means for good. */
  readonly keptUntil?: Instant
  readonly override?: { readonly level: string; readonly until: Instant }
}

/** A card's level as it was booked last. */
export interface StoredTier extends TierState {
  readonly program: string
  /** What the customer had then. */
  readonly shown?: string
  readonly changes: number
}

/** What is known of a card's level before a call. */
export interface TierPast {
  readonly stored?: StoredTier
  /** The stored level after everything that was over has been judged. */
  readonly state: TierState
  /** The last instant at which a level was judged because its time was over. */
  readonly lapsedAt?: Instant
  /** What counts now, and what it comes to. */
  readonly sums: readonly TierSum[]
  readonly measured: TierMicro
  /** When the oldest of what counts now happened. */
  readonly oldest?: Instant
}

export type TierReasonKind = 'reached' | 'prolonged' | 'kept' | 'lapsed' | 'undone' | 'restored'

/** Rank 0 is no level, 1 the lowest. A level that the file no longer has counts as none. */
export function rankOf({ levels }: Tiers, level: string | undefined): number {
  return level === undefined ? 0 : levels.findIndex(({ id }) => id === level) + 1
}

export function levelAt({ levels }: Tiers, rank: number): TierLevel | undefined {
  return rank === 0 ? undefined : levels[rank - 1]
}

export function rankReached({ levels }: Tiers, measured: TierMicro): number {
  return levels.findLastIndex(({ at }) => microOfNumber(at) <= measured) + 1
}

/** What is missing to the next level; undefined at the top. */
export function missingTo(tiers: Tiers, rank: number, measured: TierMicro): TierMicro | undefined {
  const next = tiers.levels[rank]
  if (!next) return undefined
  const missing = microOfNumber(next.at) - measured
  return missing > 0n ? missing : 0n
}

/** What the customer has at an instant. */
export function shownLevel(tiers: Tiers, { level, override }: TierState, now: Instant): string | undefined {
  const manual = override && override.until > now ? override.level : undefined
  const rank = rankOf(tiers, manual) || rankOf(tiers, level)
  return levelAt(tiers, rank)?.id
}

/** Whether the time of the level that was reached is over. */
export function isOver({ level, keptUntil }: TierState, now: Instant): boolean {
  return level !== undefined && keptUntil !== undefined && keptUntil <= now
}

/**
 * What becomes of a level when its time is over, by what counted at its last instant: it is kept for as long again, or
 * falls to what was enough for its `at`.
 */
export function afterLapse(tiers: Tiers, state: TierState, measured: TierMicro, clock: LocalClock): TierState {
  const rank = rankOf(tiers, state.level)
  const level = levelAt(tiers, rank)
  const isKept = level !== undefined && microOfNumber(level.keepAt ?? level.at) <= measured
  return atRank(tiers, state, isKept ? rank : Math.min(rank, rankReached(tiers, measured)), clock)
}

/** The state with what is enough now: a higher level, or the same one for longer. */
export function afterReaching(tiers: Tiers, state: TierState, reached: number, clock: LocalClock): TierState {
  const rank = rankOf(tiers, state.level)
  if (reached < rank || reached === 0) return rank === 0 ? withoutLevel(state) : state
  const after = atRank(tiers, state, reached, clock)
  if (reached > rank) return after
  return isLonger(after.keptUntil, state.keptUntil) ? after : state
}

/** The higher of two levels; of equal ones the one that is kept longer. */
export function betterOf(tiers: Tiers, one: TierState, other: TierState): TierState {
  const difference = rankOf(tiers, one.level) - rankOf(tiers, other.level)
  const isOther = difference < 0 || (difference === 0 && isLonger(other.keptUntil, one.keptUntil))
  const better = isOther ? other : one
  const override = one.override ?? other.override
  return { ...withoutOverride(better), ...(override && { override }) }
}

/** To the end of a period is to its last second: judged then, the next period is meant. */
function atRank(tiers: Tiers, state: TierState, rank: number, clock: LocalClock): TierState {
  const level = levelAt(tiers, rank)
  if (!level) return withoutLevel(state)
  const { keep } = tiers
  const first = keep && clock.after(keep)
  const isShort = keep && first !== undefined && first <= clock.now
  const keptUntil = isShort ? new LocalClock(clock.now + second, clock.timeZone).after(keep) : first
  const { keptUntil: _, ...rest } = state
  return { ...rest, level: level.id, ...(keptUntil !== undefined && { keptUntil }) }
}

function isLonger(one: Instant | undefined, other: Instant | undefined): boolean {
  return (one ?? Number.POSITIVE_INFINITY) > (other ?? Number.POSITIVE_INFINITY)
}

function withoutLevel({ override }: TierState): TierState {
  return override ? { override } : {}
}

export function withoutOverride({ override: _, ...state }: TierState): TierState {
  return state
}
