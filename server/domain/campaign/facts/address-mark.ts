import { toTermText } from '../../account/terms.ts'
import type { AccountFacts, CallFacts } from '../call-facts.ts'
import { type FactNeed, type MarkedThing, type MarkNeed, needKey } from '../needs.ts'

/**
 * What tells the e-mail address or phone number of a call's customer apart from others; or what must be fetched to know
 * it. Undefined if there is no customer, or none with an address.
 */
export function addressMark(facts: CallFacts, of: Exclude<MarkedThing, 'device'>): string | FactNeed | undefined {
  const { card, account, past } = facts
  if (!card) return undefined
  if (!account) return { kind: 'account' }
  const value = addressOf(account.customer, of)
  if (value === undefined) return undefined
  const need: MarkNeed = { kind: 'mark', of, value }
  const mark = past.get(needKey(need))
  return typeof mark === 'string' ? mark : need
}

/** As it is compared: in lower case. Numbers are kept in E.164; of two, it is the mobile one. */
function addressOf(
  { email, mobilePhone, phone }: AccountFacts['customer'],
  of: Exclude<MarkedThing, 'device'>,
): string | undefined {
  const value = of === 'email' ? email : (mobilePhone ?? phone)
  return typeof value === 'string' && value !== '' ? toTermText(value) : undefined
}
