import type { EventGroup, EventType } from '../../../domain/brand/event-type.ts'
import { inOrder, instantArray, plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface EventTypeRow {
  category_id: string
  event_type: string
  name: string
  group_type: EventGroup
  sentiment: number
  active: boolean
  created_at: Instant
  modified_at: Instant
}

/** Locks and reads event types, in the order of their ids, after all channels; in one statement, as channels are. */
export async function lockEventTypes(db: Sql, brand: BrandId, ids: readonly string[]): Promise<EventType[]> {
  const rows = await db.rows<EventTypeRow>`
    select category_id, event_type, name, group_type, sentiment, active, created_at, modified_at
    from event_type
    where brand_id = ${brand} and category_id = any(${textArray(ids)}::text[])
    order by category_id
    for no key update`
  return rows.map(toEventType)
}

/** Event types that are only named: none is ever deleted, so that they need no lock. */
export async function findEventTypes(db: Sql, brand: BrandId, ids: readonly string[]): Promise<EventType[]> {
  const rows = await db.rows<EventTypeRow>`
    select category_id, event_type, name, group_type, sentiment, active, created_at, modified_at
    from event_type
    where brand_id = ${brand} and category_id = any(${textArray(ids)}::text[])`
  return rows.map(toEventType)
}

export function toEventType(row: EventTypeRow): EventType {
  return {
    categoryId: row.category_id,
    eventType: row.event_type,
    name: row.name,
    groupType: row.group_type,
    sentiment: row.sentiment,
    active: row.active,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}

/** Fails when somebody else inserted one of them meanwhile. */
export function insertEventTypes(db: Sql, brand: BrandId, types: readonly EventType[]): Promise<unknown> {
  const sorted = inOrder(types, ({ categoryId }) => categoryId)
  return db.rows`
    insert into event_type (brand_id, category_id, event_type, name, group_type, sentiment, active, created_at,
      modified_at)
    values (${brand},
      unnest(${textArray(sorted.map(({ categoryId }) => categoryId))}::text[]),
      unnest(${textArray(sorted.map(({ eventType }) => eventType))}::text[]),
      unnest(${textArray(sorted.map(({ name }) => name))}::text[]),
      unnest(${textArray(sorted.map(({ groupType }) => groupType))}::text[]),
      unnest(${plainArray(sorted.map(({ sentiment }) => sentiment))}::smallint[]),
      unnest(${plainArray(sorted.map(({ active }) => active))}::boolean[]),
      unnest(${timeArray(sorted.map(({ createdAt }) => createdAt))}::timestamptz[]),
      unnest(${timeArray(sorted.map(({ modifiedAt }) => modifiedAt))}::timestamptz[]))`
}

/** What a file made and switched off is the call's from then on. */
export function updateEventTypes(db: Sql, brand: BrandId, types: readonly EventType[]): Promise<unknown> {
  return db.rows`
    update event_type
    set name = after.name, group_type = after.group_type, sentiment = after.sentiment, active = after.active,
      origin = case when event_type.active then event_type.origin else 'call' end,
      modified_at = to_timestamp(after.modified_at::float8 / 1000)
    from unnest(
      ${textArray(types.map(({ categoryId }) => categoryId))}::text[],
      ${textArray(types.map(({ name }) => name))}::text[],
      ${textArray(types.map(({ groupType }) => groupType))}::text[],
      ${plainArray(types.map(({ sentiment }) => sentiment))}::smallint[],
      ${plainArray(types.map(({ active }) => active))}::boolean[],
      ${instantArray(types.map(({ modifiedAt }) => modifiedAt))}::bigint[])
      as after (category_id, name, group_type, sentiment, active, modified_at)
    where event_type.brand_id = ${brand} and event_type.category_id = after.category_id`
}
