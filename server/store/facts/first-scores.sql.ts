import { textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'

/** What is worked out of a brand's checkouts each night. */
export const workedOut = ['scores', 'recommendations'] as const
export type WorkedOut = (typeof workedOut)[number]

/** The mark of what was asked for and not done yet. */
export const askedFor = 'asked for'

/** Under what name it is kept how far the work between the nights got. */
export const firstMark = (what: WorkedOut) => `first-${what}`

export interface FirstLook {
  readonly marks: Readonly<Record<WorkedOut, string | null>>
  /** Whether there is any of it. */
  readonly has: Readonly<Record<WorkedOut, boolean>>
  /** The reference of the newest sale. */
  readonly newest: string | null
}

/** Whether a brand has sales of which nothing has been worked out yet. */
export async function findFirstLook(db: Sql, brand: BrandId): Promise<FirstLook> {
  const [row] = await db.rows<{
    scores_mark: string | null
    recommendations_mark: string | null
    has_scores: boolean
    has_recommendations: boolean
    newest: string | null
  }>`
    select
      (select mark from job_mark where brand_id = ${brand} and job = ${firstMark('scores')}) as scores_mark,
      (select mark from job_mark where brand_id = ${brand} and job = ${firstMark('recommendations')})
        as recommendations_mark,
      exists (select from card_score where brand_id = ${brand}) as has_scores,
      exists (select from best_seller where brand_id = ${brand}) as has_recommendations,
      (select request_ref from checkout where brand_id = ${brand} and kind = 'sale' order by request_ref desc limit 1)
        as newest`
  return {
    marks: { scores: row?.scores_mark ?? null, recommendations: row?.recommendations_mark ?? null },
    has: { scores: row?.has_scores ?? false, recommendations: row?.has_recommendations ?? false },
    newest: row?.newest ?? null,
  }
}

/** Whether a brand has more checkouts than so many. */
export async function hasMoreCheckouts(db: Sql, brand: BrandId, most: number): Promise<boolean> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from (select from checkout where brand_id = ${brand} limit ${most + 1}) as part`
  return (row?.count ?? 0) > most
}

/** Has the scores and recommendations of a brand worked out by the job's next look. */
export async function askForScores(db: Sql, brand: BrandId): Promise<void> {
  await db.rows`
    insert into job_mark (brand_id, job, mark)
    select ${brand}, job, ${askedFor} from unnest(${textArray(workedOut.map(firstMark))}::text[]) as job
    on conflict (brand_id, job) do update set mark = excluded.mark, changed_at = now()`
}
