import type { Brand } from '../../../domain/brand/brand.ts'
import type { CompiledRule } from '../../../domain/campaign/campaigns.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { countBrandFirings, countCardFirings } from '../../../storage/store/batch/firing.sql.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { readerOf } from '../../portal-api/cards/parts/reading.ts'
import type { MemberServices } from '../member-services.ts'

export interface LimitsOf {
  readonly services: Pick<MemberServices, 'pool' | 'pins' | 'newRef'>
  readonly brand: Brand
}

/** How far limits are used up, by rule. */
type Counted = ReadonlyMap<CompiledRule, { readonly left?: number; readonly isUsed: boolean }>

/** How far the limits per card and of the brand are used up. All others are known when a reward is chosen. */
export async function countLimits(
  rules: readonly CompiledRule[],
  { card, now }: Pick<CardView, 'card' | 'now'>,
  { services, brand }: LimitsOf,
): Promise<Counted> {
  const clock = new LocalClock(now, brand.timeZone)
  const all = rules.flatMap((rule) => rule.limits.map((limit) => ({ rule, limit, since: sinceOf(limit.every, clock) })))
  const [ofCard, ofBrand] = (['card', 'brand'] as const).map((per) => all.filter(({ limit }) => limit.per === per))
  const wanted = ({ rule, since }: (typeof all)[number]) => ({ rule: rule.id, ...(since !== undefined && { since }) })
  const reader = readerOf({ services })
  const [cardCounts, brandCounts] = await Promise.all([
    ofCard?.length
      ? countCardFirings(
          reader,
          brand.id,
          ofCard.map((one) => ({ ...wanted(one), card: card.id })),
          now,
        )
      : [],
    ofBrand?.length ? countBrandFirings(reader, brand.id, ofBrand.map(wanted), now) : [],
  ])
  const used = new Set(
    (ofCard ?? []).flatMap(({ rule, limit }, at) => ((cardCounts[at] ?? 0) >= limit.times ? rule : [])),
  )
  const left = new Map<CompiledRule, number>()
  for (const [at, { rule, limit }] of (ofBrand ?? []).entries())
    left.set(rule, Math.min(left.get(rule) ?? limit.times, Math.max(0, limit.times - (brandCounts[at] ?? 0))))
  return new Map(rules.map((rule) => [rule, { ...leftOf(left.get(rule)), isUsed: used.has(rule) }]))
}

const leftOf = (left: number | undefined) => (left === undefined ? {} : { left })

function sinceOf(every: CompiledRule['limits'][number]['every'], clock: LocalClock): Instant | undefined {
  if (every === 'ever') return undefined
  return typeof every === 'object' ? clock.lessThanDaysAgo(every.days) : clock.startOf(every)
}
