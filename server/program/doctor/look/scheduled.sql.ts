import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { ScheduledSight } from '../judge/scheduled.ts'

/** Whether this database has changes that wait for their time. */
export async function keepsSchedules(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('brand_schedule') is not null as there`
  return row?.there ?? false
}

/**
 * Scheduled changes that nobody has seen to: refused within a week and no file applied by hand since, or due for ten
 * minutes.
 */
export function lookAtScheduled(db: Sql, brand: BrandId): Promise<ScheduledSight[]> {
  return db.rows<ScheduledSight>`
    select brand_id as brand, number, state
    from brand_schedule
    where brand_id = ${brand} and (
      (state = 'refused' and ended_at > now() - interval '7 days' and not exists (
        select from brand_version as later
        where later.brand_id = ${brand} and later.made_at > brand_schedule.ended_at
          and later.source in ('file', 'edit') and later.schedule_number is null))
      or (state = 'waiting' and due_at < now() - interval '10 minutes'))
    order by number`
}
