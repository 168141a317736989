import { jsonColumn, jsonSeparator, plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { SealedPin } from '../../../ground/kernel/sealed-pin.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A coupon that exists, as far as an import looks at it. */
export interface StoredCoupon {
  readonly id: string
  readonly setId: string
  readonly state: 'unallocated' | 'unused' | 'used'
  readonly cardNumber: string | undefined
  readonly expiresAt: Instant | undefined
}

export async function findCoupons(db: Sql, brand: BrandId, ids: readonly string[]): Promise<StoredCoupon[]> {
  const rows = await db.rows<{
    coupon_id: string
    coupon_set_id: string
    state: StoredCoupon['state']
    card_number: string | null
    expires_at: Instant | null
  }>`
    select coupon_id, coupon_set_id, card_number, coupon.expires_at,
      case when used_at is not null then 'used' when allocated_at is not null then 'unused' else 'unallocated' end as state
    from coupon
    left join card on card.brand_id = ${brand} and card.card_id = coupon.card_id
    where coupon.brand_id = ${brand} and coupon_id = any(${textArray(ids)}::text[])`
  return rows.map((row) => ({
    id: row.coupon_id,
    setId: row.coupon_set_id,
    state: row.state,
    cardNumber: row.card_number ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  }))
}

export interface NewCoupon {
  readonly id: string
  readonly setId: string
  readonly pickKey: number
  readonly tags: readonly string[]
  readonly allowedCards: readonly string[]
  readonly expiresAt?: Instant
  readonly pin?: SealedPin
  readonly allocatedAt?: Instant
  readonly by?: RequestRef
  readonly usedAt?: Instant
  readonly cardId?: CardId
  readonly promotionId?: string
}

/** Adds coupons. Fails if somebody else has made one of them in the meantime. */
export function insertImportedCoupons(db: Sql, brand: BrandId, coupons: readonly NewCoupon[]): Promise<unknown> {
  return db.rows`
    insert into coupon (brand_id, coupon_id, coupon_set_id, pick_key, origin, tags, allowed_cards, pin_sealed,
      pin_check, allocated_at, allocated_by, card_id, promotion_id, expires_at, used_at, used_by)
    select owner.brand_id, coupon_id, coupon_set_id, pick_key, 'created', array(select jsonb_array_elements_text(tags)),
      array(select jsonb_array_elements_text(allowed_cards)), decode(pin_sealed, 'hex'), decode(pin_check, 'hex'),
      allocated_at, allocated_by, card_id, promotion_id, expires_at, used_at,
      case when used_at is not null then allocated_by end
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${textArray(coupons.map((coupon) => coupon.id))}::text[],
      ${textArray(coupons.map((coupon) => coupon.setId))}::text[],
      ${plainArray(coupons.map((coupon) => coupon.pickKey))}::integer[],
      string_to_array(${jsonColumn(coupons.map((coupon) => coupon.tags))}, ${jsonSeparator})::jsonb[],
      string_to_array(${jsonColumn(coupons.map((coupon) => coupon.allowedCards))}, ${jsonSeparator})::jsonb[],
      ${plainArray(coupons.map((coupon) => hexOf(coupon.pin?.sealed)))}::text[],
      ${plainArray(coupons.map((coupon) => hexOf(coupon.pin?.check)))}::text[],
      ${textArray(coupons.map((coupon) => toTimestamp(coupon.allocatedAt)))}::timestamptz[],
      ${plainArray(coupons.map((coupon) => coupon.by))}::uuid[],
      ${plainArray(coupons.map((coupon) => coupon.cardId))}::bigint[],
      ${textArray(coupons.map((coupon) => coupon.promotionId))}::text[],
      ${textArray(coupons.map((coupon) => toTimestamp(coupon.expiresAt)))}::timestamptz[],
      ${textArray(coupons.map((coupon) => toTimestamp(coupon.usedAt)))}::timestamptz[])
      as made (coupon_id, coupon_set_id, pick_key, tags, allowed_cards, pin_sealed, pin_check, allocated_at,
        allocated_by, card_id, promotion_id, expires_at, used_at)`
}

const hexOf = (bytes: Uint8Array | undefined) =>
  bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
