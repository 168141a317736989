import { type BrandId, isUuid } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { Sql } from './connection.ts'

export interface MessageCount {
  readonly channel: string
  readonly state: 'waiting' | 'sent' | 'failed' | 'cancelled' | 'notSent'
  readonly count: number
}

/** How many messages of the last thirty days there are of each kind. References begin with their time. */
export function countMessages(db: Sql, brand: BrandId): Promise<MessageCount[]> {
  return db.rows<MessageCount>`
    select channel, state, count(*) as count
    from message
    where brand_id = ${brand} and request_ref >= uuid_floor(now() - interval '30 days')
    group by channel, state
    order by channel, state`
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
    where brand_id = ${brand} and (state = 'failed' or (state = 'notSent' and last_error = 'receiverDisabled'))
    order by created_at desc, request_ref desc, line desc
    limit ${limit}`
}

/** Has the oldest messages that were given up sent as if they were new, and answers how many. Erased ones stay as they are. */
export async function retryGivenUp(db: Sql, brand: BrandId, limit: number): Promise<number> {
  const rows = await db.rows`
    with given_up as materialized (
      select request_ref, line
      from message
      where brand_id = ${brand} and (state = 'failed' or (state = 'notSent' and last_error = 'receiverDisabled'))
        and body <> ''
      order by created_at
      limit ${limit}
      for update skip locked)
    update message
    set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, lease_until = null
    from given_up
    where message.brand_id = ${brand} and message.request_ref = given_up.request_ref and message.line = given_up.line
    returning message.line`
  return rows.length
}

/** The same for one message; false when it is not one of those. */
export async function retryMessage(db: Sql, brand: BrandId, messageId: string): Promise<boolean> {
  const [, ref = '', line = ''] = /^(.{36})-(\d{1,9})$/.exec(messageId) ?? []
  if (!isUuid(ref)) return false
  const rows = await db.rows`
    update message
    set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, lease_until = null
    where brand_id = ${brand} and request_ref = ${ref} and line = ${Number(line)} and body <> ''
      and (state = 'failed' or (state = 'notSent' and last_error = 'receiverDisabled'))
    returning line`
  return rows.length > 0
}
