import type { Instant } from '../kernel/time.ts'
import type { Sql } from './connection.ts'
import { setTimeouts } from './timeouts.sql.ts'

export async function begin(db: Sql, lockTimeoutMs?: number): Promise<void> {
  await Promise.all([db.rows`begin`, lockTimeoutMs !== undefined && setTimeouts(db, { lockMs: lockTimeoutMs })])
}

/** One moment of the whole database, in which nothing can be changed or locked. */
export async function beginSnapshot(db: Sql): Promise<void> {
  await db.rows`begin isolation level repeatable read read only`
}

/** The database's time, for callers that hold no locks. */
export async function readNow(db: Sql): Promise<Instant> {
  const [row] = await db.rows<{ now: Instant }>`select clock_timestamp() as now`
  return row?.now ?? 0
}
