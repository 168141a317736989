import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** How many coupons of each set were generated. */
export async function countGenerated(db: Sql, brandId: BrandId): Promise<Map<string, number>> {
  const rows = await db.rows<{ set: string; count: number }>`
    select coupon_set_id as set, count(*) as count
    from coupon
    where brand_id = ${brandId} and origin = 'generated'
    group by coupon_set_id`
  return new Map(rows.map((row) => [row.set, row.count]))
}

/** Whether a file ever created a coupon of the brand. */
export async function hasStock(db: Sql, brandId: BrandId): Promise<boolean> {
  const rows = await db.rows`select from coupon where brand_id = ${brandId} and origin <> 'created' limit 1`
  return rows.length > 0
}

/** The sets in which ids are already used. */
export async function findCouponSets(db: Sql, brandId: BrandId, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; set: string }>`
    select coupon_id as id, coupon_set_id as set from coupon where brand_id = ${brandId} and coupon_id = any(${ids})`
  return new Map(rows.map((row) => [row.id, row.set]))
}

/**
 * The coupons that may be these codes in another case or form: all that are the same but for the case of ASCII letters,
 * and all that have other characters than ASCII, of which the caller finds those that are meant. Reads every coupon of
 * the brand, which nobody waits for at a till.
 */
export async function listCouponsLike(db: Sql, brandId: BrandId, codes: readonly string[]): Promise<string[]> {
  const lower = codes.map((code) => code.toLowerCase())
  const rows = await db.rows<{ id: string }>`
    select coupon_id as id
    from coupon
    where brand_id = ${brandId} and (lower(coupon_id collate "C") = any(${lower}) or coupon_id ~ '[^ -~]')`
  return rows.map((row) => row.id)
}

/** New coupons, ready for the database: a text for each column, a line for each coupon. */
export interface CouponColumns {
  readonly count: number
  readonly id: string
  readonly pickKey: string
}

/** Adds coupons, without those whose id is taken; returns how many were added. */
export function insertCouponStock(
  db: Sql,
  brandId: BrandId,
  set: { readonly id: string; readonly origin: 'listed' | 'generated' | 'created' },
  { id, pickKey }: CouponColumns,
): Promise<number> {
  return db.affected`
    insert into coupon (brand_id, coupon_set_id, origin, coupon_id, pick_key)
    select owner.brand_id, ${set.id}, ${set.origin}, id, pick_key::integer
    from (select brand_id from brand where brand_id = ${brandId}) as owner
    cross join unnest(string_to_array(${id}, E'\\n'), string_to_array(${pickKey}, E'\\n')) as made (id, pick_key)
    on conflict (brand_id, coupon_id) do nothing`
}
