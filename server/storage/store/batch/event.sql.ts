import type { NewEvent } from '../../../domain/campaign/kept-effects.ts'
import { instantArray, plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface EventRow extends NewEvent {
  readonly ref: RequestRef
  readonly line: number
}

export function insertEvents(db: Sql, brand: BrandId, events: readonly EventRow[]): Promise<unknown> {
  return db.rows`
    insert into event (brand_id, request_ref, line, card_id, event_type, category_id, specific_id, happened_at, payload,
      properties)
    values (${brand},
      unnest(${plainArray(events.map((event) => event.ref))}::uuid[]),
      unnest(${plainArray(events.map((event) => event.line))}::integer[]),
      unnest(${plainArray(events.map((event) => event.cardId))}::bigint[]),
      unnest(${textArray(events.map((event) => event.eventType))}::text[]),
      unnest(${textArray(events.map((event) => event.categoryId))}::text[]),
      unnest(${textArray(events.map((event) => event.specificId))}::text[]),
      unnest(${timeArray(events.map((event) => event.happenedAt))}::timestamptz[]),
      unnest(${textArray(events.map((event) => event.payload))}::text[]),
      unnest(${textArray(events.map((event) => event.properties && JSON.stringify(event.properties)))}::jsonb[]))`
}

export function deleteEvents(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    delete from event where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}

/** Which events of a card are meant; what is absent may be anything. */
export interface EventCount {
  readonly card: CardId
  readonly categoryId?: string | undefined
  readonly eventType?: string | undefined
  readonly since?: Instant | undefined
  /** Without those of this call. */
  readonly except?: RequestRef | undefined
}

/** How many events there are of cards, and of those whose heirs they are, and when the last one was, in the order in which they are asked for. */
export function countEvents(
  db: Sql,
  brand: BrandId,
  wanted: readonly EventCount[],
): Promise<{ count: number; last_at: Instant | null }[]> {
  return db.rows`
    select found.count, found.last_at
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${textArray(wanted.map(({ categoryId }) => categoryId))}::text[],
      ${textArray(wanted.map(({ eventType }) => eventType))}::text[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[],
      ${plainArray(wanted.map(({ except }) => except))}::uuid[])
      with ordinality as wanted (card_id, category_id, event_type, since, except_ref, place)
    cross join lateral (
      select count(*) as count, max(happened_at) as last_at
      from event
      where event.brand_id = ${brand} and (event.card_id = wanted.card_id or event.card_id = any(array(
          select card_id from card_heir where brand_id = ${brand} and heir_id = wanted.card_id)))
        and event.category_id = coalesce(wanted.category_id, event.category_id)
        and event.event_type = coalesce(wanted.event_type, event.event_type)
        and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
        and event.request_ref is distinct from wanted.except_ref) as found
    order by place`
}
