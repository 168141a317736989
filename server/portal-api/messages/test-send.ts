import type { Brand } from '../../brand/brand.ts'
import { oneOf, text } from '../../contract/field.ts'
import type { OutgoingMessage, SendResult } from '../../delivery/send-result.ts'
import { defined } from '../../kernel/defined.ts'
import { turnDown } from '../refusal.ts'
import type { PortalRoom } from '../room.ts'
import { brandRoute } from '../route.ts'
import { testSendsPerMinute as perMinute } from './test-sends.ts'

const channels = ['email', 'sms', 'push', 'webhook'] as const
type Channel = (typeof channels)[number]

/** Sent at once and past the outbox: it is about the sender, and no customer is meant by it. */
export const testSend = brandRoute({
  name: 'testSend',
  summary: `Send one message by a channel's sender, to see whether it works. At most ${perMinute} a minute.`,
  permission: 'messages.retry',
  isConfirmed: false,
  reach: 'brand',
  request: {
    channel: oneOf('The channel.', channels).required(),
    recipient: text('An e-mail address or a phone number. Absent for push and webhook.').max(320),
    subject: text('The subject.').max(500).required(),
    text: text('The text.').max(20_000).required(),
    html: text('The text as HTML, for e-mail.').max(200_000),
  },
  response: {
    result: oneOf('What became of it.', ['sent', 'failed', 'rejected', 'disabled']).required(),
    why: text('The kind of failure.'),
  },
  run: async ({ request, brand, room, visitor }) => {
    const { channel, recipient = '', subject, text, html } = request
    const fault = findFault(brand, channel, recipient)
    if (fault !== undefined) return turnDown('invalid', fault)
    if (!room.testSends.allows(brand.id, visitor.name))
      return { ...turnDown('slowDown', `At most ${perMinute} test messages a minute are sent.`), retryAfter: 20 }
    const ref = room.newRef()
    const now = room.now()
    const content = defined({ recipient, subject, text, html: channel === 'email' ? html : undefined })
    const message = { id: `test-${ref}`, ...content, requestRef: ref, createdAt: now, attemptedAt: now }
    const result = await send(room, brand, channel, message)
    return defined({ result: result.kind, why: 'why' in result ? result.why : undefined })
  },
})

function findFault({ document }: Brand, channel: Channel, recipient: string): string | undefined {
  if (!document.senders[channel]) return `channel: the brand has no sender for ${channel}; add one first`
  if (channel === 'email' && !/^[^\s<>,;@]+@[^\s<>,;@]+$/.test(recipient)) return 'recipient: is no e-mail address'
  if (channel === 'sms' && !/^\+?[0-9 ()/-]{5,30}$/.test(recipient)) return 'recipient: is no phone number'
  return undefined
}

async function send(
  { senders }: PortalRoom,
  { document }: Brand,
  channel: Channel,
  message: OutgoingMessage,
): Promise<SendResult> {
  if (channel === 'email') {
    const { email } = document.senders
    return email ? senders.email(message, email) : { kind: 'failed', why: 'fault' }
  }
  const settings = document.senders[channel]
  return settings ? senders[channel](message, settings) : { kind: 'failed', why: 'fault' }
}
