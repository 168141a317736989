import type { Brand } from '../brand/brand.ts'
import { type EmailSettings, openEmailSender } from './email-sender.ts'
import type { Network } from './network.ts'
import type { OutboxMessage } from './outbox-message.ts'
import { openReceivers, type ReceiverSettings } from './receivers.ts'
import type { Send } from './send-result.ts'

/** One way out for each channel; the settings are the brand's. */
export interface Senders {
  readonly email: Send<EmailSettings>
  readonly sms: Send<ReceiverSettings>
  readonly push: Send<ReceiverSettings>
  readonly webhook: Send<ReceiverSettings>
}

export function openSenders(network: Network): Senders {
  return { email: openEmailSender(network), ...openReceivers(network) }
}

/** What few messages at a time may be sent to. */
export function hostOf({ id, document }: Brand, { channel }: OutboxMessage): string {
  const settings = document.senders[channel]
  const address = settings && ('smtp' in settings ? settings.smtp : settings.url)
  return (address && URL.parse(address)?.host) || `nowhere of ${id}`
}
