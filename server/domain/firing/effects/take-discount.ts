import { decimalText } from '../../../ground/kernel/decimal.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import type { Discount } from '../../brand/rules/discount.ts'
import type { DiscountEffect } from '../../campaign/effects.ts'
import { openingCoupons } from '../../campaign/finding.ts'
import type { CountedProduct } from '../../campaign/judge.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import type { Basket } from '../../checkout/basket.ts'
import type { Cut } from '../../checkout/cut.ts'
import { applyDiscount, planDiscount } from '../../checkout/discount.ts'
import { fromMicro } from '../../checkout/exact.ts'
import type { DiscountMutation } from '../../checkout/record.ts'
import { roomUnderCap } from '../contest/discount-cap.ts'
import { type Fired, type FiredEffect, nothingOf, originOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'

export function takeDiscount(run: Run, firedEffect: FiredEffect<DiscountEffect>): EffectSummary {
  const { effect, fired, result } = firedEffect
  const { basket } = run.result
  if (!basket || !result.discount) return nothingOf(firedEffect, 'noCheckout')
  const [budget, cap] = [run.budgets.roomFor(fired.rule, 'discount'), roomUnderCap(run, basket)]
  const room = Math.min(budget, cap)
  const isBound = room < Number.POSITIVE_INFINITY
  const taken = applyDiscount(basket, planOf(result.discount), amountOf(effect), isBound ? room : undefined)
  run.budgets.charge(fired.rule, 'discount', { amount: taken.amount })
  keepDiscount(run, taken, { origin: originOf(firedEffect), ...couponsBehind(run, fired) })
  const { scale } = basket
  if (taken.amount > 0) fired.discount = { amount: taken.amount + (fired.discount?.amount ?? 0), scale }
  const isCut = taken.cappedBy === 'max' && taken.amount === room
  const cappedBy = isCut ? (cap < budget ? 'maxDiscount' : 'budget') : (taken.cappedBy ?? taken.why)
  const on = effect.on === 'shipping' ? effect.on : undefined
  const carried = { amount: taken.amount, scale, currency: currencyOf(run) }
  const isPlain = cappedBy === undefined && on === undefined
  const summary = summarize(effect, isPlain ? carried : defined({ ...carried, cappedBy, on }))
  return taken.why === 'countAsBought' ? { ...summary, counted: countedBy(basket, effect) } : summary
}

const nothing = {}

/** Most discounts are owed to none. */
export function couponsBehind({ state: { facts } }: Run, { rule, holds }: Fired): Pick<DiscountMutation, 'coupons'> {
  if (holds.coupons.length === 0 && !facts.opened?.length) return nothing
  const opening = openingCoupons(facts, rule.campaign.id).map(({ id }) => id)
  const coupons = [...new Set([...holds.coupons, ...opening])]
  return coupons.length > 0 ? { coupons } : {}
}

/** What the discount would take of a basket, and the basket after it. */
export function previewDiscount(basket: Basket, discount: Discount, effect: DiscountEffect) {
  return applyDiscount(basket, planOf(discount), amountOf(effect))
}

const amountOf = ({ measure }: DiscountEffect) => (measure.by === 'amount' ? measure.amount : undefined)

/** The products that the discount is for. Their units are used up, because they count as what must be bought. */
function countedBy({ goods, lines }: Basket, { on }: DiscountEffect): CountedProduct[] {
  const meant = typeof on === 'string' ? [] : goods.select(on.where).lines.flatMap((index) => lines[index] ?? [])
  return [...Map.groupBy(meant, ({ sku }) => sku)].map(([sku, same]) => {
    const units = same.reduce((sum, { quantity }) => sum + quantity, 0n)
    return { sku, units: decimalText(fromMicro(units)) }
  })
}

/** The currency of the location, which all amounts of a checkout are in. */
export function currencyOf({ context: { brand, call } }: Run): string {
  return brand.locations.get(call.locationId)?.currency ?? brand.currency
}

/** Cached: a discount is part of the configuration and lives as long. */
const planOf = oncePer((discount: Discount) => planDiscount(discount))

type DiscountCause = Pick<DiscountMutation, 'origin' | 'offer' | 'coupons'>

/** Takes the discount off the basket, and stores each line's share of it. */
export function keepDiscount(run: Run, taken: Pick<Cut, 'basket' | 'amount' | 'shares'>, cause: DiscountCause): void {
  if (taken.amount === 0) return
  run.result.basket = taken.basket
  run.result.mutations.push(...sharesOf(taken, cause))
  run.state.showBasket(taken.basket)
}

function sharesOf({ shares }: Pick<Cut, 'shares'>, cause: DiscountCause): DiscountMutation[] {
  return shares.map(({ line, on, amount, units }) => {
    const share = { kind: 'discount', amount, units: String(units) } as const
    if (on) return { ...share, on, ...cause }
    return line === undefined ? { ...share, ...cause } : { ...share, line, ...cause }
  })
}
