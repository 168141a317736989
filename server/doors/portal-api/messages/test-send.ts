import type { OutgoingMessage, SendResult } from '../../../calls/delivery/send-result.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { PortalServices } from '../portal-services.ts'
import { turnDown } from '../refusal.ts'
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
  run: async ({ request, brand, services, visitor, address }) => {
    const { channel, recipient = '', subject, text, html } = request
    const fault = findFault(brand, channel, recipient)
    if (fault !== undefined) return turnDown('invalid', fault)
    if (!mayReceive(brand, visitor.name, recipient)) return turnDown('forbidden', onlyOwn)
    if (!services.testSends.allows(brand.id, visitor.name))
      return { ...turnDown('slowDown', `At most ${perMinute} test messages a minute are sent.`), retryAfter: 20 }
    const ref = services.newRef()
    const now = services.now()
    const content = markedAsTest(defined({ recipient, subject, text, html: channel === 'email' ? html : undefined }))
    const message = { id: `test-${ref}`, ...content, requestRef: ref, createdAt: now, attemptedAt: now }
    const result = await send(services, brand, channel, message)
    const origin = { actor: { kind: 'user', name: visitor.name, from: address } } as const
    const after = { channel, result: result.kind }
    await insertAuditEntries(services.pool, brand.id, [
      { ...origin, action: 'message.tested', subject: recipient, after },
    ])
    return defined({ result: result.kind, why: 'why' in result ? result.why : undefined })
  },
})

const onlyOwn =
  'Test messages go to your own address, if you log in by it, and to those that the brand names under portal.testRecipients.'

/** A push message and a webhook go to nobody in particular. */
function mayReceive({ document }: Brand, own: string, recipient: string): boolean {
  const isSame = (one: string) => one.toLowerCase() === recipient.toLowerCase()
  return recipient === '' || isSame(own) || (document.portal?.testRecipients ?? []).some(isSame)
}

interface Content {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

const testWords = 'This is a test message. It was sent by hand, and nothing in it counts.'

/** Nobody takes it for a message of the brand. */
const markedAsTest = ({ html, ...content }: Content): Content => ({
  ...content,
  subject: `[Test] ${content.subject}`,
  text: `${testWords}\n\n${content.text}`,
  ...(html !== undefined && { html: `<p><strong>${testWords}</strong></p>${html}` }),
})

function findFault({ document }: Brand, channel: Channel, recipient: string): string | undefined {
  if (!document.senders[channel]) return `channel: the brand has no sender for ${channel}; add one first`
  if (channel === 'email' && !/^[^\s<>,;@]+@[^\s<>,;@]+$/.test(recipient)) return 'recipient: is no e-mail address'
  if (channel === 'sms' && !/^\+?[0-9 ()/-]{5,30}$/.test(recipient)) return 'recipient: is no phone number'
  return undefined
}

async function send(
  { senders }: PortalServices,
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
