import assert from 'node:assert/strict'
import type { TriedMessage } from '../../domain/message/outbox-message.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { BounceNotice } from '../../storage/store/outbox/bounce.sql.ts'

/**
 * The bounce that is recorded when a mail server refuses the recipient of a message. It concerns the card, or all cards
 * with the address if the message was sent to the address itself.
 */
export function noticeOfRefused({ user, cardId, recipient }: TriedMessage, reason: string, now: Instant): BounceNotice {
  assert(user, 'a refused message has a recipient')
  const isForCard = cardId !== undefined && recipient === undefined
  const to = { key: user.key, ...(isForCard && { cardId }) }
  return { eventType: 'BOUNCED', channel: user.channel, to, reason, happenedAt: now }
}
