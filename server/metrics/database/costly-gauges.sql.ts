import type { Sql } from '../../database/connection.ts'

export interface Liability {
  readonly brand: string
  readonly program: string
  readonly balanceType: string
  readonly balanceCode: string
  /** In the value type's own unit. */
  readonly value: number
}

/** Adds up the balances, which are themselves kept sums of the lots. */
export function listLiabilities(db: Sql): Promise<Liability[]> {
  return db.rows<Liability>`
    select value_type.brand_id as brand, program_id as program, balance_type as "balanceType",
      balance_code as "balanceCode", coalesce(total.amount / power(10::numeric, scale), 0)::float8 as value
    from value_type
    left join (
      select brand_id, value_type_id, sum(amount) as amount
      from balance
      where amount > 0
      group by brand_id, value_type_id) as total
      on total.brand_id = value_type.brand_id and total.value_type_id = value_type.value_type_id
    order by value_type.brand_id, value_type.value_type_id`
}

export interface StockLeft {
  readonly brand: string
  readonly set: string
  readonly value: number
}

/** Beyond this many nobody counts: what matters is whether they run out. */
const countedMax = 100_000

export function listFreeCards(db: Sql): Promise<StockLeft[]> {
  return db.rows<StockLeft>`
    select card_set.brand_id as brand, card_set_id as set, free.value
    from card_set
    cross join lateral (
      select count(*) as value
      from (
        select from card
        where card.brand_id = card_set.brand_id and card.card_set_id = card_set.card_set_id and status = 'Inventory'
        limit ${countedMax}) as counted) as free
    order by card_set.brand_id, card_set_id`
}

/** Sets that are switched off are not in the document's list; those of public codes have no coupons. */
export function listFreeCoupons(db: Sql): Promise<StockLeft[]> {
  return db.rows<StockLeft>`
    select brand.brand_id as brand, coupon_set ->> 'id' as set, free.value
    from brand
    cross join lateral jsonb_array_elements(brand.document -> 'couponSets') as coupon_set
    cross join lateral (
      select count(*) as value
      from (
        select from coupon
        where coupon.brand_id = brand.brand_id and coupon_set_id = coupon_set ->> 'id' and allocated_at is null
        limit ${countedMax}) as counted) as free
    where not coupon_set ? 'codes'
    order by brand.brand_id, set`
}

export async function findDatabaseBytes(db: Sql): Promise<number> {
  const [row] = await db.rows<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return row?.bytes ?? 0
}
