import type { Discount } from '../../brand/rules/discount.ts'
import type { DiscountEffect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import type { Origin } from '../../card/book.ts'
import type { Cut } from '../../checkout/cut.ts'
import { applyDiscount, planDiscount } from '../../checkout/discount.ts'
import type { DiscountMutation } from '../../checkout/record.ts'
import { oncePer } from '../../kernel/once-per.ts'
import { type FiredEffect, nothingOf, originOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'

export function takeDiscount(run: Run, firedEffect: FiredEffect<DiscountEffect>): EffectSummary {
  const { effect, fired, result } = firedEffect
  const { basket } = run.result
  if (!basket || !result.discount) return nothingOf(firedEffect, 'noCheckout')
  const { measure } = effect
  const taken = applyDiscount(basket, planOf(result.discount), measure.by === 'amount' ? measure.amount : undefined)
  keepDiscount(run, taken, { origin: originOf(firedEffect) })
  if (taken.amount > 0) fired.mutation = { amount: taken.amount, scale: basket.scale }
  const cappedBy = taken.cappedBy ?? taken.why
  return summarize(effect, { amount: taken.amount, scale: basket.scale, ...(cappedBy && { cappedBy }) })
}

/** A discount is a part of the configuration, and lives as long. */
const planOf = oncePer((discount: Discount) => planDiscount(discount))

/** Takes what was cut off the basket, and keeps each line's share of it. */
export function keepDiscount(
  run: Run,
  taken: Pick<Cut, 'basket' | 'amount' | 'shares'>,
  cause: { readonly origin?: Origin; readonly offer?: number },
): void {
  if (taken.amount === 0) return
  run.result.basket = taken.basket
  run.result.mutations.push(...sharesOf(taken, cause))
  run.state.showBasket(taken.basket)
}

function sharesOf(
  { shares }: Pick<Cut, 'shares'>,
  cause: { readonly origin?: Origin; readonly offer?: number },
): DiscountMutation[] {
  return shares.map(({ line, amount, units }) => ({
    kind: 'discount',
    amount,
    units: String(units),
    ...(line !== undefined && { line }),
    ...cause,
  }))
}
