import type { Tiers } from '../../brand/shapes/tier-shape.ts'
import type { CallFacts } from '../call-facts.ts'
import { type ShownTier, showTier } from '../tier/tier-in-call.ts'
import { levelAt, missingTo, rankOf, type TierPast } from '../tier/tier-state.ts'

/** A call that reaches another level is decided at that one. What is missing counts what the call adds so far. */
export function shownIn({ clock, tierInCall, tierGain }: CallFacts, tiers: Tiers, past: TierPast): ShownTier {
  const gain = tierGain?.() ?? 0n
  const shown = showTier(tiers, past, clock, gain)
  if (!tierInCall) return shown
  const rank = rankOf(tiers, tierInCall.level)
  const name = levelAt(tiers, rank)?.name
  const left = missingTo(tiers, rank, past.measured + gain)
  return {
    rank,
    ...(tierInCall.level !== undefined && { id: tierInCall.level }),
    ...(name !== undefined && { name }),
    ...(left !== undefined && { missing: left }),
  }
}
