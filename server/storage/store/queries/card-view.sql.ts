import type { Card } from '../../../domain/card/card.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { SealedPin } from '../../../ground/kernel/sealed-pin.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type CardRow, toCardHead } from '../batch/card.sql.ts'

interface CardViewRow extends CardRow {
  lots: [number, number, string, number, number, boolean, number | null, number | null][] | null
  portions: [RequestRef, number, number][] | null
  now: Instant
}

/** Root cards with their open lots and holds. One statement, so that all of it is of one snapshot. */
export async function findCards(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<CardView[]> {
  const rows = await db.rows<CardViewRow>`
    select card_id, card_number, card_set_id, custom_card_number, status, seq, lot_count, pin_sealed, pin_check,
      pin_failures, pin_locked_until, activated_at, expires_at, owning_location, clock_timestamp() as now,
      (select json_agg(json_build_array(lot_no, value_type_id, bucket, amount, held, return_related,
          extract(epoch from expires_at) * 1000, extract(epoch from active_at) * 1000))
        from lot
        where lot.brand_id = ${brand} and lot.card_id = card.card_id and is_open) as lots,
      (select json_agg(json_build_array(hold_ref, lot_no, amount))
        from hold_portion
        where hold_portion.brand_id = ${brand} and hold_portion.card_id = card.card_id) as portions
    from card
    where brand_id = ${brand} and card_number = any(${textArray(numbers)}::text[]) and root_id is null`
  return rows.map(toCardView)
}

interface ChildViewRow extends CardViewRow {
  root_id: CardId
  root_number: string
}

/** The child cards of root cards with their open lots and holds, the oldest first. Their pin is their root's. */
export async function findChildren(db: Sql, brand: BrandId, roots: readonly CardId[]): Promise<CardView[]> {
  const rows = await db.rows<ChildViewRow>`
    select card.card_id, card.card_number, card.card_set_id, card.custom_card_number, card.status, card.seq,
      card.lot_count, root.pin_sealed, root.pin_check, card.pin_failures, card.pin_locked_until, card.activated_at,
      card.expires_at, card.owning_location, card.root_id, root.card_number as root_number, clock_timestamp() as now,
      (select json_agg(json_build_array(lot_no, value_type_id, bucket, amount, held, return_related,
          extract(epoch from expires_at) * 1000, extract(epoch from active_at) * 1000))
        from lot
        where lot.brand_id = ${brand} and lot.card_id = card.card_id and is_open) as lots,
      (select json_agg(json_build_array(hold_ref, lot_no, amount))
        from hold_portion
        where hold_portion.brand_id = ${brand} and hold_portion.card_id = card.card_id) as portions
    from card
    join card as root on root.brand_id = card.brand_id and root.card_id = card.root_id
    where card.brand_id = ${brand} and card.root_id = any(${plainArray(roots)}::bigint[])
    order by card.card_id`
  return rows.map((row) => {
    const { card, now } = toCardView(row)
    return { card: { ...card, root: { id: row.root_id, number: row.root_number } }, now }
  })
}

/**
 * The root cards that may be meant by a number that no usable card has exactly as it was written: those that have it in
 * any case, then those that have a child of it, then those that cannot be used; the oldest first.
 */
export async function listMeantNumbers(db: Sql, brand: BrandId, number: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ card_number: string }>`
    select card_number
    from (
      select card_number, card_id, case when status in ('Activated', 'Demo') then 1 else 3 end as rank
      from card
      where brand_id = ${brand} and card_number = lower(${number}) and root_id is null
      union all
      select card_number, card_id, case when status in ('Activated', 'Demo') then 1 else 3 end
      from card
      where brand_id = ${brand} and lower(card_number) = lower(${number}) and card_number <> lower(card_number)
        and root_id is null
      union all
      select root.card_number, child.card_id, 2
      from card as child
      join card as root on root.brand_id = ${brand} and root.card_id = child.root_id
      where child.brand_id = ${brand} and child.card_number in (${number}, lower(${number})) and child.root_id is not null
      union all
      select root.card_number, child.card_id, 2
      from card as child
      join card as root on root.brand_id = ${brand} and root.card_id = child.root_id
      where child.brand_id = ${brand} and lower(child.card_number) = lower(${number})
        and child.card_number <> lower(child.card_number) and child.root_id is not null) as meant
    order by rank, card_id
    limit ${limit}`
  return [...new Set(rows.map((row) => row.card_number))]
}

function toCardView(row: CardViewRow): CardView {
  const card: Card = {
    ...toCardHead(row),
    balances: [],
    lots: (row.lots ?? []).map(toLot),
    portions: (row.portions ?? []).map(([hold, lot, amount]) => ({ hold, lot, amount })),
  }
  return { card, now: row.now }
}

function toLot([no, valueType, bucket, amount, held, returnRelated, expires, active]: NonNullable<
  CardViewRow['lots']
>[number]) {
  return {
    no,
    valueType,
    bucket,
    amount,
    held,
    returnRelated,
    issuedAt: 0,
    expired: 0,
    settled: 0,
    ...(expires !== null && { expiresAt: expires }),
    ...(active !== null && { activeAt: active }),
  }
}

/** A child of a card by its number; undefined when there is none, or none was asked for. */
export async function findChildId(
  db: Sql,
  brand: BrandId,
  { root, childNumber }: { readonly root: CardId; readonly childNumber: string | undefined },
): Promise<CardId | undefined> {
  if (childNumber === undefined) return undefined
  const [row] = await db.rows<{ card_id: CardId }>`
    select card_id from card where brand_id = ${brand} and root_id = ${root} and card_number = ${childNumber}`
  return row?.card_id
}

/** The numbers of cards and child cards. */
export async function findNumbers(
  db: Sql,
  brand: BrandId,
  ids: readonly CardId[],
): Promise<ReadonlyMap<CardId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<{ card_id: CardId; card_number: string }>`
    select card_id, card_number from card where brand_id = ${brand} and card_id = any(${plainArray(ids)}::bigint[])`
  return new Map(rows.map((row) => [row.card_id, row.card_number]))
}

/** The pin of a card, sealed, if there is such a card and it has one. */
export async function findPin(db: Sql, brand: BrandId, cardNumber: string): Promise<SealedPin | undefined> {
  const [row] = await db.rows<{ sealed: Buffer | null; check: Buffer | null }>`
    select pin_sealed as sealed, pin_check as check from card where brand_id = ${brand} and card_number = ${cardNumber}`
  return row?.sealed && row.check ? { sealed: row.sealed, check: row.check } : undefined
}

/** Any pin of any brand: what shows whether the secret key is the right one. */
export async function findSealedPin(
  db: Sql,
): Promise<{ brand: BrandId; cardNumber: string; pin: SealedPin } | undefined> {
  const brands = await reachableBrands(db)
  const [row] = await db.rows<{ brand_id: BrandId; card_number: string; pin_sealed: Buffer; pin_check: Buffer }>`
    select brand_id, card_number, pin_sealed, pin_check
    from card
    where pin_sealed is not null and (${brands}::text[] is null or brand_id = any(${brands}::text[]))
    limit 1`
  if (!row) return undefined
  return { brand: row.brand_id, cardNumber: row.card_number, pin: { sealed: row.pin_sealed, check: row.pin_check } }
}

/** A card as it is at an instant of the database's clock, in one snapshot. */
export interface CardView {
  readonly card: Card
  readonly now: Instant
}
