import type { BrandId } from '../../kernel/ids.ts'
import type { Database } from '../brand.sql.ts'

/** How many coupons of each set were generated. */
export async function countGenerated(db: Database, brandId: BrandId): Promise<Map<string, number>> {
  const { rows } = await db.query<{ set: string; count: string | number }>({
    text: `
      select coupon_set_id as set, count(*) as count
      from coupon
      where brand_id = $1 and origin = 'generated'
      group by coupon_set_id`,
    values: [brandId],
  })
  return new Map(rows.map((row) => [row.set, Number(row.count)]))
}

/** Whether a file ever made a coupon of the brand. */
export async function hasStock(db: Database, brandId: BrandId): Promise<boolean> {
  const { rows } = await db.query({
    text: `select from coupon where brand_id = $1 and origin <> 'created' limit 1`,
    values: [brandId],
  })
  return rows.length > 0
}

/** The sets in which ids are used already. */
export async function findCouponSets(
  db: Database,
  brandId: BrandId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; set: string }>({
    text: `select coupon_id as id, coupon_set_id as set from coupon where brand_id = $1 and coupon_id = any($2)`,
    values: [brandId, ids],
  })
  return new Map(rows.map((row) => [row.id, row.set]))
}

/** New coupons, ready for the database: a text for each column, a line for each coupon. */
export interface CouponColumns {
  readonly count: number
  readonly id: string
  readonly pickKey: string
}

/** Adds coupons, and leaves out those whose id is taken; answers how many were added. */
export async function insertCoupons(
  db: Database,
  brandId: BrandId,
  set: { readonly id: string; readonly origin: 'listed' | 'generated' | 'created' },
  { id, pickKey }: CouponColumns,
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'insert_coupons',
    text: `
      insert into coupon (brand_id, coupon_set_id, origin, coupon_id, pick_key)
      select $1, $2, $3, id, pick_key::integer
      from unnest(string_to_array($4, E'\\n'), string_to_array($5, E'\\n')) as made (id, pick_key)
      on conflict (brand_id, coupon_id) do nothing`,
    values: [brandId, set.id, set.origin, id, pickKey],
  })
  return rowCount ?? 0
}
