import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'

/**
 * Those of the root cards that are of one of the locations: they signed up there or, where that is not known, were first
 * used there. What is done with a card later makes it nobody else's.
 */
export async function listCardsOfPlaces(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  locations: readonly string[],
): Promise<ReadonlySet<CardId>> {
  if (cards.length === 0 || locations.length === 0) return new Set()
  const rows = await db.rows<{ card_id: CardId }>`
    select card_id
    from card
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
      and coalesce(nullif(owning_location, ''), (
        select location_id
        from request
        where request.brand_id = ${brand} and request.card_id = card.card_id and card_seq is not null
        order by card_seq
        limit 1)) = any(${textArray(locations)}::text[])`
  return new Set(rows.map((row) => row.card_id))
}

/** Where calls were made; calls without a place are absent. */
export async function findCallPlaces(
  db: Sql,
  brand: BrandId,
  refs: readonly RequestRef[],
): Promise<ReadonlyMap<RequestRef, string>> {
  if (refs.length === 0) return new Map()
  const rows = await db.rows<{ request_ref: RequestRef; location_id: string }>`
    select request_ref, location_id
    from request
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[]) and location_id is not null`
  return new Map(rows.map((row) => [row.request_ref, row.location_id]))
}
