import { type Refusal, refuse } from '../kernel/errors.ts'
import type { Instant } from '../kernel/time.ts'
import { type Coupon, isCouponExpired, isFor, reservationOf } from './coupon.ts'

/** Why a coupon cannot be used: the reasons behind errors 122 and 27. */
const blocks = {
  notAllocated: 'The coupon is not allocated.',
  disabled: 'The coupon is disabled.',
  used: 'The coupon is used already.',
  notUsed: 'The coupon is not used.',
  reserved: 'The coupon is reserved.',
  notReserved: 'The coupon is not reserved.',
  inCheckout: 'The coupon is reserved by a checkout.',
  expired: 'The coupon has expired.',
  otherCard: 'The coupon is not for this card.',
  allocated: 'The coupon is allocated already.',
  enabled: 'The coupon is enabled already.',
} as const

export type Block = keyof typeof blocks

/** The coupon's state does not allow it, and why. */
export const refuseState = (block: Block): Refusal => refuse(122, blocks[block])

export const blockWords = (block: Block): string => blocks[block]

/** What keeps a coupon from being used now, whoever asks. */
export function blockOf(coupon: Coupon, now: Instant): Block | undefined {
  if (!coupon.allocation) return 'notAllocated'
  if (coupon.disabled) return 'disabled'
  if (coupon.use) return 'used'
  if (reservationOf(coupon, now)) return 'reserved'
  return isCouponExpired(coupon, now) ? 'expired' : undefined
}

/** What keeps a coupon from being used now by this card, or by a checkout without one. */
export function blockFor(coupon: Coupon, cardNumber: string | undefined, now: Instant): Block | undefined {
  return blockOf(coupon, now) ?? (isFor(coupon, cardNumber) ? undefined : 'otherCard')
}
