import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface SegmentState {
  readonly segment_id: string
  readonly refreshed_at: Instant | null
  readonly config_sha256: Buffer | null
  readonly cursor_card: CardId | null
}

export function listSegmentStates(db: Sql, brand: BrandId): Promise<SegmentState[]> {
  return db.rows<SegmentState>`
    select segment_id, refreshed_at, config_sha256, cursor_card from segment_state where brand_id = ${brand}`
}

/** Has every segment of the brand refreshed from its beginning as soon as the job looks, as if it had been changed. */
export function makeSegmentsDue(db: Sql, brand: BrandId): Promise<unknown> {
  return db.rows`update segment_state set config_sha256 = null where brand_id = ${brand}`
}

/** How many cards are in each of these segments. */
export function countMembers(
  db: Sql,
  brand: BrandId,
  segments: readonly string[],
): Promise<{ segment_id: string; members: number }[]> {
  return db.rows`
    select segment_id, count(*) as members
    from segment_member
    where brand_id = ${brand} and segment_id = any(${textArray(segments)}::text[])
    group by segment_id
    order by segment_id`
}
