import type { Brand } from '../brand/brand.ts'
import type { NewMessage } from '../campaign/kept-effects.ts'
import { awaitsConfirmation, type Channel } from './channel.ts'

/** A message to an address or a number instead of to the customer of a card. */
export interface AddressedMessage extends NewMessage {
  readonly recipient: string
}

/** What such messages have for a rule: rules have a slash in their names, so that no rule is called this. */
const confirmationRule = 'confirmation'

/** The question that goes out when a channel begins to wait for its confirmation; once, however often that is asked for. */
export function confirmationOf(before: Channel, after: Channel, { name }: Brand): AddressedMessage | undefined {
  if (awaitsConfirmation(before) || !awaitsConfirmation(after)) return undefined
  const addressed = { recipient: after.user, rule: confirmationRule }
  if (after.channel === 'phone')
    return { ...addressed, channel: 'sms', text: `${name}: reply YES to confirm that you want messages from us.` }
  return {
    ...addressed,
    channel: 'email',
    subject: `${name}: please confirm your address`,
    text: `${name} was asked to send messages to this address. Please confirm that you want them.`,
  }
}
