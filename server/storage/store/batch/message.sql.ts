import type { NewMessage } from '../../../domain/campaign/kept-effects.ts'
import type { SettledMessage } from '../../../domain/decision/outcome.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface MessageRow extends NewMessage {
  readonly ref: RequestRef
  readonly line: number
  readonly createdAt: Instant
  /** Present if it is not the customer of the card. */
  readonly recipient?: string
  /** Present if it is sent later. */
  readonly dueAt?: Instant
}

/** Puts messages into the outbox: those that are sent as soon as possible, and those that wait for their time. */
export function insertMessages(db: Sql, brand: BrandId, messages: readonly MessageRow[]): Promise<unknown> {
  const kinds = [false, true].map((waits) => messages.filter(({ dueAt }) => (dueAt !== undefined) === waits))
  return Promise.all(kinds.map((kind, index) => kind.length > 0 && insertAlike(db, brand, kind, index === 1)))
}

function insertAlike(db: Sql, brand: BrandId, messages: readonly MessageRow[], waits: boolean): Promise<unknown> {
  return db.rows`
    insert into message (brand_id, request_ref, line, card_id, channel, rule_id, template_id, subject, body, html,
      recipient, created_at, list_id, due_at, of_card_id, of_events, next_attempt_at)
    values (${brand},
      unnest(${plainArray(messages.map((message) => message.ref))}::uuid[]),
      unnest(${plainArray(messages.map((message) => message.line))}::integer[]),
      unnest(${plainArray(messages.map((message) => message.cardId))}::bigint[]),
      unnest(${textArray(messages.map((message) => message.channel))}::text[]),
      unnest(${textArray(messages.map((message) => message.rule))}::text[]),
      unnest(${textArray(messages.map((message) => message.template))}::text[]),
      unnest(${textArray(messages.map((message) => message.subject))}::text[]),
      unnest(${textArray(messages.map((message) => message.text))}::text[]),
      unnest(${textArray(messages.map((message) => message.html))}::text[]),
      unnest(${textArray(messages.map((message) => message.recipient))}::text[]),
      unnest(${timeArray(messages.map((message) => message.createdAt))}::timestamptz[]),
      unnest(${plainArray(messages.map((message) => message.list))}::uuid[]),
      unnest(${timeArray(messages.map((message) => message.dueAt))}::timestamptz[]),
      unnest(${plainArray(messages.map((message) => message.ofCardId))}::bigint[]),
      unnest(${textArray(messages.map((message) => message.ofEvents && JSON.stringify(message.ofEvents)))}::jsonb[]),
      case when ${waits}::boolean then null else now() end)`
}

/** What has not gone out yet is not sent any more. A worker that is sending a message at this moment says so itself. */
export function cancelMessages(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    update message
    set state = 'cancelled', last_error = 'voided', next_attempt_at = null
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[]) and state = 'waiting'`
}

/** The same for messages that were to be sent later. */
export function cancelLaterMessages(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    update message
    set state = 'cancelled', last_error = 'returned'
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[]) and state = 'waiting'
      and due_at is not null and next_attempt_at is null`
}

/** Each message is settled once: with its next attempt it is no longer one that is sent later. */
export function settleMessages(db: Sql, brand: BrandId, settled: readonly SettledMessage[]): Promise<unknown> {
  return db.rows`
    update message
    set card_id = coalesce(settled.card_id, message.card_id), last_error = settled.reason,
      state = case when settled.reason is null then 'waiting' else 'notSent' end,
      next_attempt_at = case when settled.reason is null then clock.at end
    from (select now() as at) as clock, unnest(
      ${plainArray(settled.map(({ ref }) => ref))}::uuid[],
      ${plainArray(settled.map(({ line }) => line))}::integer[],
      ${plainArray(settled.map(({ cardId }) => cardId))}::bigint[],
      ${textArray(settled.map(({ reason }) => reason))}::text[]) as settled (request_ref, line, card_id, reason)
    where message.brand_id = ${brand} and message.request_ref = settled.request_ref and message.line = settled.line
      and state = 'waiting' and due_at is not null and next_attempt_at is null`
}
