import { defined } from '../../../ground/kernel/defined.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Brand } from '../../brand/brand.ts'
import type { TierMeasure, Tiers } from '../../brand/shapes/tier-shape.ts'
import type { Card, TierTally } from '../../card/card.ts'
import type { LocalClock } from '../clock.ts'
import { measureOf, spanAt, type TierGain, type TierSum, withGains } from './measure.ts'
import { isOver, type StoredTier, type TierPast, type TierState } from './tier-state.ts'

/** A tally before the call that leaves it has its number. */
export type NewTally = Omit<TierTally, 'seq'>

export interface TallySource {
  /** Of the card, if it is one of its last call. */
  readonly tally: TierTally | undefined
  readonly stored: StoredTier | undefined
  readonly tiers: Tiers
  readonly brand: Brand
  readonly clock: LocalClock
}

/**
 * What is known of a card's level, without summing up what it bought or earned. Undefined when the tally is of another
 * measure or time, or when a time is over that has to be judged by what counted then.
 */
export function pastByTally({ tally, stored, tiers, brand, clock }: TallySource): TierPast | undefined {
  if (!tally || tally.by !== measureKey(tiers.by)) return undefined
  const { since = Number.NEGATIVE_INFINITY } = spanAt(tiers.by.within, clock)
  const { since: talliedSince = Number.NEGATIVE_INFINITY, oldest = Number.POSITIVE_INFINITY } = tally
  // What was tallied from an earlier instant on is right while nothing of it lies before the present one.
  if (talliedSince > since || (oldest < since && talliedSince !== since)) return undefined
  const state = stored ? stateOf(stored) : {}
  if (isOver(state, clock.now)) return undefined
  const sums = tally.sums.map(toSum)
  return defined({ stored, state, sums, measured: measureOf(tiers.by, sums, brand), oldest: tally.oldest })
}

/** What a card says that counts, if it still says so: its last call left it, or it has had no call at all. */
export function tallyOn({ seq, tierTally }: Pick<Card, 'seq' | 'tierTally'>, { by }: Tiers): TierTally | undefined {
  if (seq === 0) return { seq, by: measureKey(by), sums: [] }
  return tierTally?.seq === seq ? tierTally : undefined
}

/** What counts after a call that adds to it at its own instant. What was taken back or moved is summed up again. */
export function tallyAfter(
  past: TierPast,
  gains: readonly TierGain[],
  { by }: Tiers,
  clock: LocalClock,
): NewTally | undefined {
  if (gains.some(({ at }) => at !== clock.now)) return undefined
  const span = spanAt(by.within, clock)
  const { oldest = clock.now } = past
  return defined({
    by: measureKey(by),
    since: span.since,
    oldest: oldest < clock.now ? oldest : clock.now,
    sums: withGains(past.sums, gains, span).map(fromSum),
  })
}

/** Of what is counted: two measures with the same key count the same. */
export function measureKey({ fact, balanceType, balanceCode }: TierMeasure): string {
  return fact === 'earned' ? `earned ${balanceType} ${balanceCode ?? ''}` : 'sales'
}

export function stateOf({ level, keptUntil, override }: StoredTier): TierState {
  return defined({ level, keptUntil, override })
}

/** The oldest instant of several, of which some count nothing. */
export function oldestOf(instants: readonly (Instant | undefined)[]): Instant | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

function toSum([currency, scale, amount, checkouts]: TierTally['sums'][number]): TierSum {
  return { currency, scale, amount: BigInt(amount), checkouts }
}

function fromSum({ currency, scale, amount, checkouts }: TierSum): TierTally['sums'][number] {
  return [currency, scale, String(amount), checkouts]
}
