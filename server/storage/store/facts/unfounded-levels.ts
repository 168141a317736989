import type { Brand } from '../../../domain/brand/brand.ts'
import type { Tiers } from '../../../domain/brand/shapes/tier-shape.ts'
import type { LevelHistory } from '../../../domain/campaign/tier/level-history.ts'
import { planLevels } from '../../../domain/campaign/tier/level-plan.ts'
import { levelsOf } from '../../../domain/campaign/tier/levels-of.ts'
import { rankOf } from '../../../domain/campaign/tier/tier-state.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { loadTierHistory } from './tier-history.ts'

/** A level that is booked, or was rewarded, and that nothing stands for. */
export interface UnfoundedLevel {
  readonly level: string
  readonly derived: string
  /** The call that rewarded it; absent where the card has it. */
  readonly by?: string
}

/**
 * What of a card's level, and of what was given for levels, does not follow from what stands. A level may be missing: it
 * is booked by the next call that counts.
 */
export async function findUnfounded(
  source: { readonly db: Sql; readonly brand: Brand; readonly now: Instant },
  { card, program, level }: { readonly card: CardId; readonly program: string; readonly level: string | undefined },
): Promise<UnfoundedLevel[]> {
  const tiers = source.brand.programs.get(program)?.tiers
  if (!tiers) return []
  const history = await loadTierHistory(source, program, card)
  if (!isCertain(history, source.brand)) return []
  const { state, moves } = levelsOf(history, { tiers, brand: source.brand, now: source.now })
  const derived = state.level ?? 'none'
  const isHigher = level !== undefined && rankOf(tiers, level) > rankOf(tiers, state.level)
  const { lost } = planLevels({ booked: history.booked, before: moves, after: moves })
  return [
    ...(isHigher ? [{ level, derived }] : []),
    ...lost.filter((move) => isRewarded(tiers, move)).map((move) => ({ level: move.level, derived, by: move.by })),
  ]
}

const isRewarded = (tiers: Tiers, { gave, on, level }: LevelHistory['booked'][number]) =>
  gave && on !== 'down' && rankOf(tiers, level) > 0

/** Rates of exchange change, and what others earned for a card is judged by its own next call: then it may lag behind. */
function isCertain({ isPartial, opening, calls }: LevelHistory, brand: Brand): boolean {
  if (isPartial || opening) return false
  return calls.every(({ isOwn, currency }) => isOwn && (currency === '' || currency === brand.currency))
}
