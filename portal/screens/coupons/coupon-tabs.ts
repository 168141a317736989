/** The pages of the section. */
export const couponTabs = ['sets', 'codes', 'lookUp'] as const
export type CouponTab = (typeof couponTabs)[number]
