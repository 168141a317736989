import { plainArray, textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../kernel/ids.ts'

/** Of a card so many of its newest calls are looked at: one with a very long history may be left out, never let in. */
export const newestMax = 1000

/** Those of the root cards that signed up, or were used, at one of the locations. */
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
      and (owning_location = any(${textArray(locations)}::text[]) or exists (
        select
        from (
          select location_id
          from request
          where request.brand_id = ${brand} and request.card_id = card.card_id and card_seq is not null
          order by card_seq desc
          limit ${newestMax}) as newest
        where location_id = any(${textArray(locations)}::text[])))`
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
