import type { Minor } from '../../../ground/kernel/money.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { Basket } from '../../checkout/basket.ts'
import type { Run } from '../run.ts'
import { withProduct } from './add-product.ts'
import { previewDiscount } from './take-discount.ts'

/** What a rule would make of a basket now, if nothing were cut: with the products that it adds, after its discounts. */
export function previewGoods(run: Run, rule: CompiledRule, before: Basket): { basket: Basket; discount: Minor } {
  let basket = before
  let sum = 0
  for (const { effect: effectOf, discount, product } of rule.results) {
    if (!discount && !product) continue
    const effect = effectOf(run.state.facts)
    const changed =
      effect.kind === 'addProduct'
        ? withProduct(run, basket, { rule }, effect)
        : effect.kind === 'discount' && discount
          ? previewDiscount(basket, discount, effect)
          : undefined
    if (!changed || typeof changed === 'string') continue
    basket = changed.basket
    sum += changed.amount
  }
  return { basket, discount: sum }
}

/** What a rule gives as a whole or not at all: for balance that it takes, or because nobody is charged for half a gift. */
export const isWhole = ({ results }: CompiledRule): boolean =>
  results.some(({ name }) => name === 'redeem' || name === 'addProduct')
