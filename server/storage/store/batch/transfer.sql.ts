import type { CardSnapshot } from '../../../domain/card/snapshot.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
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
    values (${brand},
      unnest(${plainArray(rows.map(({ snapshot }) => snapshot.cardId))}::bigint[]),
      unnest(${plainArray(rows.map(({ ref }) => ref))}::uuid[]),
      unnest(${timeArray(rows.map(({ takenAt }) => takenAt))}::timestamptz[]),
      unnest(${textArray(rows.map(({ snapshot }) => JSON.stringify(snapshot.content)))}::jsonb[]))`
}
