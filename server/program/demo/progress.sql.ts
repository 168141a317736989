import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** How far the history of a brand has been made. */
export interface HistoryProgress {
  /** When its making began: the history ends there. */
  readonly beganAt: Instant
  readonly daysDone: number
}

/** Notes that a brand should get a history. Whoever finds the note makes it, or goes on with it. */
export async function askForHistory(db: Sql, brand: BrandId, now: Instant): Promise<void> {
  await db.rows`create schema if not exists purser_demo`
  await db.rows`
    create table if not exists purser_demo.history (
      brand_id text primary key, began_at timestamptz not null, days_done integer not null)`
  await db.rows`
    insert into purser_demo.history (brand_id, began_at, days_done) values (${brand}, ${toTimestamp(now)}, 0)
    on conflict do nothing`
}

async function hasHistoryTable(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('purser_demo.history') is not null as there`
  return row?.there ?? false
}

/** Undefined where nobody has asked for a history, and where it is finished. */
export async function findProgress(db: Sql, brand: BrandId): Promise<HistoryProgress | undefined> {
  if (!(await hasHistoryTable(db))) return undefined
  const [row] = await db.rows<HistoryProgress>`
    select began_at as "beganAt", days_done as "daysDone" from purser_demo.history where brand_id = ${brand}`
  return row
}

export async function updateProgress(db: Sql, brand: BrandId, daysDone: number): Promise<void> {
  await db.rows`update purser_demo.history set days_done = ${daysDone} where brand_id = ${brand}`
}

/** Nothing of it stays but the history itself. */
export async function forgetProgress(db: Sql): Promise<void> {
  await db.rows`drop schema if exists purser_demo cascade`
}

/** Waits until nobody else makes a history in this database. Held until the connection ends. */
export async function lockHistory(db: Sql): Promise<void> {
  await db.rows`set statement_timeout = 0`
  await db.rows`set lock_timeout = 0`
  await db.rows`select pg_advisory_lock(hashtext('purser demo history'))`
}

/** Whether anybody has called the brand. */
export async function hasCalls(db: Sql, brand: BrandId): Promise<boolean> {
  const rows = await db.rows`select request_ref from request where brand_id = ${brand} limit 1`
  return rows.length > 0
}
