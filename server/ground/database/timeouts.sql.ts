import type { ConnectionPool, Sql } from './connection.ts'
import { runFragment, sql, whole } from './fragment.ts'

export interface Timeouts {
  /** How long a statement waits for a lock; 0 is forever. */
  readonly lockMs?: number
  /** How long a statement may take; 0 is forever. */
  readonly statementMs?: number
  /** How long the transaction may do nothing; 0 is forever. */
  readonly idleMs?: number
}

/**
 * Changes the timeouts of the current transaction. By `set local`, which reaches every node that the transaction works
 * on; `set_config` would change them on the node alone that we are connected to.
 */
export async function setTimeouts(db: Sql, { lockMs, statementMs, idleMs }: Timeouts): Promise<void> {
  if (lockMs !== undefined) await runFragment(db, sql`set local lock_timeout = ${whole(lockMs)}`)
  if (statementMs !== undefined) await runFragment(db, sql`set local statement_timeout = ${whole(statementMs)}`)
  if (idleMs !== undefined) await runFragment(db, sql`set local idle_in_transaction_session_timeout = ${whole(idleMs)}`)
}

/** A transaction whose statements may take this long, for jobs that read a whole brand at once. */
export function inPatience<Result>(
  pool: ConnectionPool,
  patienceMs: number,
  use: (db: Sql) => Promise<Result>,
): Promise<Result> {
  return pool.withConnection(async (db) => {
    await db.rows`begin`
    await setTimeouts(db, { lockMs: patienceMs, statementMs: patienceMs })
    const result = await use(db)
    await db.rows`commit`
    return result
  }, patienceMs + 1000)
}

/**
 * One moment of the database, for reads that take seconds. Their statements are planned for their values, which costs
 * nothing beside them: a plan for any value would expect a third of all calls since a given one, and read whole tables.
 */
export function inLongRead<Result>(
  pool: ConnectionPool,
  patienceMs: number,
  use: (db: Sql) => Promise<Result>,
): Promise<Result> {
  return pool.withConnection(async (db) => {
    await db.rows`begin isolation level repeatable read, read only`
    await setTimeouts(db, { lockMs: patienceMs, statementMs: patienceMs })
    await planForValues(db)
    const result = await use(db)
    await db.rows`commit`
    return result
  }, patienceMs + 1000)
}

/** Plans the statements of the current transaction for their values. */
export async function planForValues(db: Sql): Promise<void> {
  await db.rows`set local plan_cache_mode = force_custom_plan`
}

/** Plans each statement of the current transaction once for all values, and takes the same plan in later ones that say so. */
export async function planOnce(db: Sql): Promise<void> {
  await db.rows`set local plan_cache_mode = force_generic_plan`
}

/**
 * Plans the statements of the current transaction as for many rows, whatever statistics say: they read a whole brand and
 * compare it with itself. Of a brand that has grown since statistics were gathered one row is expected, and whatever is
 * done once for each row is done for millions. A loop is still taken where nothing else can be; before PostgreSQL 18 one such
 * loop makes all plans look alike, so that far worse ones are chosen: there statistics are trusted.
 */
export async function planForWholeBrand(db: Sql): Promise<void> {
  await planForValues(db)
  const [server] = await db.rows<{ version: number }>`select current_setting('server_version_num')::integer as version`
  if (server && server.version >= 180_000) await db.rows`set local enable_nestloop = off`
}
