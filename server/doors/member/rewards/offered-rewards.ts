import type { Brand } from '../../../domain/brand/brand.ts'
import type { Reward } from '../../../domain/brand/shapes/rewards-shape.ts'
import { findValueType, programOf } from '../../../domain/brand/value-types.ts'
import { type CompiledRule, isRunning } from '../../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { bucketOf } from '../../../domain/card/card.ts'
import { availableOf } from '../../../domain/card/lots.ts'
import { toMinor } from '../../../ground/kernel/money.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { type ShownAmount, showAmount } from '../../portal-api/cards/parts/show.ts'
import { countLimits, type LimitsOf } from './count-limits.ts'

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

/** What of the catalogue can be seen now, and what of it the card can have. */
export async function findOffered(view: CardView, isUsable: boolean, looking: LimitsOf): Promise<OfferedReward[]> {
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
