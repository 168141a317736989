import type { Sql } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'

export async function listBrandIds(db: Sql): Promise<BrandId[]> {
  const rows = await db.rows<{ brand_id: BrandId }>`select brand_id from brand order by brand_id`
  return rows.map((row) => row.brand_id)
}
