import type { LimitedAction } from './limits.ts'

/** What the requests of the operations in question have, as far as it matters here. */
interface HandRequest {
  readonly action?: string
  readonly isAccountingAdjustment?: boolean
  readonly isCashout?: boolean
  readonly newAllowedCards?: readonly string[]
  readonly newCustomTags?: readonly string[]
  readonly usedCouponResets?: string
}

/** A limit that a call by hand is measured by, and what of its outcome counts. */
export interface HandMeasure {
  readonly action: LimitedAction
  /** What cards get, or whatever changes in either direction. */
  readonly counts: 'given' | 'changed'
  /** It only prepares what is done by another call: that one adds to the day. */
  readonly isPrelude?: true
  /** It hands coupons out by itself: those whose worth nobody can tell count, too. */
  readonly givesCoupons?: true
  /** It brings a card's coupons to another card: those whose worth nobody can tell count together as one. */
  readonly bringsCoupons?: true
}

const voiding: HandMeasure = { action: 'void', counts: 'changed' }
const returning: HandMeasure = { action: 'return', counts: 'given' }
const triggering: HandMeasure = { action: 'issue', counts: 'given' }
const moving: HandMeasure = { action: 'move', counts: 'given', bringsCoupons: true }
const handingOut: HandMeasure = { ...triggering, givesCoupons: true }

/** How a call by hand is measured; undefined for what anybody at a counter may do without limit. */
export function measureOf(operation: string, request: object): HandMeasure | undefined {
  const asked: HandRequest = request
  switch (operation) {
    case 'voidTransaction':
      return voiding
    case 'returnMerchandise':
      // Whoever says so gets the sale's coupons back, however little of it is returned.
      return asked.usedCouponResets === 'Always' ? { ...returning, givesCoupons: true } : returning
    case 'triggerCampaignRule':
    case 'allocateCoupon':
      return handingOut
    case 'couponDetails':
      return measureOfCoupon(asked)
    // An offer is as good as what it takes off.
    case 'addPersonalOffer':
    // What rules give because of them is given by whoever causes it.
    case 'allocate':
    case 'allocateChildCard':
    case 'updateAccount':
      return triggering
    case 'transfer':
      return measureOfTransfer(asked)
    case 'updateBalance':
      return measureOfUpdate(asked)
    default:
      return undefined
  }
}

/** A coupon that can be used again, by other customers than before or for more, is given once more. */
function measureOfCoupon({ action, newAllowedCards, newCustomTags }: HandRequest): HandMeasure | undefined {
  return action === 'unuse' || newAllowedCards || newCustomTags ? handingOut : undefined
}

/** What is transferred out waits, and what is transferred in has moved. */
function measureOfTransfer({ action }: HandRequest): HandMeasure {
  if (action === 'zero') return { action: 'adjust', counts: 'changed' }
  return action === 'out' ? { ...moving, isPrelude: true } : moving
}

function measureOfUpdate({ action, isAccountingAdjustment, isCashout }: HandRequest): HandMeasure | undefined {
  if (action === 'adjustOnly') return undefined
  if (isAccountingAdjustment) return { action: 'adjust', counts: 'changed' }
  if (isCashout) return { action: 'cashOut', counts: 'changed' }
  return action === 'issue' ? triggering : undefined
}
