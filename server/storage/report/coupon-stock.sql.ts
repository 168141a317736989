import type { Sql } from '../../ground/database/connection.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { SummedBooks } from './sums-mark.sql.ts'

/** The coupons of a set as they are now. */
export interface CouponCounts {
  readonly coupon_set_id: string
  readonly issued: number
  readonly used: number
  readonly expired: number
  readonly disabled: number
  readonly open: number
  readonly in_stock: number
}

export function countCoupons(db: Sql, { brand }: SummedBooks, now: Instant): Promise<CouponCounts[]> {
  return db.rows<CouponCounts>`
    select coupon_set_id,
      count(*) filter (where allocated_at is not null) as issued,
      count(*) filter (where used_at is not null) as used,
      count(*) filter (where state = 'expired') as expired,
      count(*) filter (where state = 'disabled') as disabled,
      count(*) filter (where state = 'open') as open,
      count(*) filter (where allocated_at is null) as in_stock
    from (
      select coupon_set_id, allocated_at, used_at,
        case when allocated_at is null or used_at is not null then null
          when disabled is not null then 'disabled'
          when expires_at <= to_timestamp(${now}::float8 / 1000) then 'expired'
          else 'open' end as state
      from coupon
      where brand_id = ${brand}) as coupon
    group by coupon_set_id`
}

/** How often public codes were used, by what they are compared by. */
export function countCodeUses(db: Sql, { brand }: SummedBooks): Promise<{ code: string; used: number }[]> {
  return db.rows<{ code: string; used: number }>`
    select code, used from code_count where brand_id = ${brand} and used > 0`
}
