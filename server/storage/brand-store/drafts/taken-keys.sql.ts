import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/**
 * What entries of a section were ever called by that the live file may not show: in drafts, also those that are over, and in
 * earlier versions. What a campaign of the past has given away is counted by its id, so another one must not have it.
 */
export async function listPastKeys(db: Sql, brand: BrandId, section: string): Promise<string[]> {
  const start = `${section}/`
  const rows = await db.rows<{ key: string }>`
    select distinct key
    from draft_entry
    where brand_id = ${brand} and section = ${section}
    union
    select distinct split_part(substr(line, ${start.length + 1}), ':', 1) as key
    from brand_version
    cross join lateral jsonb_array_elements_text(changes::jsonb) as line
    where brand_id = ${brand} and starts_with(line, ${start})`
  // A line about something inside an entry names the entry first.
  return rows.map(({ key }) => key.split('/')[0] ?? key)
}
