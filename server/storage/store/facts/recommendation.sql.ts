import type { Recommended } from '../../../domain/campaign/needs.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

/** What to recommend to a card, or, without one, to who buys these products. */
export interface RecommendationWanted {
  readonly card?: CardId | undefined
  /** Products that are being bought now. */
  readonly skus: readonly string[]
  readonly count: number
  readonly now: Instant
}

/** What a card bought lately is not recommended, but what goes with it. */
const latelyMs = 90 * day
const checkoutsLookedAt = 20

/** The best products for each of those who ask, in their order: pairs of what they buy, then best sellers. */
export async function listRecommendations(
  db: Sql,
  brand: BrandId,
  wanted: readonly RecommendationWanted[],
): Promise<(readonly Recommended[])[]> {
  const rows = await db.rows<{ place: number } & Recommended>`
    select place, found.sku, found.type
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${textArray(wanted.map(({ skus }) => JSON.stringify(skus)))}::text[],
      ${plainArray(wanted.map(({ now }) => now - latelyMs))}::float8[],
      ${plainArray(wanted.map(({ count }) => count))}::integer[])
      with ordinality as wanted (card_id, skus, since, most, place)
    cross join lateral (
      select coalesce(array_agg(distinct sku), '{}') as skus
      from (
        select json_array_elements_text(wanted.skus::json) as sku
        union all
        select line ->> 'sku'
        from (
          select content
          from checkout
          where checkout.brand_id = ${brand} and checkout.card_id = coalesce(
              (select root_id from card where card.brand_id = ${brand} and card.card_id = wanted.card_id), wanted.card_id)
            and kind = 'sale' and not is_voided and not fully_returned and happened_at >= to_timestamp(wanted.since / 1000)
          order by happened_at desc
          limit ${checkoutsLookedAt}) as latest
        cross join lateral json_array_elements(content -> 'lines') as lines (line)) as both_of) as bought
    cross join lateral (
      select sku, type
      from (
        select other_sku as sku, 'Personalized' as type, 1 as rank, -sum(score) as place
        from product_pair
        where product_pair.brand_id = ${brand} and product_pair.sku = any(bought.skus)
        group by other_sku
        union all
        select best_seller.sku, 'Backup', 2, place
        from best_seller
        where best_seller.brand_id = ${brand} and not exists (
          select from product_pair
          where product_pair.brand_id = ${brand} and product_pair.sku = any(bought.skus)
            and product_pair.other_sku = best_seller.sku)) as candidate
      where sku <> all(bought.skus)
      order by rank, candidate.place, sku
      limit wanted.most) as found (sku, type)`
  const byPlace = Map.groupBy(rows, (row) => row.place)
  return wanted.map((_, index) => (byPlace.get(index + 1) ?? []).map(({ sku, type }) => ({ sku, type })))
}
