import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'

/** A card that was transferred in, and the card that has what it had. */
export interface Inheritance {
  readonly from: CardId
  readonly to: CardId
}

/**
 * The heirs of the cards that earlier requests were about or changed, or whose offers they used. Read after the cards are locked: whoever makes
 * another card the heir holds the lock of the one that is.
 */
export async function listHeirs(
  db: Sql,
  brand: BrandId,
  refs: readonly RequestRef[],
): Promise<ReadonlyMap<CardId, CardId>> {
  const rows = await db.rows<{ card_id: CardId; heir_id: CardId }>`
    select card_id, heir_id
    from card_heir
    where brand_id = ${brand} and card_id in (
      select card_id from ledger where brand_id = ${brand} and request_ref = any(${refs}::uuid[])
      union all
      select unnest(array[card_id, child_id]) from request
      where brand_id = ${brand} and request_ref = any(${refs}::uuid[])
      union all
      select (one ->> 'cardId')::bigint
      from request
      cross join lateral jsonb_array_elements(
        coalesce(detail -> 'effects' -> 'usedOffers', '[]') || coalesce(detail -> 'effects' -> 'givenOffers', '[]')
        || coalesce(detail -> 'returnedOffers', '[]')) as offer (one)
      where brand_id = ${brand} and request_ref = any(${refs}::uuid[]))`
  return new Map(rows.map((row) => [row.card_id, row.heir_id]))
}

/**
 * Makes a card the heir of another one and of all whose heir that was, so that nobody has to follow a chain. The locks
 * of both cards are held, and without that of the former heir nobody changes these rows.
 */
export function insertHeirs(db: Sql, brand: BrandId, { from, to }: Inheritance): Promise<unknown> {
  return db.rows`
    insert into card_heir (brand_id, card_id, heir_id)
    select brand_id, card_id, ${to}::bigint
    from card
    where brand_id = ${brand} and (card_id = ${from} or card_id in (
      select card_id from card_heir where brand_id = ${brand} and heir_id = ${from}))
    on conflict (brand_id, card_id) do update set heir_id = excluded.heir_id`
}
