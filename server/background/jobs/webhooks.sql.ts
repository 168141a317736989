import type { Sql } from '../../ground/database/connection.ts'
import { reachableBrands } from '../../ground/database/reachable-brands.sql.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'

/** Brands with notices to deliver, whether due or not. */
export async function listTellingBrands(db: Sql): Promise<BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select brand.brand_id
    from brand
    cross join lateral (
      -- The order by makes the planner use the index. Without it, it would read everything that waits.
      select from notice_delivery
      where notice_delivery.brand_id = brand.brand_id and given_up_at is null
        and (${brands}::text[] is null or notice_delivery.brand_id = any(${brands}::text[]))
      order by webhook_id, position
      limit 1) as waiting
    where (${brands}::text[] is null or brand.brand_id = any(${brands}::text[]))
    order by brand.brand_id`
  return rows.map((row) => row.brand_id)
}
