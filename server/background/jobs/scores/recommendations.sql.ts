import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../../ground/database/fragment.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { uuidFloor } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

/** Only checkouts of this many days count, and of those only this many of the newest. */
const lookedAt = { days: 180, checkouts: 200_000 }
/** Larger baskets say little about taste, and the number of their pairs grows quadratically. */
const basketProductsMax = 50
/** Pairs that occur in fewer checkouts, or that chance explains in one of twenty cases, are ignored. */
const supportMin = 3
const ratioMin = 3.84
/**
 * How many of all that are kept may be there by chance. Of a hundred thousand possible pairs, chance alone makes thousands
 * look good, and each of them would be shown before the best sellers.
 */
const chanceShareMax = 0.05
const pairsKept = 20
const sellersKept = 50

/** The input of both computations. */
export interface Sold {
  /** Purchases since then are left out. */
  readonly now: Instant
  /** Only these products are recommended; undefined when the brand has no catalogue. */
  readonly skus?: readonly string[]
}

/**
 * Computes the products that are bought together more often than by chance, by the log-likelihood ratio (Dunning 1993)
 * of the numbers of checkouts with both, either and neither. Replaces the earlier result.
 */
export async function computePairs(db: Sql, brand: BrandId, sold: Sold): Promise<number> {
  const [row] = await runFragment<{ pairs: number }>(
    db,
    sql`
    with ${bestPairs(brand, sold)},
    kept as (
      insert into product_pair (brand_id, sku, other_sku, score)
      select ${brand}, sku, other_sku, score from best where place <= ${pairsKept}
      on conflict (brand_id, sku, other_sku) do update set score = excluded.score
      where product_pair.score is distinct from excluded.score),
    gone as (
      delete from product_pair
      where brand_id = ${brand} and not exists (
        select from best
        where best.sku = product_pair.sku and best.other_sku = product_pair.other_sku and place <= ${pairsKept}))
    select count(*) as pairs from best where place <= ${pairsKept}`,
  )
  return row?.pairs ?? 0
}

/** Computes the products that occur in most of the newest checkouts. Replaces the earlier result. */
export async function computeBestSellers(db: Sql, brand: BrandId, sold: Sold): Promise<number> {
  const rows = await runFragment(
    db,
    sql`
    with ${bestSellers(brand, sold)},
    gone as (
      delete from best_seller where brand_id = ${brand} and place > (select count(*) from best))
    insert into best_seller (brand_id, place, sku, checkouts)
    select ${brand}, place, sku, checkouts from best
    on conflict (brand_id, place) do update set sku = excluded.sku, checkouts = excluded.checkouts
    returning place`,
  )
  return rows.length
}

export interface Pair {
  readonly sku: string
  readonly otherSku: string
  readonly score: number
}

/** The pairs as they would have been kept then. Changes nothing. */
export function listPairsAt(db: Sql, brand: BrandId, sold: Sold): Promise<Pair[]> {
  return runFragment<Pair>(
    db,
    sql`
    with ${bestPairs(brand, sold)}
    select sku, other_sku as "otherSku", score from best where place <= ${pairsKept}`,
  )
}

/** The best sellers as they would have been kept then, the best first. Changes nothing. */
export async function listSellersAt(db: Sql, brand: BrandId, sold: Sold): Promise<string[]> {
  const rows = await runFragment<{ sku: string }>(
    db,
    sql`
    with ${bestSellers(brand, sold)}
    select sku from best order by place`,
  )
  return rows.map(({ sku }) => sku)
}

/** The checkouts that both are computed from. */
function newest(brand: BrandId, now: Instant): Fragment {
  return sql`newest as (
      select request_ref, content, returned
      from checkout
      where brand_id = ${brand} and request_ref >= ${uuidFloor(now - lookedAt.days * day)}::uuid
        and happened_at <= to_timestamp(${now}::float8 / 1000)
        and kind = 'sale' and not is_voided and not fully_returned
      order by request_ref desc
      limit ${lookedAt.checkouts})`
}

/**
 * Ends with `best`: each product's partners, the best first. How good a pair must be depends on how many others are as
 * good (Benjamini and Hochberg 1995). `chance` is the upper tail of the normal distribution, by Mills' ratio: a little
 * too large.
 */
function bestPairs(brand: BrandId, { now, skus }: Sold): Fragment {
  const listed = skus ? textArray(skus) : null
  return sql`${newest(brand, now)},
    sold as materialized (
      select distinct request_ref, line ->> 'sku' as sku
      from newest
      cross join lateral json_array_elements(content -> 'lines') with ordinality as lines (line, place)
      where (line ->> 'quantity')::numeric > coalesce((returned -> 'units' ->> (place - 1)::integer)::numeric, 0)),
    baskets as (select request_ref, array_agg(sku) as skus from sold group by request_ref having count(*) <= ${basketProductsMax}),
    known as materialized (select unnest(skus) as sku, request_ref from baskets),
    totals as (select count(*)::float8 as n from baskets),
    each as materialized (select sku, count(*)::float8 as count from known group by sku),
    pairs as (
      select a.sku, b.sku as other_sku, count(*)::float8 as both_of
      from known as a join known as b on b.request_ref = a.request_ref and b.sku <> a.sku
      group by a.sku, b.sku
      having count(*) >= ${supportMin}),
    tables as (
      select pairs.sku, other_sku, n, both_of as k11, a.count - both_of as k12, b.count - both_of as k21,
        n - a.count - b.count + both_of as k22
      from pairs cross join totals join each as a on a.sku = pairs.sku join each as b on b.sku = other_sku
      where both_of * n > a.count * b.count),
    scored as (
      select sku, other_sku, 2 * (
        (select coalesce(sum(k * ln(k)), 0) from unnest(array[k11, k12, k21, k22, n]) as cell (k) where k > 0)
        - (select coalesce(sum(k * ln(k)), 0)
          from unnest(array[k11 + k12, k21 + k22, k11 + k21, k12 + k22]) as margin (k) where k > 0)) as score
      from tables),
    judged as materialized (
      -- Every pair is there in both directions, and so takes two rows for one place.
      select sku, other_sku, score, sqrt(1 / (2 * pi() * score)) * exp(-least(score, 1000) / 2) as chance,
        (row_number() over (order by score desc) + 1) / 2 as place
      from scored
      where score >= ${ratioMin}),
    possible as (select count(*)::float8 * (count(*) - 1) / 2 as pairs from each where count >= ${supportMin}),
    bar as (
      select min(score) as score
      from judged cross join possible
      where chance <= ${chanceShareMax}::float8 * place / possible.pairs),
    best as materialized (
      select sku, other_sku, judged.score,
        row_number() over (partition by sku order by judged.score desc, other_sku) as place
      from judged join bar on judged.score >= bar.score
      where ${listed}::text[] is null or other_sku in (select unnest(${listed}::text[])))`
}

/** Ends with `best`: the products that are in the most checkouts. */
function bestSellers(brand: BrandId, { now, skus }: Sold): Fragment {
  const listed = skus ? textArray(skus) : null
  return sql`${newest(brand, now)},
    sold as (
      select line ->> 'sku' as sku, count(distinct request_ref) as checkouts
      from newest
      cross join lateral json_array_elements(content -> 'lines') with ordinality as lines (line, place)
      where (line ->> 'quantity')::numeric > coalesce((returned -> 'units' ->> (place - 1)::integer)::numeric, 0)
        and (${listed}::text[] is null or line ->> 'sku' in (select unnest(${listed}::text[])))
      group by line ->> 'sku'),
    best as materialized (
      select sku, checkouts, row_number() over (order by checkouts desc, sku) as place from sold
      order by place
      limit ${sellersKept})`
}
