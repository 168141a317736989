import type { Tiers } from '../../brand/shapes/tier-shape.ts'
import type { CallFacts } from '../call-facts.ts'
import { decimalOfMicro } from '../tier/measure.ts'
import { type ShownTier, showTier } from '../tier/tier-in-call.ts'
import { levelAt, missingTo, rankOf, type TierPast } from '../tier/tier-state.ts'
import { counted, type FactCompiler, type FactReading, found, missing, needing } from './reading.ts'

/** Facts about the level of the root card. They are missing for cards of other programs, and of those without levels. */
export const tierFacts: Readonly<Record<string, FactCompiler>> = {
  tier: ofTier(({ id }) => found(id)),
  'tier.rank': ofTier(({ rank }) => counted(rank)),
  'tier.missing': ofTier(({ missing: left }) => found(left === undefined ? undefined : decimalOfMicro(left))),
}

function ofTier(read: (shown: ShownTier) => FactReading): FactCompiler {
  return ({ program: asked }) =>
    (facts) => {
      const { card, program } = facts
      const tiers = program?.tiers
      if (!card || !tiers || (asked !== undefined && asked !== program.id)) return missing
      const past = facts.tierPast
      return past ? read(shownIn(facts, tiers, past)) : needing({ kind: 'tier', program: program.id })
    }
}

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
