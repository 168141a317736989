import type { Allocation, Coupon, DisabledBy } from '../coupon/coupon.ts'
import type { CardStatus } from '../kernel/card-status.ts'
import type { BrandId, CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { Sql } from './connection.ts'

interface CouponRow {
  coupon_id: string
  coupon_set_id: string
  tags: string[]
  allowed_cards: string[]
  allocated_at: Instant | null
  allocated_by: RequestRef | null
  card_id: CardId | null
  card_status: CardStatus | null
  card_expires_at: Instant | null
  promotion_id: string | null
  expires_at: Instant | null
  used_at: Instant | null
  used_by: RequestRef | null
  reserved_until: Instant | null
  reserved_by: RequestRef | null
  disabled: DisabledBy | null
}

/** Locks the coupons in the order of their ids. Comes after all cards are locked. */
export async function lockCoupons(db: Sql, brand: BrandId, ids: readonly string[]): Promise<void> {
  await db.rows`
    select from coupon
    where brand_id = ${brand} and coupon_id = any(${ids}::text[])
    order by coupon_id
    for no key update`
}

/** Coupons with what is to be known of their cards, which are not locked: a coupon follows a card's status. */
export async function listCoupons(db: Sql, brand: BrandId, ids: readonly string[]): Promise<Coupon[]> {
  const rows = await db.rows<CouponRow>`
    select coupon_id, coupon_set_id, tags, allowed_cards, allocated_at, allocated_by, card_id,
      status as card_status, card.expires_at as card_expires_at, promotion_id, coupon.expires_at, used_at, used_by,
      reserved_until, reserved_by, disabled
    from coupon
    left join card using (brand_id, card_id)
    where brand_id = ${brand} and coupon_id = any(${ids}::text[])`
  return rows.map(toCoupon)
}

/** A card and a promotion of which it may have a coupon already. */
export interface CardPromotion {
  readonly cardNumber: string
  readonly promotionId: string
}

/**
 * For each card and promotion a coupon that the card has of it, used or not, but not one that was disabled; one that
 * can still be used is preferred, then the newest. The card being locked, no other can be added.
 */
export async function listPromotionCoupons(
  db: Sql,
  brand: BrandId,
  wanted: readonly CardPromotion[],
): Promise<Coupon[]> {
  const rows = await db.rows<CouponRow>`
    select coupon.*, card.status as card_status, card.expires_at as card_expires_at
    from unnest(${wanted.map(({ cardNumber }) => cardNumber)}::text[],
      ${wanted.map(({ promotionId }) => promotionId)}::text[]) as wanted (card_number, promotion_id)
    join card on card.brand_id = ${brand} and card.card_number = wanted.card_number
    cross join lateral (
      select coupon_id, coupon_set_id, tags, allowed_cards, allocated_at, allocated_by, card_id, promotion_id,
        coupon.expires_at, used_at, used_by, reserved_until, reserved_by, disabled
      from coupon
      where coupon.brand_id = ${brand} and coupon.card_id = card.card_id
        and coupon.promotion_id = wanted.promotion_id and disabled is null
      order by used_at is null and (coupon.expires_at is null or coupon.expires_at > now()) desc, allocated_at desc
      limit 1) as coupon`
  return rows.map(toCoupon)
}

function toCoupon(row: CouponRow): Coupon {
  const allocation = toAllocation(row)
  return {
    id: row.coupon_id,
    setId: row.coupon_set_id,
    tags: row.tags,
    allowedCards: row.allowed_cards,
    ...(allocation && { allocation }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.used_at !== null && row.used_by !== null && { use: { at: row.used_at, by: row.used_by } }),
    ...(row.reserved_until !== null && {
      reservation: { until: row.reserved_until, ...(row.reserved_by !== null && { setup: row.reserved_by }) },
    }),
    ...(row.disabled !== null && { disabled: row.disabled }),
  }
}

function toAllocation(row: CouponRow): Allocation | undefined {
  if (row.allocated_at === null || row.allocated_by === null) return undefined
  const { card_id: id, card_status: status, card_expires_at: expiresAt } = row
  return {
    at: row.allocated_at,
    by: row.allocated_by,
    ...(id !== null && status !== null && { card: { id, status, ...(expiresAt !== null && { expiresAt }) } }),
    ...(row.promotion_id !== null && { promotionId: row.promotion_id }),
  }
}
