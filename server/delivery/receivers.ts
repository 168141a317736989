import type { Senders as SenderSettings } from '../brand/shapes/message-shape.ts'
import type { Network } from './network.ts'
import { post } from './post.ts'
import type { OutgoingMessage, Send } from './send-result.ts'
import { signatureHeaders } from './sign.ts'

export type ReceiverSettings = NonNullable<SenderSettings['webhook']>

type Content = (message: OutgoingMessage) => { readonly type: string; readonly data: object }

const cardOf = ({ cardNumber, childCardNumber }: OutgoingMessage) => ({
  ...(cardNumber !== undefined && { cardNumber }),
  ...(childCardNumber !== undefined && { childCardNumber }),
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
  (message, { url, secrets = [] }) => {
    const { type, data } = contentOf(message)
    const body = JSON.stringify({ type, timestamp: new Date(message.createdAt).toISOString(), data })
    const signed = signatureHeaders({ id: message.id, at: message.attemptedAt, body }, secrets)
    const headers = { 'content-type': 'application/json', 'user-agent': 'Purser', ...signed }
    return post({ url, headers, body }, network)
  }

export const openReceivers = (network: Network) => ({
  sms: sendBy(smsContent, network),
  push: sendBy(pushContent, network),
  webhook: sendBy(webhookContent, network),
})
