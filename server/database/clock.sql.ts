import type { Instant } from '../kernel/time.ts'
import type { Sql } from './connection.ts'

export async function begin(db: Sql, lockTimeoutMs?: number): Promise<void> {
  const wait = `${lockTimeoutMs}ms`
  await Promise.all([
    db.rows`begin`,
    lockTimeoutMs !== undefined && db.rows`select set_config('lock_timeout', ${wait}, true)`,
  ])
}

/** The database's time, for callers that hold no locks. */
export async function readNow(db: Sql): Promise<Instant> {
  const [row] = await db.rows<{ now: Instant }>`select clock_timestamp() as now`
  return row?.now ?? 0
}
