import type { ValueType } from '../../../../domain/brand/brand.ts'
import { type Card, couponBucket, ownBucket, type Purse, subtrackBucket } from '../../../../domain/card/card.ts'
import { blockFor, refuseState } from '../../../../domain/coupon/blocks.ts'
import { isFor } from '../../../../domain/coupon/coupon.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import { type Refusal, refuse, refuseField } from '../../../../ground/kernel/errors.ts'

interface NamesBucket {
  readonly couponId?: string
  readonly subtrackIndex?: number
  readonly isAccountingAdjustment: boolean
  readonly redeemFromHoldTransactionId?: string
}

/** Where an updateBalance happens: the card's own balance of the value type, a coupon's, or that of a punch subtrack. */
export function findPurse(card: Card, valueType: ValueType, context: DecisionContext<NamesBucket>): Purse | Refusal {
  const { couponId, subtrackIndex } = context.request
  if (couponId !== undefined) {
    return guardCoupon(card, couponId, context) ?? { valueType: valueType.id, bucket: couponBucket(couponId) }
  }
  if (subtrackIndex === undefined) return { valueType: valueType.id, bucket: ownBucket }
  if (valueType.subtracks[subtrackIndex - 1] === undefined)
    return refuseField(115, 'subtrackIndex', 'the value type has no such subtrack')
  return { valueType: valueType.id, bucket: subtrackBucket(subtrackIndex) }
}

/**
 * A coupon's balance is kept on its card, so that it has only one; that of a coupon which was issued to no card is
 * kept on the card that is named. What is held can be taken, and the books corrected, when the coupon has ended.
 */
function guardCoupon(card: Card, id: string, { request, coupon, now }: DecisionContext<NamesBucket>) {
  const found = coupon(id)
  if (!found) return refuse(121)
  const owner = found.allocation?.card
  if (owner && owner.id !== card.id) return refuseState('otherCard')
  const settles = request.isAccountingAdjustment || request.redeemFromHoldTransactionId !== undefined
  if (!settles) {
    const block = blockFor(found, card.number, now)
    return block && refuseState(block)
  }
  if (!found.allocation) return refuseState('notAllocated')
  return isFor(found, card.number) ? undefined : refuseState('otherCard')
}
