import {
  type CheckoutContent,
  type CheckoutRecord,
  type ReturnedSoFar,
  unitsLeft,
} from '../../../domain/checkout/record.ts'
import { jsonColumn, jsonSeparator, plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface CheckoutRow {
  request_ref: RequestRef
  kind: CheckoutRecord['kind']
  card_id: CardId | null
  child_id: CardId | null
  happened_at: Instant
  location_id: string
  currency: string
  scale: number
  total: number
  discount: number
  net_total: number
  of_ref: RequestRef | null
  content: CheckoutContent
  is_voided: boolean
  returned: ReturnedSoFar | null
}

/** Checkouts by their calls. They are protected by the lock on the call's row, or on its card's row. */
export async function listCheckouts(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<CheckoutRecord[]> {
  const rows = await db.rows<CheckoutRow>`
    select request_ref, kind, card_id, child_id, happened_at, location_id, currency, scale, total, discount, net_total,
      of_ref, content, is_voided, returned
    from checkout
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
  return rows.map((row) => ({
    ref: row.request_ref,
    kind: row.kind,
    ...(row.card_id !== null && { cardId: row.card_id }),
    ...(row.child_id !== null && { childId: row.child_id }),
    happenedAt: row.happened_at,
    locationId: row.location_id,
    currency: row.currency,
    scale: row.scale,
    total: row.total,
    discount: row.discount,
    net: row.net_total,
    ...(row.of_ref !== null && { of: row.of_ref }),
    content: row.content,
    isVoided: row.is_voided,
    ...(row.returned !== null && { returned: row.returned }),
  }))
}

export function insertCheckouts(db: Sql, brand: BrandId, checkouts: readonly CheckoutRecord[]): Promise<unknown> {
  return db.rows`
    insert into checkout (brand_id, request_ref, kind, card_id, child_id, happened_at, location_id, currency, scale,
      total, discount, net_total, of_ref, content, quantity, is_voided, returned, returned_total, fully_returned)
    values (${brand},
      unnest(${plainArray(checkouts.map((one) => one.ref))}::uuid[]),
      unnest(${textArray(checkouts.map((one) => one.kind))}::text[]),
      unnest(${plainArray(checkouts.map((one) => one.cardId))}::bigint[]),
      unnest(${plainArray(checkouts.map((one) => one.childId))}::bigint[]),
      unnest(${timeArray(checkouts.map((one) => one.happenedAt))}::timestamptz[]),
      unnest(${textArray(checkouts.map((one) => one.locationId))}::text[]),
      unnest(${textArray(checkouts.map((one) => one.currency))}::text[]),
      unnest(${plainArray(checkouts.map((one) => one.scale))}::smallint[]),
      unnest(${plainArray(checkouts.map((one) => one.total))}::bigint[]),
      unnest(${plainArray(checkouts.map((one) => one.discount))}::bigint[]),
      unnest(${plainArray(checkouts.map((one) => one.net))}::bigint[]),
      unnest(${plainArray(checkouts.map((one) => one.of))}::uuid[]),
      unnest(string_to_array(${jsonColumn(checkouts.map((one) => one.content))}, ${jsonSeparator}, '')::json[]),
      unnest(${plainArray(checkouts.map(unitsLeft))}::numeric[]),
      unnest(${plainArray(checkouts.map((one) => one.isVoided))}::boolean[]),
      unnest(string_to_array(${jsonColumn(checkouts.map((one) => one.returned))}, ${jsonSeparator}, '')::json[]),
      unnest(${plainArray(checkouts.map((one) => one.returned?.total ?? 0))}::bigint[]),
      unnest(${plainArray(checkouts.map((one) => one.returned?.isFull ?? false))}::boolean[]))`
}

/** Stores voids and returns. What was sold stays unchanged. */
export function updateCheckouts(db: Sql, brand: BrandId, checkouts: readonly CheckoutRecord[]): Promise<unknown> {
  return db.rows`
    update checkout
    set is_voided = after.is_voided, returned = after.returned, returned_total = after.returned_total,
      fully_returned = after.fully_returned, quantity = after.quantity
    from unnest(
      ${plainArray(checkouts.map((one) => one.ref))}::uuid[],
      ${plainArray(checkouts.map((one) => one.isVoided))}::boolean[],
      string_to_array(${jsonColumn(checkouts.map((one) => one.returned))}, ${jsonSeparator}, '')::json[],
      ${plainArray(checkouts.map((one) => one.returned?.total ?? 0))}::bigint[],
      ${plainArray(checkouts.map((one) => one.returned?.isFull ?? false))}::boolean[],
      ${plainArray(checkouts.map(unitsLeft))}::numeric[])
      as after (request_ref, is_voided, returned, returned_total, fully_returned, quantity)
    where checkout.brand_id = ${brand} and checkout.request_ref = after.request_ref`
}
