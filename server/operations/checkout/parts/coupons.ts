import type { PresentedCoupon } from '../../../campaign/call-facts.ts'
import { isUsable } from '../../../card/guard.ts'
import { blockFor, blockWords } from '../../../coupon/blocks.ts'
import { type Refusal, refuse } from '../../../kernel/errors.ts'
import type { CheckoutContext } from './contract.ts'

export interface Presented {
  readonly valid: readonly PresentedCoupon[]
  /** Those that cannot be used. */
  readonly blocking: readonly string[]
}

/** The coupons of a request, each once: 26 when another call holds one, 27 when one cannot be used, with the reasons. */
export function presentCoupons(context: CheckoutContext): Presented | Refusal {
  const { coupons = [], removeBlockingCoupons } = context.request
  const ids = [...new Set(coupons)]
  if (ids.some((id) => context.isBusy(id))) return refuse(26)
  const reasons = new Map(ids.flatMap((id) => reasonAgainst(id, context).map((reason) => [id, reason] as const)))
  const blocking = [...reasons.keys()]
  if (blocking.length > 0 && !removeBlockingCoupons) {
    const told = [...reasons].map(([id, reason]) => `${id}: ${reason}`).join(' ')
    return { ...refuse(27, `Some coupons cannot be used. ${told}`), blockingCoupons: blocking }
  }
  const valid = ids.flatMap((id) => {
    const coupon = reasons.has(id) ? undefined : context.coupon(id)
    return coupon ? [{ id, set: coupon.setId, tags: coupon.tags }] : []
  })
  return { valid, blocking }
}

/** Why a coupon cannot be used; one that was issued to a card which can no longer be used goes with it. */
function reasonAgainst(id: string, { request, coupon, now }: CheckoutContext): readonly string[] {
  const found = coupon(id)
  if (!found) return ['There is no such coupon.']
  const block = blockFor(found, request.cardNumber, now)
  if (block) return [blockWords(block)]
  const owner = found.allocation?.card
  return owner && !isUsable(owner, now) ? ['Its card cannot be used.'] : []
}
