import type { HeldOut } from './held-out.sql.ts'
import type { Pair } from './recommendations.sql.ts'

/** What is known when products are recommended. */
export interface RankBasis {
  readonly pairs: readonly Pair[]
  /** The best first. */
  readonly sellers: readonly string[]
}

/** One customer: what was new to them in the purchase that was held out, and what they would have been shown. */
export interface RankTrial {
  readonly fresh: ReadonlySet<string>
  readonly recommended: readonly string[]
  /** Best sellers alone, without what the customer had bought lately: as those are never recommended. */
  readonly sellers: readonly string[]
}

/** The most that a measure looks at. */
const shownMax = 10

/** What each customer would have been shown. Who bought nothing new is left out: nothing could have been right. */
export function showAll(heldOut: readonly HeldOut[], known: RankBasis): RankTrial[] {
  const partners = Map.groupBy(known.pairs, ({ sku }) => sku)
  return heldOut.flatMap(({ skus, bought }) => {
    const had = new Set(bought)
    const fresh = new Set(skus.filter((sku) => !had.has(sku)))
    if (fresh.size === 0) return []
    const sellers = known.sellers.filter((sku) => !had.has(sku))
    const personal = rankPartners(had, partners)
    const recommended = [...new Set([...personal, ...sellers])]
    return { fresh, recommended: recommended.slice(0, shownMax), sellers: sellers.slice(0, shownMax) }
  })
}

/** By the sum of their ratios, as store/facts/recommendation.sql.ts does it. */
function rankPartners(had: ReadonlySet<string>, partners: ReadonlyMap<string, readonly Pair[]>): string[] {
  const sums = new Map<string, number>()
  for (const sku of had) {
    for (const { otherSku, score } of partners.get(sku) ?? []) {
      if (!had.has(otherSku)) sums.set(otherSku, (sums.get(otherSku) ?? 0) + score)
    }
  }
  const byRank = (a: readonly [string, number], b: readonly [string, number]) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
  return [...sums].toSorted(byRank).map(([sku]) => sku)
}
