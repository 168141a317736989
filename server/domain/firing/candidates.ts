import type { Decimal } from '../../ground/kernel/money.ts'
import type { ProductPlan } from '../campaign/added-product.ts'
import type { BasketFacts, CallFacts } from '../campaign/call-facts.ts'
import type { Campaigns, CompiledRule } from '../campaign/campaigns.ts'
import { catalogueOf } from '../checkout/catalogue-of.ts'
import type { RunContext } from './run-context.ts'

/**
 * The rules that could fire. Rules are looked up by the lines and sums of the sale, and some add lines: so those are looked
 * up as well that could fire if everything were added that could be.
 */
export function candidatesOf(campaigns: Campaigns, facts: CallFacts, context: RunContext): readonly CompiledRule[] {
  const found = campaigns.candidates(facts)
  if (!campaigns.addProducts || !facts.basket || !facts.checkout) return found
  let candidates = found
  for (let known = 0; ; ) {
    const plans = candidates.flatMap(({ results }) => results.flatMap(({ product }) => product ?? []))
    if (plans.length === known) return candidates
    known = plans.length
    context.work.spend(plans.length)
    candidates = campaigns.candidates(withAll(facts, plans, context))
  }
}

/** The facts by which rules are looked up, as if every product were added, and each choice made. Nothing is judged by them. */
function withAll(facts: CallFacts, plans: readonly ProductPlan[], { brand }: RunContext): CallFacts {
  const { basket, checkout } = facts
  if (!basket || !checkout) return facts
  const catalogue = catalogueOf(brand)
  const skus = plans.flatMap((plan) => plan.skus)
  const entries = skus.flatMap((sku) => catalogue.get(sku) ?? [])
  const more: BasketFacts = {
    products: (where) => {
      const sums = basket.products(where)
      return { ...sums, lines: sums.lines + plans.length }
    },
    skus: union(basket.skus, skus),
    categories: union(basket.categories, ...entries.map(({ categories }) => categories)),
    parents: union(basket.parents, ...entries.map(({ ancestors }) => ancestors)),
  }
  const { scale, total, netTotal } = checkout
  const worth = plans.reduce((sum, plan) => sum + worthAtMost(plan, scale), 0)
  return { ...facts, basket: more, checkout: { ...checkout, total: total + worth, netTotal: netTotal + worth } }
}

/** Nearly, and rather too much. */
function worthAtMost({ units, unitPrice, regularPrice = unitPrice }: ProductPlan, scale: number): number {
  const plain = (decimal: Decimal) => decimal.units / 10 ** decimal.scale
  return Math.ceil(plain(units) * plain(regularPrice) * 10 ** scale) + 1
}

const union = (...all: readonly Iterable<string>[]): ReadonlySet<string> => new Set(all.flatMap((one) => [...one]))
