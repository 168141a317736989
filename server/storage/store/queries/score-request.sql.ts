import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** What is worked out of a brand's checkouts each night. */
export const workedOut = ['scores', 'recommendations'] as const
export type WorkedOut = (typeof workedOut)[number]

/** The mark of what was asked for and not done yet. */
export const askedFor = 'asked for'

/** Under what name it is kept how far the work between the nights got. */
export const firstMark = (what: WorkedOut) => `first-${what}`

/** Has the scores and recommendations of a brand worked out by the job's next look. */
export async function askForScores(db: Sql, brand: BrandId): Promise<void> {
  await db.rows`
    insert into job_mark (brand_id, job, mark)
    values (${brand},
      unnest(${textArray(workedOut.map(firstMark))}::text[]),
      ${askedFor})
    on conflict (brand_id, job) do update set mark = excluded.mark, changed_at = excluded.changed_at`
}
