import type { BrandId } from '../kernel/ids.ts'
import type { Sql } from './connection.ts'

/**
 * Whether the server process behind a connection still exists, and could still commit. If another process has got its
 * number since, the answer stays true for too long, but a false answer is always right.
 */
export async function isBackendAlive(db: Sql, backend: number): Promise<boolean> {
  const rows = await db.rows`select from pg_stat_activity where pid = ${backend}`
  return rows.length > 0
}

/**
 * Where brands lie on several nodes, the same of the process that works for that backend on the brand's node: it may
 * commit although the backend is gone that told it to. It has the number of the backend in its name.
 */
export async function isBackendAliveAtBrand(db: Sql, backend: number, brand: BrandId): Promise<boolean> {
  const [row] = await db.rows<{ name: string }>`
    select 'citus_internal gpid='
      || citus_calculate_gpid(citus_nodeid_for_gpid(citus_backend_gpid()), ${backend}::integer) as name`
  const rows = await db.rows`
    select
    from brand
    cross join pg_stat_get_activity(null) as other
    where brand.brand_id = ${brand} and other.application_name = ${row?.name ?? ''}`
  return rows.length > 0
}
