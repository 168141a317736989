import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Marks changes as done: in the transaction of what their rules did, or alone if nothing could be done. */
export function markChangesFired(db: Sql, brand: BrandId, seqs: readonly number[]): Promise<unknown> {
  return db.rows`
    update segment_change set fired_at = now()
    where brand_id = ${brand} and seq = any(${plainArray(seqs)}::bigint[]) and fired_at is null`
}
