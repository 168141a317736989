import type { BrandId } from '../kernel/ids.ts'
import type { Sql } from './connection.ts'

export async function listBrandIds(db: Sql): Promise<BrandId[]> {
  const rows = await db.rows<{ brand_id: BrandId }>`select brand_id from brand order by brand_id`
  return rows.map((row) => row.brand_id)
}
