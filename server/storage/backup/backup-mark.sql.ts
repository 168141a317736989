import type { Sql } from '../../ground/database/connection.ts'

/** Keeps with each brand when a backup that has it was finished, for whoever watches over that. Only the last is kept. */
export async function keepBackup(db: Sql, takenAt: string): Promise<void> {
  const brands = await db.rows<{ brand_id: string }>`select brand_id from brand order by brand_id`
  for (const { brand_id: brand } of brands) {
    await db.rows`
      insert into job_mark (brand_id, job, mark) values (${brand}, 'backup', ${takenAt})
      on conflict (brand_id, job) do update set mark = excluded.mark`
  }
}
