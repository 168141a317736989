import type { CheckoutContent } from '../checkout/record.ts'

/** The coupons and the public codes that a checkout used. */
export function usedCodesAndCoupons({ coupons = [], codes = [] }: CheckoutContent): readonly string[] {
  return codes.length === 0 ? coupons : [...coupons, ...codes.map(({ code }) => code)]
}
