import type { MessageName } from '../../../domain/message/outbox-message.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Few enough for one short transaction. */
export const retriedMax = 5000

/** Before all messages. */
export const noMessage: MessageName = { ref: '00000000-0000-0000-0000-000000000000', line: 0 }

/**
 * Sends the oldest given-up messages after this one again as if they were new, at most `retriedMax`, and returns them.
 * Messages that are given up again in the meantime come before the last of them, so they are not retried twice.
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

/** The same for one message; returns false if it was not given up. */
export async function retryMessage(db: Sql, brand: BrandId, { ref, line }: MessageName): Promise<boolean> {
  const rows = await db.rows`
    update message
    set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, lease_until = null
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and is_given_up(state, last_error, body)
    returning line`
  return rows.length > 0
}
