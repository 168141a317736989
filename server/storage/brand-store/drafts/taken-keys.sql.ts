import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** What entries of a section are called by in drafts, also in those that are over. */
export async function listDraftKeys(db: Sql, brand: BrandId, section: string): Promise<string[]> {
  const rows = await db.rows<{ key: string }>`
    select distinct key
    from draft_entry
    where brand_id = ${brand} and section = ${section}`
  return rows.map(({ key }) => key)
}
