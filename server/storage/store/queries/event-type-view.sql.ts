import type { EventType } from '../../../domain/brand/event-type.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { type EventTypeRow, toEventType } from '../batch/event-type.sql.ts'

/** One page of the brand's event types, the oldest first. */
export async function listEventTypePage(
  db: Sql,
  brand: BrandId,
  page: { readonly limit: number; readonly offset: number },
): Promise<EventType[]> {
  const rows = await db.rows<EventTypeRow>`
    select category_id, event_type, name, group_type, sentiment, active, created_at, modified_at
    from event_type
    where brand_id = ${brand}
    order by created_at, category_id
    limit ${page.limit} offset ${page.offset}`
  return rows.map(toEventType)
}
