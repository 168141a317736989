import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { SealedPin } from '../../ground/kernel/sealed-pin.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Card } from '../card/card.ts'

/**
 * A coupon's whole state as it was read under its lock. It is never changed in place: a decision makes a new coupon,
 * so a coupon must be stored if it is no longer the same object.
 */
export interface Coupon {
  readonly id: string
  readonly setId: string
  readonly tags: readonly string[]
  /** The numbers of the cards that may use it. Empty means any card. */
  readonly allowedCards: readonly string[]
  /** Present only if the decision sets a PIN: a stored one is never read. */
  readonly newPin?: SealedPin
  /** Absent while the coupon is in stock. Once set, it stays. */
  readonly allocation?: Allocation
  readonly expiresAt?: Instant
  readonly use?: { readonly at: Instant; readonly by: RequestRef }
  readonly reservation?: Reservation
  readonly disabled?: DisabledBy
  /** The coupon was just created: it is inserted, not updated. */
  readonly isNew?: boolean
}

export interface Allocation {
  readonly at: Instant
  readonly by: RequestRef
  /** The card that it was issued to. */
  readonly card?: CouponCard
  readonly promotionId?: string
}

/** What matters for a coupon about the card that it was issued to. */
export interface CouponCard extends Pick<Card, 'status' | 'expiresAt' | 'lock'> {
  readonly id: CardId
}

export interface Reservation {
  readonly until: Instant
  /** The locked checkout that reserved it. Absent if couponDetails did: then anybody may use or release it. */
  readonly setup?: RequestRef
}

/** A locked setup disables what it allocates until it is completed, a return until it is voided, a void for good. */
export type DisabledBy = 'setup' | 'void' | 'return'

export const newCoupon = (id: string, setId: string): Coupon => ({ id, setId, tags: [], allowedCards: [], isNew: true })

/** The reservation that is in force now; undefined if it has run out. */
export function reservationOf(coupon: Coupon, now: Instant): Reservation | undefined {
  const { reservation } = coupon
  return reservation && reservation.until > now ? reservation : undefined
}

/** Like held balance, a reserved coupon does not expire before its reservation ends. */
export function isCouponExpired(coupon: Coupon, now: Instant): boolean {
  return coupon.expiresAt !== undefined && coupon.expiresAt <= now && !reservationOf(coupon, now)
}

/** Whether the card may use the coupon. Without a card, only coupons that any card may use are allowed. */
export function isFor(coupon: Coupon, cardNumber: string | undefined): boolean {
  const { allowedCards } = coupon
  return allowedCards.length === 0 || (cardNumber !== undefined && allowedCards.includes(cardNumber))
}
