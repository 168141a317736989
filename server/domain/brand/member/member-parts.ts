/** What a member sees, and can do. */
export const memberParts = [
  'join',
  'balances',
  'history',
  'coupons',
  'levels',
  'referrals',
  'wallet',
  'catalogue',
  'giftCards',
  'data',
] as const
export type MemberPart = (typeof memberParts)[number]
