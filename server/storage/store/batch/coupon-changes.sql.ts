import type { Coupon } from '../../../domain/coupon/coupon.ts'
import { jsonColumn, jsonSeparator } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/**
 * Inserts coupons that calls created. They are never picked from the stock, so their pick key does not matter. Lists of
 * lists of different lengths cannot be bound, so that each list is sent as JSON.
 */
export function insertCoupons(db: Sql, brand: BrandId, coupons: readonly Coupon[]): Promise<unknown> {
  return db.rows`
    insert into coupon (brand_id, coupon_id, coupon_set_id, pick_key, origin, tags, allowed_cards, pin_sealed,
      pin_check, allocated_at, allocated_by, card_id, promotion_id, expires_at, used_at, used_by, reserved_until,
      reserved_by, disabled)
    select owner.brand_id, coupon_id, coupon_set_id, 0, 'created', array(select jsonb_array_elements_text(tags)),
      array(select jsonb_array_elements_text(allowed_cards)), pin_sealed, pin_check, allocated_at, allocated_by,
      card_id, promotion_id, expires_at, used_at, used_by, reserved_until, reserved_by, disabled
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${coupons.map((coupon) => coupon.id)}::text[],
      ${coupons.map((coupon) => coupon.setId)}::text[],
      string_to_array(${jsonColumn(coupons.map((coupon) => coupon.tags))}, ${jsonSeparator})::jsonb[],
      string_to_array(${jsonColumn(coupons.map((coupon) => coupon.allowedCards))}, ${jsonSeparator})::jsonb[],
      ${coupons.map((coupon) => coupon.newPin?.sealed ?? null)}::bytea[],
      ${coupons.map((coupon) => coupon.newPin?.check ?? null)}::bytea[],
      ${coupons.map((coupon) => toTimestamp(coupon.allocation?.at))}::timestamptz[],
      ${coupons.map((coupon) => coupon.allocation?.by ?? null)}::uuid[],
      ${coupons.map((coupon) => coupon.allocation?.card?.id ?? null)}::bigint[],
      ${coupons.map((coupon) => coupon.allocation?.promotionId ?? null)}::text[],
      ${coupons.map((coupon) => toTimestamp(coupon.expiresAt))}::timestamptz[],
      ${coupons.map((coupon) => toTimestamp(coupon.use?.at))}::timestamptz[],
      ${coupons.map((coupon) => coupon.use?.by ?? null)}::uuid[],
      ${coupons.map((coupon) => toTimestamp(coupon.reservation?.until))}::timestamptz[],
      ${coupons.map((coupon) => coupon.reservation?.setup ?? null)}::uuid[],
      ${coupons.map((coupon) => coupon.disabled ?? null)}::text[])
      as made (coupon_id, coupon_set_id, tags, allowed_cards, pin_sealed, pin_check, allocated_at, allocated_by,
        card_id, promotion_id, expires_at, used_at, used_by, reserved_until, reserved_by, disabled)
    order by coupon_id`
}

/** Keeps the stored PIN unless a decision set a new one. */
export function updateCoupons(db: Sql, brand: BrandId, coupons: readonly Coupon[]): Promise<unknown> {
  return db.rows`
    update coupon
    set tags = array(select jsonb_array_elements_text(after.tags)),
      allowed_cards = array(select jsonb_array_elements_text(after.allowed_cards)),
      pin_sealed = coalesce(after.pin_sealed, coupon.pin_sealed),
      pin_check = coalesce(after.pin_check, coupon.pin_check),
      allocated_at = after.allocated_at, allocated_by = after.allocated_by, card_id = after.card_id,
      promotion_id = after.promotion_id, expires_at = after.expires_at, used_at = after.used_at,
      used_by = after.used_by, reserved_until = after.reserved_until, reserved_by = after.reserved_by,
      disabled = after.disabled
    from unnest(
      ${coupons.map((coupon) => coupon.id)}::text[],
      string_to_array(${jsonColumn(coupons.map((coupon) => coupon.tags))}, ${jsonSeparator})::jsonb[],
      string_to_array(${jsonColumn(coupons.map((coupon) => coupon.allowedCards))}, ${jsonSeparator})::jsonb[],
      ${coupons.map((coupon) => coupon.newPin?.sealed ?? null)}::bytea[],
      ${coupons.map((coupon) => coupon.newPin?.check ?? null)}::bytea[],
      ${coupons.map((coupon) => toTimestamp(coupon.allocation?.at))}::timestamptz[],
      ${coupons.map((coupon) => coupon.allocation?.by ?? null)}::uuid[],
      ${coupons.map((coupon) => coupon.allocation?.card?.id ?? null)}::bigint[],
      ${coupons.map((coupon) => coupon.allocation?.promotionId ?? null)}::text[],
      ${coupons.map((coupon) => toTimestamp(coupon.expiresAt))}::timestamptz[],
      ${coupons.map((coupon) => toTimestamp(coupon.use?.at))}::timestamptz[],
      ${coupons.map((coupon) => coupon.use?.by ?? null)}::uuid[],
      ${coupons.map((coupon) => toTimestamp(coupon.reservation?.until))}::timestamptz[],
      ${coupons.map((coupon) => coupon.reservation?.setup ?? null)}::uuid[],
      ${coupons.map((coupon) => coupon.disabled ?? null)}::text[])
      as after (coupon_id, tags, allowed_cards, pin_sealed, pin_check, allocated_at, allocated_by, card_id,
        promotion_id, expires_at, used_at, used_by, reserved_until, reserved_by, disabled)
    where coupon.brand_id = ${brand} and coupon.coupon_id = after.coupon_id`
}
