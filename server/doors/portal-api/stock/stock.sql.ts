import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Beyond this many nobody counts by the piece. What has more says so. */
export const countedMax = 100_000

export interface CardStock {
  readonly set: string
  readonly free: number
  readonly all: number
}

/** The cards of each set, each number up to the bound. */
export function countCards(db: Sql, brand: BrandId, sets: readonly string[]): Promise<CardStock[]> {
  return db.rows<CardStock>`
    select card_set.card_set_id as set, free.value as free, whole.value as all
    from card_set
    cross join lateral (
      select count(*) as value
      from (
        select from card
        where card.brand_id = ${brand} and card.card_set_id = card_set.card_set_id and status = 'Inventory'
        limit ${countedMax}) as counted) as free
    cross join lateral (
      select count(*) as value
      from (
        select from card
        where card.brand_id = ${brand} and card.card_set_id = card_set.card_set_id and root_id is null
        limit ${countedMax}) as counted) as whole
    where card_set.brand_id = ${brand} and card_set.card_set_id = any(${sets})
    order by card_set.card_set_id`
}

export interface CouponsLeft {
  readonly set: string
  readonly free: number
}

export function countFreeCoupons(db: Sql, brand: BrandId, sets: readonly string[]): Promise<CouponsLeft[]> {
  return db.rows<CouponsLeft>`
    select wanted.set, free.value as free
    from unnest(${sets}::text[]) as wanted (set)
    cross join lateral (
      select count(*) as value
      from (
        select from coupon
        where coupon.brand_id = ${brand} and coupon_set_id = wanted.set and allocated_at is null
        limit ${countedMax}) as counted) as free`
}

export interface GivenCoupons {
  readonly set: string
  readonly given: number
  readonly used: number
}

/** Coupons that were given out are in no index of their sets: the brand's are looked through, so many and no more. */
export function countGivenCoupons(db: Sql, brand: BrandId, lookedMax: number): Promise<GivenCoupons[]> {
  return db.rows<GivenCoupons>`
    select coupon_set_id as set, count(*) as given, count(used_at) as used
    from (
      select coupon_set_id, used_at from coupon
      where brand_id = ${brand} and allocated_at is not null
      limit ${lookedMax}) as looked
    group by coupon_set_id`
}

export interface CodeUses {
  readonly code: string
  readonly used: number
}

/** How often public codes were used, by what they are compared by. */
export function listCodeUses(db: Sql, brand: BrandId, codes: readonly string[]): Promise<CodeUses[]> {
  return db.rows<CodeUses>`select code, used from code_count where brand_id = ${brand} and code = any(${codes})`
}

export interface NumberPage {
  readonly after: string
  readonly count: number
}

/** The numbers of a set's cards, in the order in which they were made. */
export function listCardNumbers(db: Sql, brand: BrandId, set: string, { after, count }: NumberPage) {
  return db.rows<{ place: string; number: string; status: string }>`
    select card_id::text as place, card_number as number, status
    from card
    where brand_id = ${brand} and card_set_id = ${set} and root_id is null and card_id > ${after}::bigint
    order by card_id
    limit ${count}`
}

export function listCouponNumbers(db: Sql, brand: BrandId, set: string, { after, count }: NumberPage) {
  return db.rows<{ place: string; number: string; status: string }>`
    select coupon_id as place, coupon_id as number,
      case when used_at is not null then 'Used' when allocated_at is not null then 'Given out' else 'Free' end as status
    from coupon
    where brand_id = ${brand} and coupon_set_id = ${set} and coupon_id > ${after}
    order by coupon_id
    limit ${count}`
}
