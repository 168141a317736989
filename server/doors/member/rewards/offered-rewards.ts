import type { Brand } from '../../../domain/brand/brand.ts'
import type { Reward } from '../../../domain/brand/shapes/rewards-shape.ts'
import { findValueType, programOf } from '../../../domain/brand/value-types.ts'
import { type CompiledRule, isRunning } from '../../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import { bucketOf } from '../../../domain/card/card.ts'
import { availableOf } from '../../../domain/card/lots.ts'
import { toMinor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { countBrandFirings, countCardFirings } from '../../../storage/store/batch/firing.sql.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { readerOf } from '../../portal-api/cards/parts/reading.ts'
import { type ShownAmount, showAmount } from '../../portal-api/cards/parts/show.ts'
import type { MemberServices } from '../member-services.ts'

/** Why a reward cannot be chosen yet, as far as that is known before it is tried. */
export const rewardStates = ['open', 'short', 'used', 'gone', 'blocked'] as const
export type RewardState = (typeof rewardStates)[number]

export interface OfferedReward {
  readonly reward: Reward
  readonly rule: CompiledRule
  readonly price: readonly ShownAmount[]
  /** What the card lacks of the price. */
  readonly missing: readonly ShownAmount[]
  /** How many there are for everybody together; absent: as many as anybody wants. */
  readonly left?: number
  readonly state: RewardState
}

interface Looking {
  readonly services: Pick<MemberServices, 'pool' | 'pins' | 'newRef'>
  readonly brand: Brand
}

/** What of the catalogue can be seen now, and what of it the card can have. */
export async function findOffered(view: CardView, isUsable: boolean, looking: Looking): Promise<OfferedReward[]> {
  const { brand } = looking
  const campaigns = campaignsOf(brand)
  const running = (brand.document.member?.catalogue ?? []).flatMap((reward) => {
    const rule = campaigns.findById(reward.rule)
    const prices = rule && isRunning(rule, view.now) && pricesOf(rule, reward, view, brand)
    return prices ? { reward, rule, prices } : []
  })
  const counted = await countLimits(
    running.map(({ rule }) => rule),
    view,
    looking,
  )
  return running.map(({ reward, rule, prices }) => {
    const missing = prices.flatMap((one) => (one.missing > 0 ? showAmount(one.valueType, one.missing, one.bucket) : []))
    const { left, isUsed } = counted.get(rule) ?? { isUsed: false }
    const price = prices.map((one) => showAmount(one.valueType, one.price, one.bucket))
    const state = stateOf({ isUsable, isGone: left === 0, isUsed, isShort: missing.length > 0 })
    return { reward, rule, price, missing, state, ...(left !== undefined && { left }) }
  })
}

function stateOf(known: { isUsable: boolean; isGone: boolean; isUsed: boolean; isShort: boolean }): RewardState {
  if (!known.isUsable) return 'blocked'
  if (known.isGone) return 'gone'
  if (known.isUsed) return 'used'
  return known.isShort ? 'short' : 'open'
}

/** What the rule takes, value by value. Undefined where the card's program does not have it: the reward is not for this card. */
function pricesOf({ id }: CompiledRule, { rule: name }: Reward, { card, now }: CardView, brand: Brand) {
  const [campaign, own] = [name.slice(0, id.indexOf('/')), name.slice(id.indexOf('/') + 1)]
  const written = brand.document.campaigns.find((one) => one.id === campaign)?.rules.find((one) => one.id === own)
  const asked = (written?.then ?? []).flatMap((result) => ('redeem' in result ? result.redeem : []))
  const purses = asked.flatMap(({ balanceType, balanceCode, subtrack, amount }) => {
    const valueType = findValueType(programOf(brand, card), { balanceType, ...(balanceCode && { balanceCode }) })
    const price = valueType && typeof amount === 'number' ? minorOf(amount, valueType.scale) : undefined
    return valueType && price !== undefined ? { valueType, bucket: bucketOf(valueType, subtrack), price } : []
  })
  if (purses.length < asked.length) return undefined
  const sums = Map.groupBy(purses, ({ valueType, bucket }) => `${valueType.id} ${bucket}`).values()
  return [...sums].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { valueType, bucket } = first
    const price = same.reduce((sum, one) => sum + one.price, 0)
    const available = availableOf(card, { valueType: valueType.id, bucket }, now)
    return { valueType, bucket, price, missing: Math.max(0, price - available) }
  })
}

const minorOf = (amount: number, scale: number) => {
  const [whole = '', decimals = ''] = String(amount).split('.')
  return toMinor({ units: Number(`${whole}${decimals}`), scale: decimals.length }, scale)
}

type Counted = ReadonlyMap<CompiledRule, { readonly left?: number; readonly isUsed: boolean }>

/** How far the limits per card and of the brand are used up. All others are known when a reward is chosen. */
async function countLimits(
  rules: readonly CompiledRule[],
  { card, now }: CardView,
  { services, brand }: Looking,
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
