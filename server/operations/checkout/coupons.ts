import type { PresentedCoupon } from '../../campaign/situation.ts'
import { isUsable } from '../../card/guard.ts'
import { blockFor } from '../../coupon/blocks.ts'
import { type Refusal, refuse } from '../../kernel/errors.ts'
import type { CheckoutContext } from './checkout.ts'

export interface Presented {
  readonly valid: readonly PresentedCoupon[]
  /** Those that cannot be used. */
  readonly blocking: readonly string[]
}

/** The coupons of a request, each once: 26 when another call holds one, 27 when one cannot be used. */
export function presentCoupons(context: CheckoutContext): Presented | Refusal {
  const { coupons = [], removeBlockingCoupons } = context.request
  const ids = [...new Set(coupons)]
  if (ids.some((id) => context.isBusy(id))) return refuse(26)
  const blocking = ids.filter((id) => isBlocked(id, context))
  if (blocking.length > 0 && !removeBlockingCoupons) return { ...refuse(27), blockingCoupons: blocking }
  const valid = ids.flatMap((id) => {
    const coupon = blocking.includes(id) ? undefined : context.coupon(id)
    return coupon ? [{ id, set: coupon.setId, tags: coupon.tags }] : []
  })
  return { valid, blocking }
}

/** A coupon that was issued to a card which can no longer be used goes with it. */
function isBlocked(id: string, { request, coupon, now }: CheckoutContext): boolean {
  const found = coupon(id)
  const owner = found?.allocation?.card
  return (
    !found || blockFor(found, request.cardNumber, now) !== undefined || (owner !== undefined && !isUsable(owner, now))
  )
}
