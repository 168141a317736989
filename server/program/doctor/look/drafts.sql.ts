import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { DraftSight } from '../judge/drafts.ts'

/** Whether this database has drafts. */
export async function keepsDrafts(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('draft') is not null as there`
  return row?.there ?? false
}

/** Drafts that nobody has seen to: refused within a week, or due for ten minutes. */
export function lookAtDrafts(db: Sql, brand: BrandId): Promise<DraftSight[]> {
  return db.rows<DraftSight>`
    select brand_id as brand, draft_id as "draftId", state
    from draft
    where brand_id = ${brand} and (
      (state = 'refused' and changed_at > now() - interval '7 days')
      or (state = 'scheduled' and publish_at < now() - interval '10 minutes'))
    order by changed_at`
}
