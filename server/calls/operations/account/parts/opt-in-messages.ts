import type { Account } from '../../../../domain/account/account.ts'
import { type ChangedLinks, isPending, type LinkChange, partyOf } from '../../../../domain/account/third-party.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import { type BrandTexts, textsOf } from '../../../../domain/brand/texts/brand-texts.ts'
import type { NewMessage } from '../../../../domain/campaign/kept-effects.ts'

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
  const texts = textsOf(brand, customer.language)
  const isNoticed = optedIn.has('email') && !skipsEmails && customer.email !== undefined && customer.emailPref !== 'O'
  return [
    ...(changes.some(asksForPhone) && isPending(links) ? [confirmationOf(cardId, texts)] : []),
    ...(isNoticed ? [noticeOf(cardId, texts)] : []),
  ]
}

const asksForPhone = ({ thirdParty, optIn, categories = [] }: LinkChange) =>
  partyOf(thirdParty) === 'phone' && (optIn === true || categories.some((choice) => choice.optIn))

const confirmationOf = (cardId: number, { say }: BrandTexts): NewMessage => ({
  channel: 'sms',
  cardId,
  rule: confirmationRule,
  text: say('optInSms'),
})

const noticeOf = (cardId: number, { say }: BrandTexts): NewMessage => ({
  channel: 'email',
  cardId,
  rule: confirmationRule,
  subject: say('optInEmailSubject'),
  text: say('optInEmail'),
})
