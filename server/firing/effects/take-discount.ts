import type { Discount } from '../../brand/rules/discount.ts'
import type { DiscountEffect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import type { Origin } from '../../card/book.ts'
import type { Cut } from '../../checkout/cut.ts'
import { applyDiscount, planDiscount } from '../../checkout/discount.ts'
import type { DiscountMutation } from '../../checkout/record.ts'
import { oncePer } from '../../kernel/once-per.ts'
import { type Act, nothingOf, originOf } from '../carry-out.ts'
import type { RuleRun } from '../rule-run.ts'

export function takeDiscount(run: RuleRun, act: Act<DiscountEffect>): EffectSummary {
  const { effect, fired, result } = act
  const { basket } = run.happened
  if (!basket || !result.discount) return nothingOf(act, 'noCheckout')
  const { measure } = effect
  const taken = applyDiscount(basket, planOf(result.discount), measure.by === 'amount' ? measure.amount : undefined)
  keepDiscount(run, taken, { origin: originOf(act) })
  if (taken.amount > 0) fired.mutation = { amount: taken.amount, scale: basket.scale }
  const cappedBy = taken.cappedBy ?? taken.why
  return summarize(effect, { amount: taken.amount, scale: basket.scale, ...(cappedBy && { cappedBy }) })
}

/** A discount is a part of the configuration, and lives as long. */
const planOf = oncePer((discount: Discount) => planDiscount(discount))

/** Takes what was cut off the basket, and keeps each line's share of it. */
export function keepDiscount(
  run: RuleRun,
  taken: Pick<Cut, 'basket' | 'amount' | 'shares'>,
  cause: { readonly origin?: Origin; readonly offer?: number },
): void {
  if (taken.amount === 0) return
  run.happened.basket = taken.basket
  run.happened.mutations.push(...sharesOf(taken, cause))
  run.scene.showBasket(taken.basket)
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
