import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { ErrandSight } from '../judge/errands.ts'

/** Whether this database has long work. */
export async function keepsErrands(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('errand') is not null as there`
  return row?.there ?? false
}

/** Long work that failed within a week, and that has waited for ten minutes while nothing of the brand runs. */
export function lookAtErrands(db: Sql, brand: BrandId): Promise<ErrandSight[]> {
  return db.rows<ErrandSight>`
    select ${brand} as brand,
      count(*) filter (where state = 'failed' and ended_at > now() - interval '7 days') as failed,
      count(*) filter (where ended_at is null and free_at < now() - interval '10 minutes' and not exists (
        select from errand as other where other.brand_id = ${brand} and other.state = 'running')) as overdue
    from errand
    where brand_id = ${brand}`
}
