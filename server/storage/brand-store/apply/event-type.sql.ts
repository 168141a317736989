import type { BrandDocument } from '../../../domain/brand/document.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Makes event types what the file says, including those that calls created or changed. */
export async function upsertEventTypes(db: Sql, brandId: BrandId, types: BrandDocument['eventTypes']): Promise<void> {
  const made = JSON.stringify(types)
  await db.rows`
    insert into event_type (brand_id, category_id, name, group_type, sentiment, created_at, modified_at, origin)
    select owner.brand_id, "categoryId", name, "groupType", sentiment, now(), now(), 'file'
    from (select brand_id from brand where brand_id = ${brandId}) as owner
    cross join json_to_recordset(${made}) as made ("categoryId" text, name text, "groupType" text, sentiment smallint)
    order by "categoryId"
    on conflict (brand_id, category_id) do update
    set name = excluded.name, group_type = excluded.group_type, sentiment = excluded.sentiment, active = true,
      modified_at = excluded.modified_at`
}

/** Event types created by a call stay active, even if a file listed them for a while. */
export async function switchOffEventTypes(db: Sql, brandId: BrandId, ids: readonly string[]): Promise<void> {
  await db.rows`
    update event_type set active = false, modified_at = now()
    where brand_id = ${brandId} and category_id = any(${ids}) and origin = 'file'`
}

/** Which of these event types calls created. Those of an earlier file do not count: the new file must list them. */
export async function listCalledEventTypes(db: Sql, brandId: BrandId, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ category_id: string }>`
    select category_id from event_type
    where brand_id = ${brandId} and category_id = any(${ids}) and origin = 'call' and active`
  return rows.map((row) => row.category_id)
}
