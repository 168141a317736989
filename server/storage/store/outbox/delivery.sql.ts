import type { MessageName, OutboxMessage, TriedMessage } from '../../../domain/message/outbox-message.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

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
  list_id: string | null
  created_at: Instant
  attempts: number
  lease_until: Instant
}

/** When a worker dies, others take over its messages after at most this long. */
const leaseSecondsMax = 60

/**
 * Claims messages that are due, and keeps them from others until the lease ends. Brands share the places evenly, however
 * many messages each has waiting. If there are more brands than places, a draw that changes with time decides. Each
 * brand is claimed by a statement of its own: rows of several brands cannot be locked by one where they are on several
 * nodes.
 */
export async function claimMessages(
  db: Sql,
  limit: number,
  now: Instant,
  leaseSeconds = leaseSecondsMax,
): Promise<OutboxMessage[]> {
  const busy = await listBusyBrands(db, limit, now)
  const places = Math.floor(limit / Math.max(busy.length, 1))
  const until = now + Math.min(leaseSeconds, leaseSecondsMax) * 1000
  const claimed: ClaimedRow[] = []
  for (const { brand_id, pauses } of busy) {
    const claim = { now, until, places }
    claimed.push(...(await (pauses ? claimQuestions(db, brand_id, claim) : claimDue(db, brand_id, claim))))
  }
  return claimed.map(toMessage).toSorted((one, other) => one.createdAt - other.createdAt || one.line - other.line)
}

interface BusyBrand {
  readonly brand_id: BrandId
  /** Its allowance is used up: only requests for consent are sent. */
  readonly pauses: boolean
}

/** The brands that have something to send. The limits keep the planner from reading everything that waits. */
async function listBusyBrands(db: Sql, limit: number, now: Instant): Promise<BusyBrand[]> {
  const brands = await reachableBrands(db)
  return db.rows<BusyBrand>`
    select known.brand_id, pauses
    from (
      select brand.brand_id, exists (
        select from send_pause
        where send_pause.brand_id = brand.brand_id and brand_version >= config_version
          and until > ${toTimestamp(now)}::timestamptz
          and (${brands}::text[] is null or send_pause.brand_id = any(${brands}::text[]))) as pauses
      from brand
      where (${brands}::text[] is null or brand.brand_id = any(${brands}::text[]))) as known
    cross join lateral (
      (select 1 from message
        where message.brand_id = known.brand_id and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
          and not pauses and (${brands}::text[] is null or message.brand_id = any(${brands}::text[]))
        limit 1)
      union all
      (select 1 from message
        where message.brand_id = known.brand_id and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
          and pauses and purpose = 'confirmation'
          and (${brands}::text[] is null or message.brand_id = any(${brands}::text[]))
        limit 1)) as one
    order by hashtextextended(known.brand_id, ${now}::bigint)
    limit ${limit}`
}

interface Claim {
  readonly now: Instant
  readonly until: Instant
  readonly places: number
}

function claimDue(db: Sql, brand: BrandId, { now, until, places }: Claim): Promise<ClaimedRow[]> {
  return db.rows<ClaimedRow>`
    with due as materialized (
      select request_ref, line
      from message
      where brand_id = ${brand} and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
      order by next_attempt_at
      limit ${places}
      for update skip locked)
    update message
    set lease_until = ${toTimestamp(until)}
    -- No round claims this many. The limit tells the planner that there are few, so that it looks them up one by one.
    from (select * from due limit 1000) as taken
    where message.brand_id = ${brand} and message.request_ref = taken.request_ref and message.line = taken.line
    returning message.brand_id, message.request_ref, message.line, card_id, channel,
      case rule_id when 'gift' then 'gift' else purpose end as purpose, subject, body, html,
      recipient, list_id, created_at, attempts, lease_until`
}

/** Of a paused brand. They have an index of their own: the brand may have many other messages waiting. */
function claimQuestions(db: Sql, brand: BrandId, { now, until, places }: Claim): Promise<ClaimedRow[]> {
  return db.rows<ClaimedRow>`
    with due as materialized (
      select request_ref, line
      from message
      where brand_id = ${brand} and is_due(state, next_attempt_at, lease_until, ${toTimestamp(now)})
        and purpose = 'confirmation'
      order by next_attempt_at
      limit ${places}
      for update skip locked)
    update message
    set lease_until = ${toTimestamp(until)}
    from (select * from due limit 1000) as taken
    where message.brand_id = ${brand} and message.request_ref = taken.request_ref and message.line = taken.line
    returning message.brand_id, message.request_ref, message.line, card_id, channel,
      case rule_id when 'gift' then 'gift' else purpose end as purpose, subject, body, html,
      recipient, list_id, created_at, attempts, lease_until`
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
    ...(row.list_id !== null && { list: row.list_id }),
    ...(row.subject !== null && { subject: row.subject }),
    text: row.body,
    ...(row.html !== null && { html: row.html }),
    createdAt: row.created_at,
    attempts: row.attempts,
    leaseUntil: row.lease_until,
  }
}

/**
 * Works even if the lease was lost or the message cancelled in the meantime: it was sent, and the new holder must not
 * send it again. What was erased stays erased.
 */
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
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line}
      and (state = 'waiting' or (state = 'cancelled' and body <> ''))
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
  /** The subscription list whose message it was. */
  readonly list?: string
  /** Absent if it was not sent yet, or was sent by an earlier version. */
  readonly sentTo?: string
}

export async function findMessageTarget(
  db: Sql,
  brand: BrandId,
  { ref, line }: MessageName,
): Promise<MessageTarget | undefined> {
  const [row] = await db.rows<
    Pick<ClaimedRow, 'channel' | 'purpose' | 'card_id' | 'recipient' | 'list_id'> & { sent_to: string | null }
  >`
    select channel, purpose, card_id, recipient, list_id, sent_to
    from message
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line}`
  return (
    row && {
      channel: row.channel,
      purpose: row.purpose,
      ...(row.card_id !== null && { cardId: row.card_id }),
      ...(row.recipient !== null && { recipient: row.recipient }),
      ...(row.list_id !== null && { list: row.list_id }),
      ...(row.sent_to !== null && { sentTo: row.sent_to }),
    }
  )
}
