import type { BrandId, RequestRef } from '../kernel/ids.ts'
import type { Sql } from './connection.ts'

/** Whether the server process behind a lane's connection is still there, and could still commit. */
export async function isBackendAlive(db: Sql, backend: number): Promise<boolean> {
  const rows = await db.rows`
    select from pg_stat_activity where pid = ${backend} and application_name = 'purser lane'`
  return rows.length > 0
}

/** Whether any of the requests was committed. */
export async function hasAnyRequest(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<boolean> {
  const rows = await db.rows`
    select from request where brand_id = ${brand} and request_ref = any(${refs}::uuid[]) limit 1`
  return rows.length > 0
}
