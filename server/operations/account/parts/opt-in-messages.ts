import type { Account } from '../../../account/account.ts'
import { type ChangedLinks, isPending, type LinkChange, partyOf } from '../../../account/third-party.ts'
import type { Brand } from '../../../brand/brand.ts'
import type { NewMessage } from '../../../campaign/kept-effects.ts'

/** What such messages have for a rule: rules have a slash in their names, so that no rule is called this. */
const confirmationRule = 'confirmation'

interface OptInCall {
  readonly brand: Brand
  readonly changes: readonly LinkChange[]
  readonly skipsEmails: boolean
}

/** The messages that an opt-in brings along: the question that confirms one by phone, a notice of one by e-mail. */
export function optInMessages(
  account: Account,
  { optedIn }: Pick<ChangedLinks, 'optedIn'>,
  { brand, changes, skipsEmails }: OptInCall,
): readonly NewMessage[] {
  const { cardId, customer, links } = account
  const isNoticed = optedIn.has('email') && !skipsEmails && customer.email !== undefined && customer.emailPref !== 'O'
  return [
    ...(changes.some(asksForPhone) && isPending(links) ? [confirmationOf(cardId, brand)] : []),
    ...(isNoticed ? [noticeOf(cardId, brand)] : []),
  ]
}

const asksForPhone = ({ thirdParty, optIn, categories = [] }: LinkChange) =>
  partyOf(thirdParty) === 'phone' && (optIn === true || categories.some((choice) => choice.optIn))

const confirmationOf = (cardId: number, { name }: Brand): NewMessage => ({
  channel: 'sms',
  cardId,
  rule: confirmationRule,
  text: `${name}: reply YES to confirm that you want messages from us.`,
})

const noticeOf = (cardId: number, { name }: Brand): NewMessage => ({
  channel: 'email',
  cardId,
  rule: confirmationRule,
  subject: `Welcome to the messages of ${name}`,
  text: `You have agreed to receive e-mail from ${name}.`,
})
