import type { CardSnapshot } from '../../../domain/card/snapshot.ts'
import { instantArray, plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface SnapshotRow {
  readonly snapshot: CardSnapshot
  readonly ref: RequestRef
  readonly takenAt: Instant
}

export function insertSnapshots(db: Sql, brand: BrandId, rows: readonly SnapshotRow[]): Promise<unknown> {
  return db.rows`
    insert into transfer_snapshot (brand_id, card_id, request_ref, taken_at, snapshot)
    select owner.brand_id, card_id, request_ref, to_timestamp(taken_at::float8 / 1000), snapshot
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(rows.map(({ snapshot }) => snapshot.cardId))}::bigint[],
      ${plainArray(rows.map(({ ref }) => ref))}::uuid[],
      ${instantArray(rows.map(({ takenAt }) => takenAt))}::bigint[],
      ${textArray(rows.map(({ snapshot }) => JSON.stringify(snapshot.content)))}::jsonb[])
      as taken (card_id, request_ref, taken_at, snapshot)`
}
