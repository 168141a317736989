import type { Sql } from './connection.ts'

/** How many more connections the database takes, beside those that others have now. */
export async function findFreeConnections(db: Sql): Promise<number> {
  const [row] = await db.rows<{ free: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - (select count(*)::int from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()) as free`
  return row?.free ?? 0
}
