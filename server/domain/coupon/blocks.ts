import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type Coupon, isCouponExpired, isFor, reservationOf } from './coupon.ts'

/** Why a coupon cannot be used: the reasons behind errors 122 and 27. */
const blocks = {
  notAllocated: 'The coupon is not allocated.',
  disabled: 'The coupon is disabled.',
  used: 'The coupon has already been used.',
  notUsed: 'The coupon has not been used.',
  reserved: 'The coupon is reserved.',
  notReserved: 'The coupon is not reserved.',
  inCheckout: 'The coupon is reserved by a checkout.',
  expired: 'The coupon has expired.',
  otherCard: 'The coupon is not for this card.',
  allocated: 'The coupon is already allocated.',
  enabled: 'The coupon is already enabled.',
} as const

export type Block = keyof typeof blocks

/** Error 122, with the reason. */
export const refuseState = (block: Block): Refusal => refuse(122, blocks[block])

export const blockWords = (block: Block): string => blocks[block]

/** What keeps a coupon from being used now, by anybody. */
export function blockOf(coupon: Coupon, now: Instant): Block | undefined {
  if (!coupon.allocation) return 'notAllocated'
  if (coupon.disabled) return 'disabled'
  if (coupon.use) return 'used'
  if (reservationOf(coupon, now)) return 'reserved'
  return isCouponExpired(coupon, now) ? 'expired' : undefined
}

/** What keeps a coupon from being used now by this card, or by a checkout without a card. */
export function blockFor(coupon: Coupon, cardNumber: string | undefined, now: Instant): Block | undefined {
  return blockOf(coupon, now) ?? (isFor(coupon, cardNumber) ? undefined : 'otherCard')
}
