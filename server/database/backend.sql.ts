import type { Sql } from './connection.ts'

/**
 * Whether the server process behind a connection is still there, and could still commit. Another one may have been
 * given its number since; then certainty comes late or not at all, but never wrongly.
 */
export async function isBackendAlive(db: Sql, backend: number): Promise<boolean> {
  const rows = await db.rows`select from pg_stat_activity where pid = ${backend}`
  return rows.length > 0
}
