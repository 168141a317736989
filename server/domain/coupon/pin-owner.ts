/** What a coupon's pin is bound to. No card is called so. */
export const couponPinOwner = (couponId: string) => `coupon\0${couponId}`
