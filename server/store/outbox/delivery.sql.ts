import { type Sql, toTimestamp } from '../../database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'
import type { MessageName, OutboxMessage, TriedMessage } from '../../message/outbox-message.ts'

interface ClaimedRow {
  brand_id: BrandId
  request_ref: RequestRef
  line: number
  card_id: CardId | null
  channel: OutboxMessage['channel']
  purpose: OutboxMessage['purpose']
  subject: string | null
  body: string
  html: string | null
  recipient: string | null
  created_at: Instant
  attempts: number
  lease_until: Instant
}

/** When a worker dies, others take over its messages after at most this long. */
const leaseSecondsMax = 60

/**
 * Claims messages that are due, and keeps them from others until the lease ends. Brands share the places evenly, however
 * many messages each has waiting. If there are more brands than places, a draw that changes with time decides. Paused
 * brands get places only for requests for consent, which are searched separately, by an index of their own: a paused
 * brand may have many other messages waiting.
 */
export async function claimMessages(
  db: Sql,
  limit: number,
  now: Instant,
  leaseSeconds = leaseSecondsMax,
): Promise<OutboxMessage[]> {
  const lease = now + Math.min(leaseSeconds, leaseSecondsMax) * 1000
  const rows = await db.rows<ClaimedRow>`
    with busy as materialized (
      select brand.brand_id, pauses
      from brand
      cross join lateral (select exists (
        select from send_pause
        where send_pause.brand_id = brand.brand_id and brand_version >= config_version
          and until > ${toTimestamp(now)}) as pauses) as state
      cross join lateral (
        -- The limit keeps the planner from reading everything that waits.
        (select 1 from message
          where message.brand_id = brand.brand_id and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
            and not pauses
          limit 1)
        union all
        (select 1 from message
          where message.brand_id = brand.brand_id and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
            and pauses and purpose = 'confirmation'
          limit 1)) as one
      order by hashtextextended(brand.brand_id, ${now}::bigint)
      limit ${limit}),
    share as materialized (select ${limit}::integer / greatest(count(*), 1) as places from busy),
    due as materialized (
      select one.*
      from busy
      cross join lateral (
        select brand_id, request_ref, line
        from message
        where message.brand_id = busy.brand_id and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
          and not pauses
        order by next_attempt_at
        limit (select places from share)
        for update skip locked) as one),
    questions as materialized (
      select one.*
      from busy
      cross join lateral (
        select brand_id, request_ref, line
        from message
        where message.brand_id = busy.brand_id and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
          and pauses and purpose = 'confirmation'
        order by next_attempt_at
        limit (select places from share)
        for update skip locked) as one)
    update message
    set lease_until = ${toTimestamp(lease)}
    -- No round claims this many. The limit tells the planner that there are few, so that it looks them up one by one.
    from (select * from due union all select * from questions limit 1000) as taken
    where message.brand_id = taken.brand_id and message.request_ref = taken.request_ref and message.line = taken.line
    returning message.brand_id, message.request_ref, message.line, card_id, channel, purpose, subject, body, html,
      recipient, created_at, attempts, lease_until`
  return rows.map(toMessage).toSorted((one, other) => one.createdAt - other.createdAt || one.line - other.line)
}

function toMessage(row: ClaimedRow): OutboxMessage {
  return {
    brand: row.brand_id,
    ref: row.request_ref,
    line: row.line,
    channel: row.channel,
    purpose: row.purpose,
    ...(row.card_id !== null && { cardId: row.card_id }),
    ...(row.recipient !== null && { recipient: row.recipient }),
    ...(row.subject !== null && { subject: row.subject }),
    text: row.body,
    ...(row.html !== null && { html: row.html }),
    createdAt: row.created_at,
    attempts: row.attempts,
    leaseUntil: row.lease_until,
  }
}

/** Works even if the lease was lost in the meantime: the message was sent, and the new holder must not send it again. */
export async function markSent(
  db: Sql,
  brand: BrandId,
  { ref, line, sentTo }: MessageName & Pick<TriedMessage, 'sentTo'>,
  now: Instant,
): Promise<boolean> {
  const rows = await db.rows`
    update message
    set state = 'sent', sent_at = ${toTimestamp(now)}, attempts = attempts + 1, next_attempt_at = null, last_error = null,
      lease_until = null, sent_to = ${sentTo ?? null}
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and state = 'waiting'
    returning line`
  return rows.length > 0
}

type Leased = MessageName & Pick<OutboxMessage, 'leaseUntil'>

export interface DeliveryFailure {
  /** A class, never content. */
  readonly why: string
  /** Absent means that it is given up. */
  readonly nextAttemptAt?: Instant | undefined
}

/**
 * Records a failed attempt. Changes nothing if another worker has taken over the message. The address is stored
 * nonetheless: the message may have arrived, and only the reply was lost.
 */
export function markFailed(
  db: Sql,
  brand: BrandId,
  { ref, line, leaseUntil, sentTo }: Leased & Pick<TriedMessage, 'sentTo'>,
  { why, nextAttemptAt }: DeliveryFailure,
): Promise<unknown> {
  return db.rows`
    update message
    set state = ${nextAttemptAt === undefined ? 'failed' : 'waiting'}, attempts = attempts + 1, last_error = ${why},
      next_attempt_at = ${toTimestamp(nextAttemptAt)}, lease_until = null, sent_to = ${sentTo ?? null}
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and state = 'waiting'
      and lease_until = ${toTimestamp(leaseUntil)}`
}

/** The message must not be sent to anybody. */
export function markNotSent(
  db: Sql,
  brand: BrandId,
  { ref, line, leaseUntil }: Leased,
  { reason, wasTried }: { readonly reason: string; readonly wasTried: boolean },
): Promise<unknown> {
  return db.rows`
    update message
    set state = 'notSent', last_error = ${reason}, next_attempt_at = null, lease_until = null,
      attempts = attempts + ${wasTried}::boolean::integer
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and state = 'waiting'
      and lease_until = ${toTimestamp(leaseUntil)}`
}

/** Returns a message that was not tried. */
export function putBack(
  db: Sql,
  brand: BrandId,
  { ref, line, leaseUntil }: Leased,
  nextAttemptAt: Instant,
): Promise<unknown> {
  return db.rows`
    update message
    set next_attempt_at = ${toTimestamp(nextAttemptAt)}, lease_until = null
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and state = 'waiting'
      and lease_until = ${toTimestamp(leaseUntil)}`
}

/** Who a message went to, for the signed links in it. */
export interface MessageTarget {
  readonly channel: OutboxMessage['channel']
  readonly purpose: OutboxMessage['purpose']
  readonly cardId?: CardId
  readonly recipient?: string
  /** Absent if it was not sent yet, or was sent by an earlier version. */
  readonly sentTo?: string
}

export async function findMessageTarget(
  db: Sql,
  brand: BrandId,
  { ref, line }: MessageName,
): Promise<MessageTarget | undefined> {
  const [row] = await db.rows<
    Pick<ClaimedRow, 'channel' | 'purpose' | 'card_id' | 'recipient'> & { sent_to: string | null }
  >`
    select channel, purpose, card_id, recipient, sent_to
    from message
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line}`
  return (
    row && {
      channel: row.channel,
      purpose: row.purpose,
      ...(row.card_id !== null && { cardId: row.card_id }),
      ...(row.recipient !== null && { recipient: row.recipient }),
      ...(row.sent_to !== null && { sentTo: row.sent_to }),
    }
  )
}
