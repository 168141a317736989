import type { Brand } from '../brand/brand.ts'
import { textsOf } from '../brand/texts/brand-texts.ts'
import type { NewMessage } from '../campaign/kept-effects.ts'
import { awaitsConfirmation, type Channel } from './channel.ts'

/** A message to an address or a number rather than to the customer of a card. */
export interface AddressedMessage extends NewMessage {
  readonly recipient: string
}

/** Stands in for the rule of such messages. No rule can have this name, because rule names contain a slash. */
const confirmationRule = 'confirmation'

/** The question sent when a channel starts to wait for confirmation. It is sent once, however often calls ask for it. */
export function confirmationOf(
  before: Channel,
  after: Channel,
  brand: Brand,
  language?: string,
): AddressedMessage | undefined {
  if (awaitsConfirmation(before) || !awaitsConfirmation(after)) return undefined
  const addressed = { recipient: after.user, rule: confirmationRule }
  const { say } = textsOf(brand, language)
  if (after.channel === 'phone') return { ...addressed, channel: 'sms', text: say('optInSms') }
  return { ...addressed, channel: 'email', subject: say('confirmEmailSubject'), text: say('confirmEmail') }
}
