import type { NewMessage } from '../../campaign/kept-effects.ts'
import { instantArray, plainArray, textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/connection.ts'
import type { BrandId, RequestRef } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'

export interface MessageRow extends NewMessage {
  readonly ref: RequestRef
  readonly line: number
  readonly createdAt: Instant
  /** Present if it is not the customer of the card. */
  readonly recipient?: string
}

/** Puts messages into the outbox, from which they are sent later. */
export function insertMessages(db: Sql, brand: BrandId, messages: readonly MessageRow[]): Promise<unknown> {
  return db.rows`
    insert into message (brand_id, request_ref, line, card_id, channel, rule_id, template_id, subject, body, html,
      recipient, created_at, list_id)
    select owner.brand_id, request_ref, line, card_id, channel, rule_id, template_id, subject, body, html,
      recipient, to_timestamp(created_at::float8 / 1000), list_id
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(messages.map((message) => message.ref))}::uuid[],
      ${plainArray(messages.map((message) => message.line))}::integer[],
      ${plainArray(messages.map((message) => message.cardId))}::bigint[],
      ${textArray(messages.map((message) => message.channel))}::text[],
      ${textArray(messages.map((message) => message.rule))}::text[],
      ${textArray(messages.map((message) => message.template))}::text[],
      ${textArray(messages.map((message) => message.subject))}::text[],
      ${textArray(messages.map((message) => message.text))}::text[],
      ${textArray(messages.map((message) => message.html))}::text[],
      ${textArray(messages.map((message) => message.recipient))}::text[],
      ${instantArray(messages.map((message) => message.createdAt))}::bigint[],
      ${plainArray(messages.map((message) => message.list))}::uuid[])
      as made (request_ref, line, card_id, channel, rule_id, template_id, subject, body, html, recipient,
        created_at, list_id)`
}

/** What has not gone out yet is not sent any more. A worker that is sending a message at this moment says so itself. */
export function cancelMessages(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    update message
    set state = 'cancelled', last_error = 'voided', next_attempt_at = null
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[]) and state = 'waiting'`
}
