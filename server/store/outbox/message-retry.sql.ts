import type { Sql } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { MessageName } from '../../message/outbox-message.ts'

/** What one transaction does in a moment. */
export const retriedMax = 5000

/** Before all messages. */
export const noMessage: MessageName = { ref: '00000000-0000-0000-0000-000000000000', line: 0 }

/**
 * Has the oldest messages after this one that were given up sent as if they were new, at most `retriedMax`, and answers
 * which. What is given up anew meanwhile lies before the last one of them.
 */
export function retryGivenUp(db: Sql, brand: BrandId, after: MessageName): Promise<MessageName[]> {
  return db.rows<MessageName>`
    with given_up as materialized (
      select request_ref, line
      from message
      where brand_id = ${brand} and is_given_up(state, last_error, body)
        and (request_ref, line) > (${after.ref}::uuid, ${after.line}::integer)
      order by request_ref, line
      limit ${retriedMax}
      for update skip locked),
    retried as (
      update message
      set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, lease_until = null
      from given_up
      where message.brand_id = ${brand} and message.request_ref = given_up.request_ref and message.line = given_up.line
      returning message.request_ref, message.line)
    select request_ref as ref, line from retried order by request_ref, line`
}

/** The same for one message; false when it is not one of those. */
export async function retryMessage(db: Sql, brand: BrandId, { ref, line }: MessageName): Promise<boolean> {
  const rows = await db.rows`
    update message
    set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, lease_until = null
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and is_given_up(state, last_error, body)
    returning line`
  return rows.length > 0
}
