import type { Brand } from '../brand/brand.ts'
import { textsOf } from '../brand/texts/brand-texts.ts'
import type { NewMessage } from '../campaign/kept-effects.ts'
import { awaitsConfirmation, type Channel } from './channel.ts'

/** A message to an address or a number instead of to the customer of a card. */
export interface AddressedMessage extends NewMessage {
  readonly recipient: string
}

/** What such messages have for a rule: rules have a slash in their names, so that no rule is called this. */
const confirmationRule = 'confirmation'

/** The question that goes out when a channel begins to wait for its confirmation; once, however often that is asked for. */
export function confirmationOf(before: Channel, after: Channel, brand: Brand): AddressedMessage | undefined {
  if (awaitsConfirmation(before) || !awaitsConfirmation(after)) return undefined
  const addressed = { recipient: after.user, rule: confirmationRule }
  const { say } = textsOf(brand)
  if (after.channel === 'phone') return { ...addressed, channel: 'sms', text: say('optInSms') }
  return { ...addressed, channel: 'email', subject: say('confirmEmailSubject'), text: say('confirmEmail') }
}
