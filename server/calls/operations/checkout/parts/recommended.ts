import type { Brand } from '../../../../domain/brand/brand.ts'
import type { Recommended } from '../../../../domain/campaign/needs.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { catalogueNamesOf } from '../../../../domain/checkout/catalogue-of.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Need } from '../../../../domain/decision/need.ts'
import { defined } from '../../../../ground/kernel/defined.ts'

type Asking = DecisionContext<{ readonly recommendationAmount?: number }>

/** What a checkout that wants recommendations must have fetched; nothing where it has, or wants none. */
export function wantedRecommendations(
  root: Card | undefined,
  skus: () => readonly string[],
  { request, past }: Pick<Asking, 'request' | 'past'>,
): readonly Need[] {
  const { recommendationAmount: count = 0 } = request
  if (count === 0 || past(root?.id).recommended) return []
  const facts = [{ kind: 'recommendations' as const, skus: [...new Set(skus())], count }]
  return [{ kind: 'facts', ...(root && { card: root.id }), facts }]
}

/** Recommendations in the words of the interface; a product that is not in the catalogue has no name. */
export function showRecommended(products: readonly Recommended[], brand: Brand) {
  const names = catalogueNamesOf(brand)
  return products.map(({ sku, type }) => {
    const name = names.get(sku)
    return defined({ sku, name, recommendationType: type })
  })
}
