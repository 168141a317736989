import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface AddedRow {
  /** `campaigns/earn: added`, as versions keep it. */
  readonly line: string
  readonly made_at: Instant
}

/**
 * When campaigns were put into force. What the brand began with is left out: it is as old as the brand, whose cards may
 * be older than its file.
 */
export async function listCampaignsAdded(db: Sql, brand: BrandId): Promise<Map<string, Instant>> {
  const rows = await db.rows<AddedRow>`
    select line, max(made_at) as made_at
    from brand_version
    cross join lateral jsonb_array_elements_text(changes::jsonb) as line
    where brand_id = ${brand} and version > 1 and line like 'campaigns/%: added' and line not like 'campaigns/%/%'
    group by line
    order by line`
  return new Map(rows.map(({ line, made_at }) => [line.slice('campaigns/'.length, -': added'.length), made_at]))
}
