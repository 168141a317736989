import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface MessageCount {
  readonly channel: string
  readonly state: 'waiting' | 'sent' | 'failed' | 'cancelled' | 'notSent'
  readonly count: number
}

/** So many of the newest are counted: one look must not read all that a large brand has sent. */
export const countedMax = 100_000

/** How many messages of the last thirty days there are of each kind. References begin with their time. */
export function countMessages(db: Sql, brand: BrandId): Promise<MessageCount[]> {
  return db.rows<MessageCount>`
    select channel, state, count(*) as count
    from (
      select channel, state
      from message
      where brand_id = ${brand} and request_ref >= uuid_floor(now() - interval '30 days')
      order by request_ref desc
      limit ${countedMax}) as newest
    group by channel, state
    order by channel, state`
}

export interface ReasonCount {
  readonly channel: string
  readonly reason: string | null
  readonly count: number
}

/** Why those of them that were not sent were not, and how many for each reason. */
export function countNotSent(db: Sql, brand: BrandId): Promise<ReasonCount[]> {
  return db.rows<ReasonCount>`
    select channel, reason, count(*) as count
    from (
      select channel, state, last_error as reason
      from message
      where brand_id = ${brand} and request_ref >= uuid_floor(now() - interval '30 days')
      order by request_ref desc
      limit ${countedMax}) as newest
    where state = 'notSent'
    group by channel, reason
    order by channel, count(*) desc, reason`
}

/** Messages of a channel that are sent later, and when the first of them is. */
export interface LaterCount {
  readonly channel: string
  readonly count: number
  readonly firstAt: Instant
}

/** At most so many as the counts above: those that come first. */
export function countLaterMessages(db: Sql, brand: BrandId): Promise<LaterCount[]> {
  return db.rows<LaterCount>`
    select channel, count(*) as count, min(due_at) as "firstAt"
    from (
      select channel, due_at
      from message
      where brand_id = ${brand} and due_at is not null and state = 'waiting' and next_attempt_at is null
      order by due_at
      limit ${countedMax}) as soonest
    group by channel
    order by channel`
}

/** A message that was tried in vain, or whose receiver is disabled. What it says, and to whom, is nobody's business here. */
export interface GivenUpMessage {
  readonly messageId: string
  readonly channel: string
  readonly writtenAt: Instant
  readonly attempts: number
  readonly lastError: string
}

/** The newest first. */
export function listGivenUp(db: Sql, brand: BrandId, limit: number): Promise<GivenUpMessage[]> {
  return db.rows<GivenUpMessage>`
    select request_ref || '-' || line as "messageId", channel, created_at as "writtenAt", attempts,
      coalesce(last_error, '') as "lastError"
    from message
    where brand_id = ${brand} and is_given_up(state, last_error, body)
    order by request_ref desc, line desc
    limit ${limit}`
}
