import { defined } from '../../../ground/kernel/defined.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Tiers } from '../../brand/shapes/tier-shape.ts'
import type { LocalClock } from '../clock.ts'
import type { TierMicro } from './measure.ts'
import { afterReaching, levelAt, missingTo, rankOf, rankReached, shownLevel, type TierPast } from './tier-state.ts'

/** What happens to a level in a call. The level is the one that is reached, lost or kept. */
export interface TierMove {
  readonly on: 'up' | 'down' | 'keep'
  readonly level: string
}

/** The level at which a call is decided, because it reaches or loses it itself. Plain JSON: a setup keeps it. */
export interface TierInCall {
  /** Absent for none. */
  readonly level?: string
  readonly move?: TierMove
}

/** A card's level as it is shown. */
export interface ShownTier {
  readonly id?: string
  readonly name?: string
  readonly rank: number
  /** To the next level; absent at the top. */
  readonly missing?: TierMicro
  /** Until when the level is kept at least: the end of a manual one, too. */
  readonly keptUntil?: Instant
}

/** The level now, by what was booked and by what is enough now, whether or not a call has booked that. */
export function showTier(tiers: Tiers, { state, measured }: TierPast, clock: LocalClock, gain = 0n): ShownTier {
  const reached = rankReached(tiers, measured)
  const now = reached > rankOf(tiers, state.level) ? afterReaching(tiers, state, reached, clock) : state
  const rank = rankOf(tiers, shownLevel(tiers, now, clock.now))
  const { override } = now
  const isManual = override !== undefined && override.until > clock.now && rankOf(tiers, override.level) === rank
  const level = levelAt(tiers, rank)
  return defined({
    id: level?.id,
    name: level?.name,
    rank,
    missing: missingTo(tiers, rank, measured + gain),
    keptUntil: isManual ? override.until : level && now.keptUntil,
  })
}
