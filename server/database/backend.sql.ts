import type { Sql } from './connection.ts'

/** Whether the server process behind a lane's connection is still there, and could still commit. */
export async function isBackendAlive(db: Sql, backend: number): Promise<boolean> {
  const rows = await db.rows`
    select from pg_stat_activity where pid = ${backend} and application_name = 'purser lane'`
  return rows.length > 0
}
