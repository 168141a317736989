import { toKnownUser } from '../channel/customer-user.ts'
import type { Instant } from '../kernel/time.ts'
import type { BounceNotice } from '../store/bounce.sql.ts'
import type { OutboxMessage } from './outbox-message.ts'

/** What goes into the inbox of bounces when a mail server refuses the recipient of a message. */
export function noticeOfRefused({ cardId, recipient }: OutboxMessage, reason: string, now: Instant): BounceNotice {
  const user = toKnownUser('email', recipient)
  const to = user || cardId === undefined ? { key: user?.key ?? '' } : { cardId }
  return { eventType: 'BOUNCED', channel: 'email', to, reason, happenedAt: now }
}
