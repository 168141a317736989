import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'

/** How far a job got in a brand. */
export async function findMark(db: Sql, brand: BrandId, job: string): Promise<string | undefined> {
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${brand} and job = ${job}`
  return row?.mark
}

/** Makes a nightly job run again for the brand. */
export async function deleteMark(db: Sql, brand: BrandId, job: string): Promise<void> {
  await db.rows`delete from job_mark where brand_id = ${brand} and job = ${job}`
}

export async function putMark(db: Sql, brand: BrandId, job: string, mark: string): Promise<void> {
  await db.rows`
    insert into job_mark (brand_id, job, mark) values (${brand}, ${job}, ${mark})
    on conflict (brand_id, job) do update set mark = excluded.mark, changed_at = excluded.changed_at`
}
