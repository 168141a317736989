import type { Sql } from '../../../ground/database/connection.ts'
import { type BrandId, uuidFloor } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

/** A customer's first purchase since an instant, and what they had bought lately by then. */
export interface HeldOut {
  readonly skus: readonly string[]
  readonly bought: readonly string[]
}

interface Sample {
  readonly at: Instant
  readonly until: Instant
  readonly customers: number
}

/** Purchases that are looked at for held-out ones; beyond them the rest of the period is not. */
const purchasesMax = 200_000

/** What a card bought lately, as recommendations see it (store/facts/recommendation.sql.ts). */
const lately = { days: 90, checkouts: 20 }

/** A sample of customers by chance, the same each time. Those who had bought nothing lately are left out. */
export function listHeldOut(db: Sql, brand: BrandId, { at, until, customers }: Sample): Promise<HeldOut[]> {
  return db.rows<HeldOut>`
    with since as (
      select card_id, request_ref, content
      from checkout
      where brand_id = ${brand} and request_ref >= ${uuidFloor(at)}::uuid and kind = 'sale' and not is_voided
        and not fully_returned and card_id is not null and happened_at > to_timestamp(${at}::float8 / 1000)
        and happened_at <= to_timestamp(${until}::float8 / 1000)
      order by request_ref
      limit ${purchasesMax}),
    firsts as (select distinct on (card_id) card_id, content from since order by card_id, request_ref),
    chosen as materialized (select card_id, content from firsts order by md5(card_id::text))
    select held.skus, known.skus as bought
    from chosen
    cross join lateral (
      select array_agg(distinct line ->> 'sku') as skus
      from json_array_elements(content -> 'lines') as lines (line)) as held
    cross join lateral (
      select array_agg(distinct line ->> 'sku') as skus
      from (
        select content
        from checkout
        where checkout.brand_id = ${brand} and checkout.card_id = chosen.card_id and kind = 'sale' and not is_voided
          and not fully_returned and happened_at <= to_timestamp(${at}::float8 / 1000)
          and happened_at >= to_timestamp((${at}::float8 - ${lately.days * day}) / 1000)
        order by happened_at desc
        limit ${lately.checkouts}) as latest
      cross join lateral json_array_elements(content -> 'lines') as lines (line)) as known
    where known.skus is not null and held.skus is not null
    limit ${customers}`
}
