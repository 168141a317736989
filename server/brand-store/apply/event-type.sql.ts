import type { BrandDocument } from '../../brand/document.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { Database } from '../brand.sql.ts'

/** Makes event types what the file says, also those that calls made or changed. */
export async function upsertEventTypes(
  db: Database,
  brandId: BrandId,
  types: BrandDocument['eventTypes'],
): Promise<void> {
  await db.query({
    text: `
      insert into event_type (brand_id, category_id, name, group_type, sentiment, created_at, modified_at, origin)
      select $1, "categoryId", name, "groupType", sentiment, now(), now(), 'file'
      from json_to_recordset($2) as made ("categoryId" text, name text, "groupType" text, sentiment smallint)
      order by "categoryId"
      on conflict (brand_id, category_id) do update
      set name = excluded.name, group_type = excluded.group_type, sentiment = excluded.sentiment, active = true,
        modified_at = now()`,
    values: [brandId, JSON.stringify(types)],
  })
}

/** What a call made stays, although a file had it meanwhile. */
export async function switchOffEventTypes(db: Database, brandId: BrandId, ids: readonly string[]): Promise<void> {
  await db.query({
    text: `
      update event_type set active = false, modified_at = now()
      where brand_id = $1 and category_id = any($2) and origin = 'file'`,
    values: [brandId, ids],
  })
}

/** Which of these event types calls made: what a file made, the next one has to have too if its rules name it. */
export async function listCalledEventTypes(db: Database, brandId: BrandId, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ category_id: string }>({
    text: `
      select category_id from event_type
      where brand_id = $1 and category_id = any($2) and origin = 'call' and active`,
    values: [brandId, ids],
  })
  return rows.map((row) => row.category_id)
}
