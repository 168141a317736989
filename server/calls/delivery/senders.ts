import { type EmailSettings, openEmailSender } from './email-sender.ts'
import type { Network } from './network.ts'
import { openReceivers, type ReceiverSettings } from './receivers.ts'
import type { Send } from './send-result.ts'

/** One sender for each channel, called with the brand's settings. */
export interface Senders {
  readonly email: Send<EmailSettings>
  readonly sms: Send<ReceiverSettings>
  readonly push: Send<ReceiverSettings>
  readonly webhook: Send<ReceiverSettings>
}

export function openSenders(network: Network): Senders {
  return { email: openEmailSender(network), ...openReceivers(network) }
}
