import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A coupon as its card shows it. */
export interface ActiveCoupon {
  readonly couponId: string
  readonly promotionId?: string
  readonly issuedAt: Instant
  readonly expiresAt?: Instant
}

interface ActiveRow {
  card_id: CardId
  coupon_id: string
  promotion_id: string | null
  allocated_at: Instant
  expires_at: Instant | null
}

/** The coupons of cards that are neither used, disabled nor expired, the newest first: at most 20 of each card. */
export async function listActiveCoupons(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<Map<CardId, ActiveCoupon[]>> {
  const rows = await db.rows<ActiveRow>`
    select active.*
    from unnest(${cards}::bigint[]) as wanted (card_id)
    cross join lateral (
      select card_id, coupon_id, promotion_id, allocated_at, expires_at
      from coupon
      where coupon.brand_id = ${brand} and coupon.card_id = wanted.card_id and used_at is null and disabled is null
        and (expires_at is null or greatest(expires_at, reserved_until) > clock_timestamp())
      order by allocated_at desc, coupon_id
      limit 20) as active`
  const byCard = Map.groupBy(rows, (row) => row.card_id)
  return new Map([...byCard].map(([card, coupons]) => [card, coupons.map(toActiveCoupon)]))
}

function toActiveCoupon(row: ActiveRow): ActiveCoupon {
  return {
    couponId: row.coupon_id,
    issuedAt: row.allocated_at,
    ...(row.promotion_id !== null && { promotionId: row.promotion_id }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  }
}
