import type { Account } from '../account/account.ts'
import { toTermText } from '../account/terms.ts'
import type { ReferralGuard, Referrals } from '../brand/shapes/referrals-shape.ts'
import type { ReferralPast } from './needs.ts'

/** Why nobody is thanked for a customer. */
export type ReferralBar =
  | ReferralGuard
  /** The sale has no card. */
  | 'noCard'
  /** Nothing is known of the customer that is compared, or not the same things of both. */
  | 'unknownCustomer'
  | 'unknownReferrer'
  | 'notFirst'
  | 'perMonth'

/** What is known when a sale names whoever brought its customer. */
export interface NamedReferral {
  readonly buyer: Account
  readonly referrer: Account
  readonly past: ReferralPast
  /** How often the customer has bought before. */
  readonly checkouts: number
}

/** What keeps a referral from counting; undefined if nothing does. */
export function barOf(referrals: Referrals, named: NamedReferral): ReferralBar | undefined {
  const { guards, firstPurchaseOnly, perMonth = Number.POSITIVE_INFINITY } = referrals
  const { buyer, referrer, past, checkouts } = named
  if (past.isOwnCard) return 'card'
  const guard = guards.find((one) => isSame(one, named))
  if (guard) return guard
  const personal = guards.filter(isPersonal)
  const known = personal.filter((one) => isKnownOf(one, buyer))
  if (personal.length > 0 && known.length === 0) return 'unknownCustomer'
  if (personal.length > 0 && !known.some((one) => isKnownOf(one, referrer))) return 'unknownReferrer'
  if (firstPurchaseOnly && (checkouts > 0 || past.wasBrought)) return 'notFirst'
  return past.inMonth >= perMonth ? 'perMonth' : undefined
}

/** What tells people apart. A card can be new, and whoever calls may name any device. */
type PersonalGuard = Extract<ReferralGuard, 'customer' | 'email' | 'phone'>

const isPersonal = (guard: ReferralGuard): guard is PersonalGuard => guard !== 'card' && guard !== 'device'

function isKnownOf(guard: PersonalGuard, account: Account): boolean {
  switch (guard) {
    case 'customer':
      return personOf(account) !== undefined
    case 'email':
      return emailOf(account) !== undefined
    case 'phone':
      return phonesOf(account).length > 0
  }
}

function isSame(guard: ReferralGuard, { buyer, referrer, past }: NamedReferral): boolean {
  switch (guard) {
    case 'card':
      return buyer.cardId === referrer.cardId
    case 'customer':
      return personOf(buyer) !== undefined && personOf(buyer) === personOf(referrer)
    case 'email':
      return emailOf(buyer) !== undefined && emailOf(buyer) === emailOf(referrer)
    case 'phone':
      return phonesOf(buyer).some((number) => phonesOf(referrer).includes(number))
    case 'device':
      return past.sharesDevice
  }
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? toTermText(value) : undefined)
const emailOf = ({ customer }: Account) => textIn(customer.email)
const phonesOf = ({ customer }: Account) => [customer.phone, customer.mobilePhone].flatMap((one) => textIn(one) ?? [])

/** Somebody of this name who was born on this day. */
function personOf({ customer: { firstName, lastName, birthday } }: Account): string | undefined {
  const parts = [firstName, lastName, birthday].map(textIn)
  return parts.includes(undefined) ? undefined : parts.map((part) => part?.trim()).join('\0')
}
