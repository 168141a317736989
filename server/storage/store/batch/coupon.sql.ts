import type { CheckoutLock } from '../../../domain/card/card.ts'
import type { Allocation, Coupon, DisabledBy } from '../../../domain/coupon/coupon.ts'
import type { CardPromotion } from '../../../domain/decision/touches.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CardStatus } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

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
  lock_by: RequestRef | null
  lock_until: Instant | null
  lock_excluded: number[] | null
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

/** The same, including all coupons of these root cards; returns what was locked. The locked cards get no new coupons. */
export async function lockCouponsOf(
  db: Sql,
  brand: BrandId,
  wanted: { readonly ids: readonly string[]; readonly cards: readonly string[] },
): Promise<string[]> {
  const rows = await db.rows<{ coupon_id: string }>`
    select coupon_id
    from coupon
    where brand_id = ${brand} and coupon_id = any(array(
      select unnest(${wanted.ids}::text[])
      union all
      select coupon.coupon_id
      from card
      join coupon on coupon.brand_id = ${brand} and coupon.card_id = card.card_id
      where card.brand_id = ${brand} and card.card_number = any(${wanted.cards}::text[]) and card.root_id is null))
    order by coupon_id
    for no key update`
  return rows.map((row) => row.coupon_id)
}

/**
 * Locks what can be locked at once, and answers it: nobody waits at the till for a coupon that another call holds. Those
 * that this transaction holds already are among them.
 */
export async function lockPresentedCoupons(db: Sql, brand: BrandId, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ coupon_id: string }>`
    select coupon_id
    from coupon
    where brand_id = ${brand} and coupon_id = any(${ids}::text[])
    order by coupon_id
    for no key update skip locked`
  return rows.map((row) => row.coupon_id)
}

/** Coupons with what is to be known of their cards, which are not locked: a coupon follows a card's status, and its root's lock. */
export async function listCoupons(db: Sql, brand: BrandId, ids: readonly string[]): Promise<Coupon[]> {
  const rows = await db.rows<CouponRow>`
    select coupon_id, coupon_set_id, tags, allowed_cards, allocated_at, allocated_by, coupon.card_id,
      card.status as card_status, card.expires_at as card_expires_at, root.lock_by, root.lock_until,
      case when root.lock_by is not null then root.lock_excluded end as lock_excluded, promotion_id,
      coupon.expires_at, used_at, used_by, reserved_until, reserved_by, disabled
    from coupon
    left join card on card.brand_id = coupon.brand_id and card.card_id = coupon.card_id
    left join card as root on root.brand_id = card.brand_id and root.card_id = coalesce(card.root_id, card.card_id)
    where coupon.brand_id = ${brand} and coupon_id = any(${ids}::text[])`
  return rows.map(toCoupon)
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
    select coupon.*, card.status as card_status, card.expires_at as card_expires_at, lock_by, lock_until,
      case when lock_by is not null then lock_excluded end as lock_excluded
    from unnest(${wanted.map(({ cardNumber }) => cardNumber)}::text[],
      ${wanted.map(({ promotionId }) => promotionId)}::text[]) as wanted (card_number, promotion_id)
    join card on card.brand_id = ${brand} and card.card_number = wanted.card_number and card.root_id is null
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
  return defined({
    id: row.coupon_id,
    setId: row.coupon_set_id,
    tags: row.tags,
    allowedCards: row.allowed_cards,
    allocation,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.used_at !== null && row.used_by !== null && { use: { at: row.used_at, by: row.used_by } }),
    ...(row.reserved_until !== null && {
      reservation: { until: row.reserved_until, ...(row.reserved_by !== null && { setup: row.reserved_by }) },
    }),
    ...(row.disabled !== null && { disabled: row.disabled }),
  })
}

function toAllocation(row: CouponRow): Allocation | undefined {
  if (row.allocated_at === null || row.allocated_by === null) return undefined
  const { card_id: id, card_status: status, card_expires_at: expiresAt } = row
  return {
    at: row.allocated_at,
    by: row.allocated_by,
    ...(id !== null &&
      status !== null && { card: { id, status, ...(expiresAt !== null && { expiresAt }), ...lockOf(row) } }),
    ...(row.promotion_id !== null && { promotionId: row.promotion_id }),
  }
}

function lockOf({ lock_by: by, lock_until: until, lock_excluded: excluded }: CouponRow): { lock?: CheckoutLock } {
  return by !== null && until !== null ? { lock: { by, until, excluded: excluded ?? [] } } : {}
}
