import type { Brand } from '../../../domain/brand/brand.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A brand is another object in its next version: each is asked for once. */
const known = new WeakMap<Brand, Promise<ReadonlyMap<string, Instant>>>()

/** When the campaigns of a brand were put into force. */
export function listCampaignsAdded(db: Sql, brand: Brand): Promise<ReadonlyMap<string, Instant>> {
  const kept = known.get(brand)
  if (kept) return kept
  const asked = findAdded(db, brand)
  known.set(brand, asked)
  asked.catch(() => known.delete(brand))
  return asked
}

interface AddedRow {
  /** `campaigns/earn: added`, as versions keep it. */
  readonly line: string
  readonly made_at: Instant
}

/** What the brand began with is left out: it is as old as the brand, whose cards may be older than its file. */
async function findAdded(db: Sql, { id, document }: Brand): Promise<ReadonlyMap<string, Instant>> {
  const campaigns = new Map(document.campaigns.map((campaign) => [`campaigns/${campaign.id}: added`, campaign.id]))
  if (campaigns.size === 0) return new Map()
  const rows = await db.rows<AddedRow>`
    select line, max(made_at) as made_at
    from brand_version
    cross join lateral jsonb_array_elements_text(changes::jsonb) as line
    where brand_id = ${id} and version > 1 and line = any(${textArray([...campaigns.keys()])}::text[])
    group by line
    order by line`
  return new Map(rows.map(({ line, made_at }) => [campaigns.get(line) ?? line, made_at]))
}
