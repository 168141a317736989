import assert from 'node:assert/strict'
import type { Instant } from '../kernel/time.ts'
import type { TriedMessage } from '../message/outbox-message.ts'
import type { BounceNotice } from '../store/outbox/bounce.sql.ts'

/**
 * What goes into the inbox of bounces when a mail server refuses the recipient of a message: it is about the card, or
 * about all that have the address if the message was for the address itself.
 */
export function noticeOfRefused({ user, cardId, recipient }: TriedMessage, reason: string, now: Instant): BounceNotice {
  assert(user, 'who was refused is known')
  const isForCard = cardId !== undefined && recipient === undefined
  const to = { key: user.key, ...(isForCard && { cardId }) }
  return { eventType: 'BOUNCED', channel: user.channel, to, reason, happenedAt: now }
}
