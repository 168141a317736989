import { plainArray } from '../../../ground/database/arrays.ts'
import type { ConnectionPool, Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import { settledJob } from '../../../ground/kernel/settled.ts'
import { insertRequests, type RequestRecord } from './record.sql.ts'

/**
 * Records of calls that were answered already, so that they cannot be named anew. Those that the books are settled beyond
 * are noted, for the job that sums up. The mark is read when the records are written: see readClock.
 */
export function insertRecords(pool: ConnectionPool, brand: BrandId, records: readonly RequestRecord[]): Promise<void> {
  return pool.withConnection(async (db) => {
    await db.rows`begin`
    await insertRequests(db, brand, records)
    const settled = await findSettled(db, brand)
    const late = records.map(({ call }) => call.ref).filter((ref) => settled !== undefined && ref <= settled)
    if (late.length > 0) await noteUnsummed(db, brand, late)
    await db.rows`commit`
  })
}

/** Up to where no call is stored any more; absent before the books were settled for the first time. */
export async function findSettled(db: Sql, brand: BrandId): Promise<RequestRef | undefined> {
  const [row] = await db.rows<{ mark: RequestRef }>`
    select mark from job_mark where brand_id = ${brand} and job = ${settledJob}`
  return row?.mark
}

function noteUnsummed(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    insert into unsummed_call (brand_id, request_ref)
    values (${brand},
      unnest(${plainArray(refs)}::uuid[]))`
}
