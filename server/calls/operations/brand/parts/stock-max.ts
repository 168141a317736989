/** How many cards or coupons a call makes at most: a few seconds' work. */
export const stockMax = 10_000
