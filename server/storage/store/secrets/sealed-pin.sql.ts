import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

/** A card whose pin was sealed with another key than the one that seals now. */
export interface PinnedCard {
  readonly cardId: CardId
  readonly number: string
  readonly sealed: Buffer
  readonly check: Buffer
}

export interface PinnedCoupon {
  readonly couponId: string
  readonly sealed: Buffer
  readonly check: Buffer
}

export interface NewPins<Id> {
  readonly ids: readonly Id[]
  readonly sealed: readonly Uint8Array[]
  readonly checks: readonly Uint8Array[]
}

/** The next of them, locked in the order in which calls lock cards. */
export function lockPinnedCards(db: Sql, brand: BrandId, keyId: number, page: { after: number; limit: number }) {
  return db.rows<PinnedCard>`
    select card_id as "cardId", card_number as number, pin_sealed as sealed, pin_check as check
    from card
    where brand_id = ${brand} and card_id > ${page.after} and pin_sealed is not null
      and get_byte(pin_sealed, 0) <> ${keyId}
    order by card_id
    limit ${page.limit}
    for no key update`
}

export async function updateCardPins(db: Sql, brand: BrandId, { ids, sealed, checks }: NewPins<CardId>): Promise<void> {
  await db.rows`
    update card
    set pin_sealed = after.sealed, pin_check = after.check_value
    from unnest(${ids}::bigint[], ${sealed}::bytea[], ${checks}::bytea[]) as after (card_id, sealed, check_value)
    where card.brand_id = ${brand} and card.card_id = after.card_id`
}

export function lockPinnedCoupons(db: Sql, brand: BrandId, keyId: number, page: { after: string; limit: number }) {
  return db.rows<PinnedCoupon>`
    select coupon_id as "couponId", pin_sealed as sealed, pin_check as check
    from coupon
    where brand_id = ${brand} and coupon_id > ${page.after} and pin_sealed is not null
      and get_byte(pin_sealed, 0) <> ${keyId}
    order by coupon_id
    limit ${page.limit}
    for no key update`
}

export async function updateCouponPins(
  db: Sql,
  brand: BrandId,
  { ids, sealed, checks }: NewPins<string>,
): Promise<void> {
  await db.rows`
    update coupon
    set pin_sealed = after.sealed, pin_check = after.check_value
    from unnest(${ids}::text[], ${sealed}::bytea[], ${checks}::bytea[]) as after (coupon_id, sealed, check_value)
    where coupon.brand_id = ${brand} and coupon.coupon_id = after.coupon_id`
}
