import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface CardState {
  readonly created_at: Instant
  readonly activated_at: Instant | null
  readonly expires_at: Instant | null
  readonly owning_location: string | null
  readonly has_pin: boolean
  readonly pin_locked_until: Instant | null
  readonly lock_by: RequestRef | null
  readonly lock_until: Instant | null
  readonly transferred_by: RequestRef | null
  /** The card that has what this one had. */
  readonly heir_number: string | null
  /** The cards whose value this one has. */
  readonly former_numbers: readonly string[]
}

/** What a card's row knows beside its balances. */
export async function findCardState(db: Sql, brand: BrandId, card: CardId): Promise<CardState | undefined> {
  const [row] = await db.rows<CardState>`
    select created_at, activated_at, expires_at, owning_location, pin_sealed is not null as has_pin, pin_locked_until,
      lock_by, lock_until, transferred_by,
      (select heir.card_number
        from card_heir
        join card as heir on heir.brand_id = ${brand} and heir.card_id = card_heir.heir_id
        where card_heir.brand_id = ${brand} and card_heir.card_id = card.card_id) as heir_number,
      array(select former.card_number
        from card_heir
        join card as former on former.brand_id = ${brand} and former.card_id = card_heir.card_id
        where card_heir.brand_id = ${brand} and card_heir.heir_id = card.card_id and former.root_id is null
        order by former.card_id desc
        limit 20) as former_numbers
    from card
    where brand_id = ${brand} and card_id = ${card}`
  return row
}

export interface OpenLot {
  readonly lot_no: number
  readonly value_type_id: number
  readonly bucket: string
  readonly amount: number
  readonly held: number
  readonly return_related: boolean
  readonly issued_at: Instant
  readonly active_at: Instant | null
  readonly expires_at: Instant | null
}

/** What is left of each issuance to a card, what expires first, first. */
export function listOpenLots(db: Sql, brand: BrandId, card: CardId, limit: number): Promise<OpenLot[]> {
  return db.rows<OpenLot>`
    select lot_no, value_type_id, bucket, amount, held, return_related, issued_at, active_at, expires_at
    from lot
    where brand_id = ${brand} and card_id = ${card} and is_open
    order by expires_at nulls last, lot_no
    limit ${limit}`
}

/** When cards were last used, and where. Cards that never were are absent. */
export async function findLastCalls(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, { readonly at: Instant; readonly location: string | null }>> {
  if (cards.length === 0) return new Map()
  const rows = await db.rows<{ card_id: CardId; happened_at: Instant; location_id: string | null }>`
    select wanted.card_id, last.happened_at, last.location_id
    from unnest(${plainArray(cards)}::bigint[]) as wanted (card_id)
    cross join lateral (
      select happened_at, location_id
      from request
      where brand_id = ${brand} and card_id = wanted.card_id and card_seq is not null
      order by card_seq desc
      limit 1) as last`
  return new Map(rows.map((row) => [row.card_id, { at: row.happened_at, location: row.location_id }]))
}
