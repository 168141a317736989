import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import { daySum } from './day-sum.sql.ts'
import { discountLines } from './discount-lines.sql.ts'
import { doneCalls } from './done-calls.sql.ts'
import { type Calls, dayOf, type OpenBooks, type SummedBooks } from './sums-mark.sql.ts'

/** Coupons that calls issued; where nothing else refers to such a call, it may be gone. */
function issuedRows({ brand, timeZone }: SummedBooks, calls: Calls): Fragment {
  return sql`
    select coupon.allocated_by as ref, (coalesce(request.custom_date, coupon.allocated_at) at time zone ${timeZone})::date as day,
      coupon_set_id,
      '' as code, coalesce(request.location_id, '') as location_id, 'issued' as measure, '' as unit, 1::numeric as amount
    from coupon
    left join request on request.brand_id = ${brand} and request.request_ref = coupon.allocated_by
    where coupon.brand_id = ${brand} and ${calls(sql`coupon.allocated_by`)}`
}

/** Coupons and codes that sales used; a void takes the use back. */
function usedRows({ brand }: SummedBooks): Fragment {
  return sql`
    select done.request_ref as ref, done.day, coupon.coupon_set_id, '' as code, done.location_id, 'used' as measure, '' as unit,
      done.sign as amount
    from done
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = done.of_ref and sale.kind = 'sale'
    cross join lateral json_array_elements_text(coalesce(sale.content -> 'coupons', '[]')) as used (coupon_id)
    join coupon on coupon.brand_id = ${brand} and coupon.coupon_id = used.coupon_id
    union all
    select done.request_ref, done.day, used.one ->> 'set', used.one ->> 'code', done.location_id, 'used', '', done.sign
    from done
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = done.of_ref and sale.kind = 'sale'
    cross join lateral json_array_elements(coalesce(sale.content -> 'codes', '[]')) as used (one)`
}

/** Coupons that couponDetails marked as used, or as unused again. */
function markedRows(books: SummedBooks, calls: Calls): Fragment {
  const { brand } = books
  return sql`
    select request.request_ref as ref, ${dayOf(books)} as day, coupon.coupon_set_id, '' as code,
      coalesce(request.location_id, '') as location_id, 'marked' as measure, '' as unit, case when request.detail ->> 'couponAction' = 'unuse' then -1 else 1 end as amount
    from request
    join coupon on coupon.brand_id = ${brand} and coupon.coupon_id = request.detail ->> 'coupon'
    where request.brand_id = ${brand} and ${calls(sql`request.request_ref`)} and request.error_code is null
      and request.operation = 'couponDetails' and request.detail ->> 'couponAction' in ('use', 'unuse', 'useReservation')`
}

/** What they took off prices. A discount that is owed to several is shared equally, and the shares add up. */
function discountRows(books: SummedBooks): Fragment {
  const { brand } = books
  return sql`
    select line.ref, line.day, coalesce(code.one ->> 'set', coupon.coupon_set_id, '') as coupon_set_id,
      coalesce(code.one ->> 'code', '') as code, line.location_id, 'discount' as measure, line.unit,
      round(line.amount * owed.place / owed.places) - round(line.amount * (owed.place - 1) / owed.places) as amount
    from (${discountLines(books)}) as line
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = line.sale_ref
    cross join lateral (
      select id, place, json_array_length(line.coupons::json) as places
      from json_array_elements_text(line.coupons::json) with ordinality as behind (id, place)) as owed
    left join lateral (
      select one from json_array_elements(coalesce(sale.content -> 'codes', '[]')) as codes (one)
      where one ->> 'code' = owed.id) as code on true
    left join coupon on coupon.brand_id = ${brand} and coupon.coupon_id = owed.id
    where line.coupons <> ''`
}

/** All that some calls add to the sums of coupons, call by call. */
export function couponCalls(books: SummedBooks, calls: Calls): Fragment {
  return sql`
      with done as materialized (${doneCalls(books, calls)})
      ${issuedRows(books, calls)} union all ${usedRows(books)} union all ${markedRows(books, calls)}
      union all ${discountRows(books)}`
}

function couponRows(books: SummedBooks, calls: Calls): Fragment {
  return sql`
    select day, coupon_set_id, code, location_id, measure, unit, sum(amount) as amount
    from (${couponCalls(books, calls)}) as counted
    group by day, coupon_set_id, code, location_id, measure, unit`
}

/** What couponDetails marked cannot be made again: calls that nothing refers to may be forgotten. */
export const couponDay = daySum({
  table: sql`coupon_day`,
  keys: sql`day, coupon_set_id, code, location_id, measure, unit`,
  sums: [sql`amount`],
  rows: couponRows,
  subject: sql`day, coupon_set_id, code, location_id, measure, unit`,
  only: sql`measure <> 'marked'`,
})

/** What coupons of a set, or a public code, did in a period; amounts as text. */
export interface CouponSum {
  readonly coupon_set_id: string
  readonly code: string
  readonly location_id: string
  readonly measure: string
  readonly unit: string
  readonly amount: string
}

export function listCouponSums(
  db: Sql,
  books: OpenBooks,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CouponSum[]> {
  return runFragment<CouponSum>(
    db,
    sql`
      select coupon_set_id, code, location_id, measure, unit, sum(amount)::text as amount
      from (${couponDay.all(books)}) as days
      where day between ${from}::date and ${to}::date
      group by coupon_set_id, code, location_id, measure, unit`,
  )
}
