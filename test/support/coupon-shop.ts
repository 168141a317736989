import { type Answer, openShop, type Shop, type ShopOptions } from './shop.ts'

export const couponSets = [
  { id: 'ten', name: 'Ten off', coupons: ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4', 'TEN-5', 'TEN-6'] },
  { id: 'pair', name: 'A pair', generate: { count: 2, prefix: 'P-', length: 10 } },
  { id: 'endless', name: 'Endless', generate: { count: 1, prefix: 'E-', length: 10 }, autoGenerate: true },
]

/** A shop with coupons, and the calls on them. */
export interface CouponShop {
  readonly shop: Shop
  allocate(body: object): Promise<Answer>
  /** Allocates a coupon, which has to succeed, and answers its id. */
  allocated(body?: object): Promise<string>
  act(couponId: string, action: string, more?: object): Promise<Answer>
  /** isAllocated, isUsed and so on; without the envelope. */
  details(couponId: string): Promise<object>
}

export async function openCouponShop(options: ShopOptions = {}): Promise<CouponShop> {
  return couponsOf(await openShop({ more: { couponSets }, ...options }))
}

export function couponsOf(shop: Shop): CouponShop {
  return {
    shop,
    allocate: (body) => shop.call('allocateCoupon', body),
    allocated: async (body = { couponSetId: 'ten' }) => (await shop.must('allocateCoupon', body)).couponId,
    act: (couponId, action, more = {}) => shop.call('couponDetails', { couponId, action, ...more }),
    details: async (couponId) => {
      const { success: _, requestRef: __, ...details } = await shop.must('couponDetails', { couponId })
      return details
    },
  }
}

/** What couponDetails answers of a coupon that is allocated and nothing else, with these differences. */
export const unused = (more: object = {}) => ({
  isAllocated: true,
  isUsed: false,
  isDisabled: false,
  customTags: [],
  allowedWithCards: [],
  ...more,
})
