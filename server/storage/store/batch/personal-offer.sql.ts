import type { HeldOffer, OfferTerms } from '../../../domain/card/card.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Owned } from './card-changes.sql.ts'

interface OfferRow {
  holder_id: CardId
  card_id: CardId
  offer_no: number
  terms: OfferTerms
  custom_id: number | null
  active_at: Instant | null
  expires_at: Instant
  max_uses: number
  uses: number
  withdrawn: boolean
  given_by: RequestRef
}

/** All personal offers of cards, those that transfers brought first, in the order in which they were given. */
export async function listOffers(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<Map<CardId, readonly HeldOffer[]>> {
  const rows = await db.rows<OfferRow>`
    select holder_id, personal_offer.card_id, offer_no, terms, custom_id, active_at, expires_at, max_uses, uses, withdrawn,
      given_by
    from (
      select unnest(${plainArray(cards)}::bigint[]) as holder_id, unnest(${plainArray(cards)}::bigint[]) as card_id
      union all
      select heir_id, card_id from card_heir where brand_id = ${brand} and heir_id = any(${plainArray(cards)}::bigint[])
      ) as holder
    join personal_offer on personal_offer.brand_id = ${brand} and personal_offer.card_id = holder.card_id
    order by personal_offer.card_id = holder_id, personal_offer.card_id, offer_no`
  const byCard = Map.groupBy(rows, (row) => row.holder_id)
  return new Map([...byCard].map(([card, offers]) => [card, offers.map(toOffer)]))
}

function toOffer(row: OfferRow): HeldOffer {
  return {
    no: row.offer_no,
    ...(row.card_id !== row.holder_id && { of: row.card_id }),
    terms: row.terms,
    ...(row.custom_id !== null && { customId: row.custom_id }),
    ...(row.active_at !== null && { activeAt: row.active_at }),
    expiresAt: row.expires_at,
    maxUses: row.max_uses,
    uses: row.uses,
    isWithdrawn: row.withdrawn,
    by: row.given_by,
  }
}

export function insertOffers(db: Sql, brand: BrandId, offers: readonly Owned<HeldOffer>[]): Promise<unknown> {
  return db.rows`
    insert into personal_offer (brand_id, card_id, offer_no, terms, custom_id, active_at, expires_at, max_uses, uses,
      withdrawn, given_by)
    values (${brand},
      unnest(${plainArray(offers.map(({ card }) => card))}::bigint[]),
      unnest(${plainArray(offers.map(({ part }) => part.no))}::integer[]),
      unnest(${textArray(offers.map(({ part }) => JSON.stringify(part.terms)))}::jsonb[]),
      unnest(${plainArray(offers.map(({ part }) => part.customId))}::integer[]),
      unnest(${offers.map(({ part }) => toTimestamp(part.activeAt))}::timestamptz[]),
      unnest(${offers.map(({ part }) => toTimestamp(part.expiresAt))}::timestamptz[]),
      unnest(${plainArray(offers.map(({ part }) => part.maxUses))}::integer[]),
      unnest(${plainArray(offers.map(({ part }) => part.uses))}::integer[]),
      unnest(${plainArray(offers.map(({ part }) => part.isWithdrawn))}::boolean[]),
      unnest(${plainArray(offers.map(({ part }) => part.by))}::uuid[]))`
}

/** Updates the uses of offers. What was offered stays unchanged. */
export function updateOffers(db: Sql, brand: BrandId, offers: readonly Owned<HeldOffer>[]): Promise<unknown> {
  return db.rows`
    update personal_offer
    set uses = after.uses, withdrawn = after.withdrawn
    from unnest(
      ${plainArray(offers.map(({ card, part }) => part.of ?? card))}::bigint[],
      ${plainArray(offers.map(({ part }) => part.no))}::integer[],
      ${plainArray(offers.map(({ part }) => part.uses))}::integer[],
      ${plainArray(offers.map(({ part }) => part.isWithdrawn))}::boolean[])
      as after (card_id, offer_no, uses, withdrawn)
    where personal_offer.brand_id = ${brand} and personal_offer.card_id = after.card_id
      and personal_offer.offer_no = after.offer_no`
}

/** A use of an offer, by the call in which it was used. */
export interface OfferUseRow {
  readonly ref: RequestRef
  readonly cardId: CardId
  readonly offer: number
  readonly happenedAt: Instant
}

export function insertOfferUses(db: Sql, brand: BrandId, uses: readonly OfferUseRow[]): Promise<unknown> {
  return db.rows`
    insert into offer_use (brand_id, request_ref, card_id, offer_no, happened_at)
    values (${brand},
      unnest(${plainArray(uses.map((use) => use.ref))}::uuid[]),
      unnest(${plainArray(uses.map((use) => use.cardId))}::bigint[]),
      unnest(${plainArray(uses.map((use) => use.offer))}::integer[]),
      unnest(${timeArray(uses.map((use) => use.happenedAt))}::timestamptz[]))`
}

export function deleteOfferUses(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    delete from offer_use where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}
