import { plainArray, textArray } from '../server/ground/database/arrays.ts'
import type { Sql } from '../server/ground/database/connection.ts'

/** A checkout to be: its content as JSON, its total in cents, its units. */
export interface PlannedCheckout {
  /** Absent for an anonymous one. */
  readonly card?: number
  readonly at: number
  readonly content: string
  readonly total: number
  readonly units: number
}

/** Stores checkouts of the past as calls would have left them. */
export async function insertPurchases(db: Sql, brand: string, planned: readonly PlannedCheckout[]): Promise<void> {
  await db.rows`
    with visits as materialized (
      select card_id, at, content, total, units, uuidv7(to_timestamp(at / 1000) - now()) as ref
      from unnest(
        ${plainArray(planned.map(({ card }) => card))}::bigint[],
        ${plainArray(planned.map(({ at }) => at))}::float8[],
        ${textArray(planned.map(({ content }) => content))}::text[],
        ${plainArray(planned.map(({ total }) => total))}::bigint[],
        ${plainArray(planned.map(({ units }) => units))}::bigint[]) as visit (card_id, at, content, total, units)),
    recorded as (
      insert into request (brand_id, request_ref, operation, call_type, happened_at, card_id, location_id, terminal_id)
      select ${brand}, ref, 'checkout', 'CHECKOUT_COMPLETE', to_timestamp(at / 1000), card_id, 'L1', 'T1' from visits)
    insert into checkout (brand_id, request_ref, kind, card_id, happened_at, location_id, currency, scale, total,
      discount, net_total, content, quantity)
    select ${brand}, ref, 'sale', card_id, to_timestamp(at / 1000), 'L1', 'USD', 2, total, 0, total, content::json,
      units * 1000000
    from visits`
}

export async function listBestSellers(db: Sql, brand: string): Promise<string[]> {
  const rows = await db.rows<{ sku: string }>`select sku from best_seller where brand_id = ${brand} order by place`
  return rows.map(({ sku }) => sku)
}

export interface StoredScore {
  readonly card: number
  readonly total: number
  readonly recency: number
  readonly frequency: number
  readonly monetary: number
}

export function listStoredScores(db: Sql, brand: string): Promise<StoredScore[]> {
  return db.rows<StoredScore>`
    select card_id as card, total::integer, recency::float8, frequency::float8, monetary::float8
    from card_score
    where brand_id = ${brand}`
}
