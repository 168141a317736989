import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

export interface CardSpan {
  readonly first: CardId
  readonly last: CardId
}

/** The first and the last card of a brand; undefined if it has none. */
export async function findCardSpan(db: Sql, brand: BrandId): Promise<CardSpan | undefined> {
  const [row] = await db.rows<{ first: CardId | null; last: CardId | null }>`
    select (select card_id from card where brand_id = ${brand} order by card_id limit 1) as first,
      (select card_id from card where brand_id = ${brand} order by card_id desc limit 1) as last`
  return row?.first == null || row.last === null ? undefined : { first: row.first, last: row.last }
}

/** The last of so many cards after one; undefined if there are none. */
export async function findStretchEnd(
  db: Sql,
  brand: BrandId,
  after: CardId,
  size: number,
): Promise<{ readonly upto: CardId; readonly count: number } | undefined> {
  const [row] = await db.rows<{ upto: CardId | null; count: number }>`
    select max(card_id) as upto, count(*) as count
    from (
      select card_id from card where brand_id = ${brand} and card_id > ${after} order by card_id limit ${size}) as stretch`
  return row?.upto == null ? undefined : { upto: row.upto, count: row.count }
}

/** The cards of customers among a stretch of cards: of these sets, in use, and no child cards. */
export async function listMembersIn(
  db: Sql,
  brand: BrandId,
  range: { readonly after: CardId; readonly upto: CardId },
  sets: readonly string[],
): Promise<CardId[]> {
  const rows = await db.rows<{ card_id: CardId }>`
    select card_id
    from card
    where brand_id = ${brand} and card_id > ${range.after} and card_id <= ${range.upto}
      and card_set_id = any(${textArray(sets)}::text[]) and root_id is null and activated_at is not null
      and status not in ('Closed', 'Transfer')
    order by card_id`
  return rows.map((row) => row.card_id)
}

/** How many cards a brand has; beyond `most` it is not counted any further. */
export async function countCards(db: Sql, brand: BrandId, most: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from (select card_id from card where brand_id = ${brand} limit ${most}) as counted`
  return row?.count ?? 0
}

export async function listNumbersOf(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<string[]> {
  const rows = await db.rows<{ card_number: string }>`
    select card_number from card where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) order by card_id desc`
  return rows.map((row) => row.card_number)
}
