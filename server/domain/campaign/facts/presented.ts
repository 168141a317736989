import type { PresentedCoupon } from '../call-facts.ts'

/** What a coupon or a public code must match. With nothing asked, any coupon, or any code, will do. */
export interface CouponAsked {
  readonly set?: string
  readonly tag?: string
}

/** The facts about what the customer presents. A firing that they lead to consumes it. */
export type PresentedFact = 'coupon' | 'code'

export const isPresentedFact = (fact: string): fact is PresentedFact => fact === 'coupon' || fact === 'code'

export function matchesCoupon(fact: PresentedFact, { set, tag }: CouponAsked): (coupon: PresentedCoupon) => boolean {
  const isCode = fact === 'code'
  return (coupon) =>
    (coupon.codeKey !== undefined) === isCode &&
    (set === undefined || coupon.set === set) &&
    (tag === undefined || coupon.tags.includes(tag))
}
