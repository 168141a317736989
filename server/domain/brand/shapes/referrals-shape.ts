import { flag, integer, oneOf } from '../reading/scalars.ts'
import { distinct, object, optional, or, type Shaped } from '../reading/shape.ts'

/** By what somebody who refers themselves is recognised. */
const referralGuards = ['card', 'customer', 'email', 'phone', 'device'] as const
export type ReferralGuard = (typeof referralGuards)[number]

/** Shorter ones could be guessed, longer ones are not read aloud. */
const [lengthMin, lengthMax] = [6, 16]
const perMonthMax = 1_000_000
const graceDaysMax = 365

/** Codes by which members bring others, and what keeps them from bringing themselves. */
export const referralsShape = object(
  {
    codes: or(object({ length: or(integer(lengthMin, lengthMax), 8) }, '{ length: 8 }'), { length: 8 }),
    guards: or(distinct(oneOf(...referralGuards)), referralGuards),
    perMonth: optional(integer(1, perMonthMax)),
    firstPurchaseOnly: or(flag, true),
    graceDays: or(integer(0, graceDaysMax), 0),
  },
  '{ codes: { length: 8 }, guards: [card, customer, email, phone, device], perMonth: 10, graceDays: 14 }',
)

export type Referrals = Shaped<typeof referralsShape>
