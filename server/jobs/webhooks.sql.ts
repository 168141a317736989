import type { Sql } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'

/** Brands of which something is to be told, whether it is due or not. */
export async function listTellingBrands(db: Sql): Promise<BrandId[]> {
  const rows = await db.rows<{ brand_id: BrandId }>`
    select brand.brand_id
    from brand
    cross join lateral (
      -- The order keeps the planner on the index: without it, it would read all that waits to find out who has nothing.
      select from notice_delivery
      where notice_delivery.brand_id = brand.brand_id and given_up_at is null
      order by webhook_id, position
      limit 1) as waiting
    order by brand.brand_id`
  return rows.map((row) => row.brand_id)
}
