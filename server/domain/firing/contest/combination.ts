import type { Promotions } from '../../brand/shapes/promotion-shape.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'

type Discounting = Pick<CompiledRule, 'kinds' | 'beside' | 'campaign'>

/** Those of the rules whose discounts stand that would have to go for one more to stand. */
export function clashesOf<R extends Discounting>(
  rule: Discounting,
  standing: readonly R[],
  combine: Promotions['combine'],
): readonly R[] {
  if (rule.kinds.length === 0 || standing.length === 0) return []
  const excluded = standing.filter((other) => excludes(rule, other) || excludes(other, rule))
  const rest = standing.filter((other) => !excluded.includes(other))
  return combine ? [...excluded, ...notCombined(rule, rest, combine)] : excluded
}

/** What a campaign says of others does not concern its own rules. */
function excludes({ beside, campaign }: Discounting, other: Discounting): boolean {
  if (!beside || (!beside.isOfRule && campaign.id === other.campaign.id)) return false
  return other.kinds.some((kind) => !beside.kinds.includes(kind))
}

/** The fewest that have to go for one of the allowed combinations to have room for all that are left. */
function notCombined<R extends Discounting>(
  rule: Discounting,
  standing: readonly R[],
  combine: NonNullable<Promotions['combine']>,
): readonly R[] {
  const allowing = combine.filter((allowed) => rule.kinds.every((kind) => allowed[kind]))
  const leaving = allowing.map((allowed) => standing.filter(({ kinds }) => kinds.some((kind) => !allowed[kind])))
  // A rule of several kinds that no combination allows stands alone.
  return leaving.toSorted((one, other) => one.length - other.length)[0] ?? standing
}
