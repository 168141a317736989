import assert from 'node:assert/strict'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { SegmentState } from '../../../storage/store/queries/segment-state.sql.ts'

/** The last card of the next slice of a brand's cards; undefined when there are no more. */
export async function findSliceEnd(db: Sql, brand: BrandId, after: CardId, size: number): Promise<CardId | undefined> {
  const [row] = await db.rows<{ upto: CardId | null }>`
    select max(card_id) as upto
    from (
      select card_id from card where brand_id = ${brand} and card_id > ${after} order by card_id limit ${size}) as slice`
  return row?.upto ?? undefined
}

/** Makes other refreshes of the segment wait until the transaction ends, and returns how far the refresh is. */
export async function lockSegment(db: Sql, brand: BrandId, segment: string): Promise<SegmentState> {
  const held = await findLocked(db, brand, segment)
  if (held) return held
  await db.rows`
    insert into segment_state (brand_id, segment_id) values (${brand}, ${segment}) on conflict do nothing`
  const made = await findLocked(db, brand, segment)
  assert(made, 'a segment has one state')
  return made
}

async function findLocked(db: Sql, brand: BrandId, segment: string): Promise<SegmentState | undefined> {
  const [state] = await db.rows<SegmentState>`
    select segment_id, refreshed_at, config_sha256, cursor_card
    from segment_state
    where brand_id = ${brand} and segment_id = ${segment}
    for update`
  return state
}

/** Stores how far the refresh of a locked segment is. Without a cursor it is done. */
export function updateSegmentState(
  db: Sql,
  brand: BrandId,
  segment: string,
  state: { readonly refreshedAt?: Instant | undefined; readonly configSha256: Buffer; readonly cursor?: CardId },
): Promise<unknown> {
  return db.rows`
    update segment_state
    set refreshed_at = to_timestamp(${state.refreshedAt ?? null}::float8 / 1000), config_sha256 = ${state.configSha256},
      cursor_card = ${state.cursor ?? null}
    where brand_id = ${brand} and segment_id = ${segment}`
}

/** Removes at most `limit` members of a segment that the brand no longer has; returns how many. */
export function deleteStrayMembers(db: Sql, brand: BrandId, segment: string, limit: number): Promise<number> {
  return db.affected`
    delete from segment_member
    where brand_id = ${brand} and segment_id = ${segment} and card_id in (
      select card_id from segment_member where brand_id = ${brand} and segment_id = ${segment} limit ${limit})`
}

export function deleteSegmentState(db: Sql, brand: BrandId, segment: string): Promise<unknown> {
  return db.rows`delete from segment_state where brand_id = ${brand} and segment_id = ${segment}`
}

/** A card that entered or left, and for which no rule has run yet. */
export interface WaitingChange {
  readonly seq: number
  readonly segment_id: string
  readonly card_number: string
  readonly change: 'enter' | 'leave'
}

/** In the order in which they happened. */
export function listWaitingChanges(db: Sql, brand: BrandId, after: number, limit: number): Promise<WaitingChange[]> {
  return db.rows<WaitingChange>`
    select waiting.seq, segment_id, card_number, change
    from segment_change as waiting
    join card on card.brand_id = waiting.brand_id and card.card_id = waiting.card_id
    where waiting.brand_id = ${brand} and fired_at is null and waiting.seq > ${after}
    order by waiting.seq
    limit ${limit}`
}

/** Deletes at most `limit` changes that were handled long ago. */
export function deleteOldChanges(db: Sql, brand: BrandId, before: Instant, limit: number): Promise<unknown> {
  return db.rows`
    delete from segment_change
    where brand_id = ${brand} and seq in (
      select seq from segment_change
      where brand_id = ${brand} and fired_at < to_timestamp(${before}::float8 / 1000)
      limit ${limit})`
}
