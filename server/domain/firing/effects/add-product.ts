import { decimalText } from '../../../ground/kernel/decimal.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatMinor } from '../../../ground/kernel/money.ts'
import type { AddProductEffect } from '../../campaign/effects.ts'
import type { EffectSummary } from '../../campaign/trace.ts'
import { addLine } from '../../checkout/add-line.ts'
import type { Basket } from '../../checkout/basket.ts'
import { catalogueOf } from '../../checkout/catalogue-of.ts'
import type { Cut } from '../../checkout/cut.ts'
import { type Fired, type FiredEffect, nothingOf, originOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'
import { couponsBehind, currencyOf, keepDiscount } from './take-discount.ts'

/** Adds a line to the sale. Rules after this one see it, and their discounts may be taken off it. */
export function addProduct(run: Run, firedEffect: FiredEffect<AddProductEffect>): EffectSummary {
  const { effect, fired } = firedEffect
  const { basket } = run.result
  if (!basket) return nothingOf(firedEffect, 'noCheckout')
  const added = withProduct(run, basket, fired, effect)
  if (typeof added === 'string') return nothingOf(firedEffect, added)
  const { amount } = added
  const { scale } = basket
  run.result.basket = added.basket
  run.state.showBasket(added.basket)
  keepDiscount(run, added, { origin: originOf(firedEffect), ...couponsBehind(run, fired) })
  run.budgets.charge(fired.rule, 'discount', { amount })
  fired.hasAdded = true
  if (amount > 0) fired.discount = { amount: amount + (fired.discount?.amount ?? 0), scale }
  return defined({
    kind: 'addProduct',
    amount: decimalText(effect.units),
    of: effect.sku,
    currency: currencyOf(run),
    price: decimalText(effect.unitPrice),
    off: amount > 0 ? formatMinor(amount, scale) : undefined,
  })
}

/** What the sale would be with the product, and what would be taken off it; or why it cannot be added. */
export function withProduct(
  run: Run,
  basket: Basket,
  { rule }: Pick<Fired, 'rule'>,
  { sku, units, unitPrice, regularPrice, choice }: AddProductEffect,
): Cut | 'tooManyAdded' | 'totalTooHigh' {
  const by = defined({ rule: rule.id, choice })
  return addLine(basket, defined({ sku, units, unitPrice, regularPrice, by }), catalogueOf(run.context.brand))
}
