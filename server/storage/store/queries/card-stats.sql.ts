import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/**
 * Where a card shopped, by what was spent, how often, and last. Sums of different currencies are compared as they are; a
 * return that names no sale lowers what was spent where it was made.
 */
export interface ShoppingPlaces {
  readonly most_spent: string | null
  readonly most_shopped: string | null
  readonly last_shopped: string | null
}

export async function findShoppingPlaces(db: Sql, brand: BrandId, card: CardId): Promise<ShoppingPlaces> {
  const [row] = await db.rows<ShoppingPlaces>`
    with place as (
      select location_id, sum(net_total - returned_total) as spent, count(*) filter (where kind = 'sale') as visits,
        max(happened_at) filter (where kind = 'sale') as last_at
      from checkout
      where brand_id = ${brand} and (card_id = ${card} or card_id = any(array(
          select card_id from card_heir where brand_id = ${brand} and heir_id = ${card}))) and not is_voided
        and (kind = 'sale' and not fully_returned or kind = 'return' and of_ref is null)
      group by location_id
      having count(*) filter (where kind = 'sale') > 0)
    select (select location_id from place order by spent desc, location_id limit 1) as most_spent,
      (select location_id from place order by visits desc, location_id limit 1) as most_shopped,
      (select location_id from place order by last_at desc, location_id limit 1) as last_shopped`
  return row ?? { most_spent: null, most_shopped: null, last_shopped: null }
}

/** The last purchases of a card, the newest first: what its rhythm is derived from. */
export async function listPurchaseTimes(db: Sql, brand: BrandId, card: CardId, limit: number): Promise<Instant[]> {
  const rows = await db.rows<{ happened_at: Instant }>`
    select happened_at
    from checkout
    where brand_id = ${brand} and (card_id = ${card} or card_id = any(array(
        select card_id from card_heir where brand_id = ${brand} and heir_id = ${card})))
      and kind = 'sale' and not is_voided and not fully_returned
    order by happened_at desc
    limit ${limit}`
  return rows.map((row) => row.happened_at)
}

/** What is suspicious when there is much of it. */
export interface CardSignals {
  readonly pin_failures: number
  /** Of the last 90 days. */
  readonly calls: number
  readonly voids: number
  readonly returns: number
  /** Of the last hour. */
  readonly calls_of_hour: number
  /** Different ones, of the last 24 hours. */
  readonly locations_of_day: number
}

export async function findSignals(db: Sql, brand: BrandId, card: CardId): Promise<CardSignals> {
  const [row] = await db.rows<CardSignals>`
    select card.pin_failures, count(request_ref) as calls,
      count(*) filter (where call_type in ('VOID', 'VOID_CHECKOUT')) as voids,
      count(*) filter (where call_type = 'RETURN_MERCHANDISE') as returns,
      count(*) filter (where happened_at > now() - interval '1 hour') as calls_of_hour,
      count(distinct location_id) filter (where happened_at > now() - interval '24 hours') as locations_of_day
    from card
    left join request on request.brand_id = card.brand_id and request.card_id = card.card_id
      and card_seq is not null and happened_at > now() - interval '90 days'
    where card.brand_id = ${brand} and card.card_id = ${card}
    group by card.card_id, card.pin_failures`
  return row ?? { pin_failures: 0, calls: 0, voids: 0, returns: 0, calls_of_hour: 0, locations_of_day: 0 }
}
