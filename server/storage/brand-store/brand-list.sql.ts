import type { Sql } from '../../ground/database/connection.ts'
import { findReachableBrands, reachableBrands } from '../../ground/database/reachable-brands.sql.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'

/** Every brand of the database; where brands lie on several nodes, those whose nodes answer. */
export async function listBrandIds(db: Sql): Promise<readonly BrandId[]> {
  const reachable = await findReachableBrands(db)
  if (reachable) return reachable
  const rows = await db.rows<{ brand_id: BrandId }>`select brand_id from brand order by brand_id`
  return rows.map((row) => row.brand_id)
}

export async function hasBrands(db: Sql): Promise<boolean> {
  return (await listBrandIds(db)).length > 0
}

export async function brandExists(db: Sql, brand: BrandId): Promise<boolean> {
  const rows = await db.rows`select from brand where brand_id = ${brand}`
  return rows.length > 0
}

/** Which of these brands exist. */
export function listExisting(db: Sql, brands: readonly BrandId[]): Promise<{ brand_id: BrandId }[]> {
  return db.rows<{ brand_id: BrandId }>`select brand_id from brand where brand_id = any(${brands})`
}

/** Every brand with its name; the same ones. */
export async function listBrandNames(db: Sql): Promise<{ brand_id: BrandId; name: string }[]> {
  const brands = await reachableBrands(db)
  return db.rows<{ brand_id: BrandId; name: string }>`
    select brand_id, name
    from brand
    where (${brands}::text[] is null or brand_id = any(${brands}::text[]))
    order by brand_id`
}

/** How many of these brands users of the portal have made within a day. */
export async function countFounded(db: Sql, brands: readonly BrandId[]): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from brand_version
    where brand_id = any(${brands}) and version = 1 and actor_kind = 'user' and made_at > now() - interval '1 day'`
  return row?.count ?? 0
}
