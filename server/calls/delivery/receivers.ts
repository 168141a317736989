import type { SenderSettings } from '../../domain/brand/shapes/message-shape.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Network } from './network.ts'
import type { OutgoingMessage, Send } from './send-result.ts'
import { postSigned } from './signed-post.ts'

export type ReceiverSettings = NonNullable<SenderSettings['webhook']>

type Content = (message: OutgoingMessage) => { readonly type: string; readonly data: object }

const cardOf = ({ cardNumber, childCardNumber }: OutgoingMessage) =>
  defined({
    cardNumber,
    childCardNumber,
  })

/** To the merchant's own system. */
const webhookContent: Content = (message) => ({
  type: 'message.webhook',
  data: { ...cardOf(message), requestRef: message.requestRef, text: message.text },
})

/** To a gateway that sends text messages. */
const smsContent: Content = (message) => ({
  type: 'message.sms',
  data: { to: message.recipient, ...cardOf(message), requestRef: message.requestRef, text: message.text },
})

/** To a gateway that knows the customers' devices by their cards. */
const pushContent: Content = (message) => ({
  type: 'message.push',
  data: { ...cardOf(message), requestRef: message.requestRef, subject: message.subject, text: message.text },
})

const sendBy =
  (contentOf: Content, network: Network): Send<ReceiverSettings> =>
  (message, settings) => {
    const { id, createdAt: happenedAt, attemptedAt } = message
    return postSigned({ id, happenedAt, attemptedAt, ...contentOf(message) }, settings, network)
  }

export const openReceivers = (network: Network) => ({
  sms: sendBy(smsContent, network),
  push: sendBy(pushContent, network),
  webhook: sendBy(webhookContent, network),
})
