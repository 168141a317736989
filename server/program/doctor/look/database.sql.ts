import type { Sql } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { ConnectionSight } from '../judge/connections.ts'
import type { DatabaseSight } from '../judge/database.ts'

/** Alone, because earlier versions do not know what else is asked. */
export async function findVersion(db: Sql): Promise<string> {
  const [row] = await db.rows<{ version: string }>`select current_setting('server_version') as version`
  return row?.version ?? ''
}

export async function lookAtDatabase(db: Sql): Promise<DatabaseSight> {
  const [row] = await db.rows<DatabaseSight>`
    select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
      json_build_object('fsync', current_setting('fsync'), 'full_page_writes', current_setting('full_page_writes'),
        'synchronous_commit', current_setting('synchronous_commit')) as durability,
      current_setting('archive_mode') as "archiveMode", datcollversion as "collationVersion",
      pg_database_collation_actual_version(oid) as "collationVersionNow"
    from pg_database
    where datname = current_database()`
  if (!row) throw new Error('The database does not list itself.')
  return row
}

export async function lookAtConnections(db: Sql): Promise<ConnectionSight> {
  const [row] = await db.rows<ConnectionSight>`
    select current_setting('max_connections')::integer as max,
      current_setting('superuser_reserved_connections')::integer
        + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved,
      (select count(*) from pg_stat_activity
        where backend_type = 'client backend' and application_name not like 'purser%') as others,
      array[(select rolconnlimit from pg_roles where rolname = current_user), datconnlimit] as limits
    from pg_database
    where datname = current_database()`
  if (!row) throw new Error('The database does not list itself.')
  return row
}

/** Whether a server or a worker is connected, on whatever machine. */
export async function hasServers(db: Sql): Promise<boolean> {
  const rows = await db.rows`
    select from pg_stat_activity
    where datname = current_database() and application_name in ('purser', 'purser lane', 'purser jobs')
    limit 1`
  return rows.length > 0
}

interface ClockSight {
  readonly aheadMs: number
  readonly doubtMs: number
}

/** By how much this machine's clock is ahead, and half the trip, which nobody can tell apart. The shortest of three trips. */
export async function compareClocks(db: Sql, clock: () => number): Promise<ClockSight> {
  const trips = [await compareOnce(db, clock), await compareOnce(db, clock), await compareOnce(db, clock)]
  return trips.reduce((best, trip) => (trip.doubtMs < best.doubtMs ? trip : best))
}

async function compareOnce(db: Sql, clock: () => number): Promise<ClockSight> {
  const before = clock()
  const [row] = await db.rows<{ now: Instant }>`select clock_timestamp() as now`
  const doubtMs = (clock() - before) / 2
  return { aheadMs: before + doubtMs - (row?.now ?? 0), doubtMs }
}

export async function hasTables(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`
    select to_regclass('migration') is not null and to_regclass('brand') is not null as there`
  return row?.there ?? false
}

/** Whether this database has the table for it: one of an older version has not. */
export async function remembersEnvironment(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('deployment') is not null as there`
  return row?.there ?? false
}
