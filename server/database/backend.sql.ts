import type { Sql } from './connection.ts'

/**
 * Whether the server process behind a connection still exists, and could still commit. If another process has got its
 * number since, the answer stays true for too long, but a false answer is always right.
 */
export async function isBackendAlive(db: Sql, backend: number): Promise<boolean> {
  const rows = await db.rows`select from pg_stat_activity where pid = ${backend}`
  return rows.length > 0
}
