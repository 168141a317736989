import type { Card } from '../card/card.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { SealedPin } from '../kernel/sealed-pin.ts'
import type { Instant } from '../kernel/time.ts'

/**
 * A coupon's whole state as it was read under its lock. Never changed in place: a decision makes a new coupon,
 * so that what must be stored is what is no longer the same object.
 */
export interface Coupon {
  readonly id: string
  readonly setId: string
  readonly tags: readonly string[]
  /** The numbers of the cards that may use it; none means that any may. */
  readonly allowedCards: readonly string[]
  /** Only when the decision sets it: a stored pin is not read. */
  readonly newPin?: SealedPin
  /** Absent while the coupon is in stock. Never taken back. */
  readonly allocation?: Allocation
  readonly expiresAt?: Instant
  readonly use?: { readonly at: Instant; readonly by: RequestRef }
  readonly reservation?: Reservation
  readonly disabled?: DisabledBy
  /** True for a coupon that has just come into being: it is inserted, not updated. */
  readonly isNew?: boolean
}

export interface Allocation {
  readonly at: Instant
  readonly by: RequestRef
  /** The card that it was issued to. */
  readonly card?: CouponCard
  readonly promotionId?: string
}

/** What a coupon has to know of the card that it was issued to. */
export interface CouponCard extends Pick<Card, 'status' | 'expiresAt' | 'lock'> {
  readonly id: CardId
}

export interface Reservation {
  readonly until: Instant
  /** The locked checkout that it is for; absent when couponDetails made it, which anybody may then use or release. */
  readonly setup?: RequestRef
}

/** A locked setup disables what it allocates until it is completed; voids and returns disable for good. */
export type DisabledBy = 'setup' | 'void' | 'return'

/** A coupon that has just come into being. */
export const newCoupon = (id: string, setId: string): Coupon => ({ id, setId, tags: [], allowedCards: [], isNew: true })

/** The reservation that holds now: one whose time has passed is none. */
export function reservationOf(coupon: Coupon, now: Instant): Reservation | undefined {
  const { reservation } = coupon
  return reservation && reservation.until > now ? reservation : undefined
}

/** What is reserved does not expire before the reservation ends, as held balance does not. */
export function isCouponExpired(coupon: Coupon, now: Instant): boolean {
  return coupon.expiresAt !== undefined && coupon.expiresAt <= now && !reservationOf(coupon, now)
}

/** Whether the card may use it; without a card, only a coupon that any card may use will do. */
export function isFor(coupon: Coupon, cardNumber: string | undefined): boolean {
  const { allowedCards } = coupon
  return allowedCards.length === 0 || (cardNumber !== undefined && allowedCards.includes(cardNumber))
}
