import type { Coupon } from '../../../domain/coupon/coupon.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Which free coupons of a set are wanted. */
export interface FreeCoupons {
  readonly setId: string
  readonly count: number
  /** Coupons that are not to be picked, although they are free and not locked by others. */
  readonly except: readonly string[]
  /** With a card: only coupons that any card may use, or this one. */
  readonly cardNumber: string | undefined
}

interface FreeRow {
  coupon_id: string
  tags: string[]
  allowed_cards: string[]
}

/** Locks free coupons of a set in the order of their random keys, passing over those that others hold. */
export async function pickFreeCoupons(
  db: Sql,
  brand: BrandId,
  wanted: FreeCoupons,
  keys: { readonly from: number; readonly to: number },
): Promise<Coupon[]> {
  const { setId, count, except, cardNumber = null } = wanted
  const rows = await db.rows<FreeRow>`
    select coupon_id, tags, allowed_cards
    from coupon
    where brand_id = ${brand} and coupon_set_id = ${setId} and allocated_at is null
      and pick_key between ${keys.from} and ${keys.to} and coupon_id <> all(${except}::text[])
      and (${cardNumber}::text is null or allowed_cards = '{}' or ${cardNumber} = any(allowed_cards))
    order by pick_key
    limit ${count}
    for no key update skip locked`
  return rows.map((row) => toFreeCoupon(row, setId))
}

/** Locks free coupons of a set, waiting for those that others hold; too few means that the set has no more. */
export async function awaitFreeCoupons(db: Sql, brand: BrandId, wanted: FreeCoupons): Promise<Coupon[]> {
  const { setId, count, except, cardNumber = null } = wanted
  const rows = await db.rows<FreeRow>`
    select coupon_id, tags, allowed_cards
    from coupon
    where brand_id = ${brand} and coupon_set_id = ${setId} and allocated_at is null
      and coupon_id <> all(${except}::text[])
      and (${cardNumber}::text is null or allowed_cards = '{}' or ${cardNumber} = any(allowed_cards))
    order by pick_key
    limit ${count}
    for no key update`
  return rows.map((row) => toFreeCoupon(row, setId))
}

function toFreeCoupon(row: FreeRow, setId: string): Coupon {
  return { id: row.coupon_id, setId, tags: row.tags, allowedCards: row.allowed_cards }
}

/** Which of these ids are in use. */
export async function listTakenIds(db: Sql, brand: BrandId, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ coupon_id: string }>`
    select coupon_id from coupon where brand_id = ${brand} and coupon_id = any(${ids}::text[])`
  return rows.map((row) => row.coupon_id)
}
