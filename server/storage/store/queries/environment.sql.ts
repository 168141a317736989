import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface LastVerify {
  ran_at: Instant
  ledger_rows: number
  discrepancies: number
}

/** When the brand's balances were last checked against the ledger, and what came of it. */
export async function findLastVerify(db: Sql, brand: BrandId): Promise<LastVerify | undefined> {
  const [row] = await db.rows<LastVerify>`
    select ran_at, ledger_rows, discrepancies from verify_run where brand_id = ${brand}`
  return row
}

export interface LastMigration {
  number: number
  name: string
  applied_at: Instant
}

export async function findLastMigration(db: Sql): Promise<LastMigration | undefined> {
  const [row] = await db.rows<LastMigration>`
    select number, name, applied_at from migration order by number desc limit 1`
  return row
}

export interface ServerSight {
  role: 'start' | 'work'
  version: string
  started_at: Instant
}

/** The servers and workers that were heard of within a minute. Their machines are not told. */
export function listServerSights(db: Sql): Promise<ServerSight[]> {
  return db.rows<ServerSight>`
    select role, version, started_at
    from running_server
    where seen_at > clock_timestamp() - interval '1 minute'
    order by started_at`
}
