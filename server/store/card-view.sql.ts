import type { Card, SealedPin } from '../card/card.ts'
import type { BrandId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import { textArray } from './arrays.ts'
import { type CardRow, toCardHead } from './card.sql.ts'
import type { Sql } from './connection.ts'
import type { CardView } from './reader.ts'

interface CardViewRow extends CardRow {
  lots: [number, number, string, number, number, boolean, number | null, number | null][] | null
  portions: [RequestRef, number, number][] | null
  now: Instant
}

/** Cards with their open lots and holds. One statement, so that all of it is of one snapshot. */
export async function findCards(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<CardView[]> {
  const rows = await db.rows<CardViewRow>`
    select card_id, card_number, card_set_id, custom_card_number, status, seq, lot_count, pin_sealed, pin_check,
      pin_failures, pin_locked_until, activated_at, expires_at, clock_timestamp() as now,
      (select json_agg(json_build_array(lot_no, value_type_id, bucket, amount, held, return_related,
          extract(epoch from expires_at) * 1000, extract(epoch from active_at) * 1000))
        from lot
        where lot.brand_id = card.brand_id and lot.card_id = card.card_id and is_open) as lots,
      (select json_agg(json_build_array(hold_ref, lot_no, amount))
        from hold_portion
        where hold_portion.brand_id = card.brand_id and hold_portion.card_id = card.card_id) as portions
    from card
    where brand_id = ${brand} and card_number = any(${textArray(numbers)}::text[])`
  return rows.map(toCardView)
}

export function toCardView(row: CardViewRow): CardView {
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
    ...(expires !== null && { expiresAt: expires }),
    ...(active !== null && { activeAt: active }),
  }
}

/** Any pin of any brand: what shows whether the secret key is the right one. */
export async function findSealedPin(
  db: Sql,
): Promise<{ brand: BrandId; cardNumber: string; pin: SealedPin } | undefined> {
  const [row] = await db.rows<{ brand_id: BrandId; card_number: string; pin_sealed: Buffer; pin_check: Buffer }>`
    select brand_id, card_number, pin_sealed, pin_check from card where pin_sealed is not null limit 1`
  if (!row) return undefined
  return { brand: row.brand_id, cardNumber: row.card_number, pin: { sealed: row.pin_sealed, check: row.pin_check } }
}
