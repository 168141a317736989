import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A call as whoever follows calls sees it. */
export interface TailedCall {
  request_ref: RequestRef
  operation: string
  happened_at: Instant
  card_id: CardId | null
  location_id: string | null
  terminal_id: string | null
  error_code: number | null
  /** Who made it in the portal. */
  made_by: string | null
}

/** Calls that arrived after this one and are recorded, oldest first. */
export function listCallsAfter(db: Sql, brand: BrandId, after: RequestRef, limit: number): Promise<TailedCall[]> {
  return db.rows<TailedCall>`
    select request_ref, operation, happened_at, card_id, location_id, terminal_id, error_code,
      detail ->> 'user' as made_by
    from request
    where brand_id = ${brand} and request_ref > ${after}::uuid
    order by request_ref
    limit ${limit}`
}

export interface RefStretch {
  /** Without this one. */
  readonly after: RequestRef
  readonly upTo: RequestRef
  readonly limit: number
}

/** The references of a stretch alone, oldest first: an index answers that. */
export async function listRefs(db: Sql, brand: BrandId, { after, upTo, limit }: RefStretch): Promise<RequestRef[]> {
  const rows = await db.rows<{ request_ref: RequestRef }>`
    select request_ref
    from request
    where brand_id = ${brand} and request_ref > ${after}::uuid and request_ref <= ${upTo}::uuid
    order by request_ref
    limit ${limit}`
  return rows.map((row) => row.request_ref)
}

export function listCallsOf(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<TailedCall[]> {
  return db.rows<TailedCall>`
    select request_ref, operation, happened_at, card_id, location_id, terminal_id, error_code,
      detail ->> 'user' as made_by
    from request
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])
    order by request_ref`
}

/** What the database has carried out so far, whatever its clock says; of one node. */
export async function readSnapshot(db: Sql): Promise<string> {
  const [row] = await db.rows<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`
  return row?.snapshot ?? ''
}

/**
 * The references of a stretch that were not there yet in a snapshot. A row has the number of its transaction without its
 * upper half, which is that of the next one, or one less. A void writes the row of its call anew: those were there.
 */
export async function listRefsSince(
  db: Sql,
  brand: BrandId,
  snapshot: string,
  { after, upTo, limit }: RefStretch,
): Promise<RequestRef[]> {
  const rows = await db.rows<{ request_ref: RequestRef }>`
    select request_ref
    from request
    cross join (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) as now
    where brand_id = ${brand} and request_ref > ${after}::uuid and request_ref <= ${upTo}::uuid and voided_by is null
      and not pg_visible_in_snapshot(
        (next - ((next - request.xmin::text::bigint) & 4294967295))::text::xid8, ${snapshot}::pg_snapshot)
    order by request_ref
    limit ${limit}`
  return rows.map((row) => row.request_ref)
}
