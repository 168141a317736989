import type { Mutant } from './mutant.ts'

export const couponMutants: readonly Mutant[] = [
  {
    breaks: 'a coupon is used once',
    file: 'server/coupon/blocks.ts',
    find: "if (coupon.use) return 'used'",
    replace: '',
    guards: ['coupon-transitions'],
  },
  {
    breaks: 'an expired coupon is not used',
    file: 'server/coupon/coupon.ts',
    find: 'coupon.expiresAt <= now',
    replace: 'coupon.expiresAt < now',
    guards: ['instants'],
  },
  {
    breaks: 'a reservation ends at its end',
    file: 'server/coupon/coupon.ts',
    find: 'reservation.until > now ? reservation',
    replace: 'reservation.until >= now ? reservation',
    guards: ['instants'],
  },
  {
    breaks: 'only the setup that reserved a coupon releases it',
    file: 'server/coupon/transitions.ts',
    find: 'reservation.setup === setup ? undefined',
    replace: 'true ? undefined',
    guards: ['coupon-transitions', 'checkout-coupons'],
  },
  {
    breaks: 'what a void disabled stays disabled',
    file: 'server/coupon/transitions.ts',
    find: "coupon.disabled !== 'setup'",
    replace: '!coupon.disabled',
    guards: ['coupon-transitions'],
  },
  {
    breaks: 'a coupon of certain cards is for no other',
    file: 'server/coupon/coupon.ts',
    find: 'cardNumber !== undefined && allowedCards.includes(cardNumber)',
    replace: 'true',
    guards: ['coupon-transitions', 'checkout-coupons'],
  },
]
