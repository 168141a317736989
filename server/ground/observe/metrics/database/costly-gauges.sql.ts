import type { Sql } from '../../../database/connection.ts'

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

export interface StockGauge {
  readonly brand: string
  readonly set: string
  readonly value: number
}

/** Beyond this many nobody counts: what matters is whether they run out. */
const countedMax = 100_000

export function listFreeCards(db: Sql): Promise<StockGauge[]> {
  return db.rows<StockGauge>`
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
export function listFreeCoupons(db: Sql): Promise<StockGauge[]> {
  return db.rows<StockGauge>`
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

export interface BudgetSpent {
  readonly brand: string
  readonly counter: string
  /** 1 when all of it is spent. */
  readonly value: number
}

/** Of the periods that have not ended. What was given back and is not part of a stripe yet counts. */
export function listBudgets(db: Sql): Promise<BudgetSpent[]> {
  return db.rows<BudgetSpent>`
    select brand_id as brand, counter, max((spent + pending) / amount)::float8 as value
    from (
      select brand_id, counter, period, sum(spent) as spent, max(amount)::numeric as amount
      from budget_stripe
      where (ends_at is null or ends_at > now()) and amount > 0
      group by brand_id, counter, period) as budget
    cross join lateral (
      select coalesce(sum(budget_use.amount * case state when 0 then 1 else -1 end), 0) as pending
      from budget_use
      where budget_use.brand_id = budget.brand_id and budget_use.counter = budget.counter
        and budget_use.period = budget.period
        and ((state = 0 and (frees_at is null or frees_at > now())) or (state = 1 and frees_at <= now()))) as later
    group by brand_id, counter
    order by brand_id, counter`
}

export async function findDatabaseBytes(db: Sql): Promise<number> {
  const [row] = await db.rows<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return row?.bytes ?? 0
}
