import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { firstMark, type WorkedOut } from '../../../storage/store/queries/score-request.sql.ts'

export interface FirstLook {
  readonly marks: Readonly<Record<WorkedOut, string | null>>
  /** Whether any exist yet. */
  readonly has: Readonly<Record<WorkedOut, boolean>>
  /** The reference of the newest sale. */
  readonly newest: string | null
}

/** Whether a brand has sales for which nothing has been computed yet. */
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

export async function hasMoreCheckouts(db: Sql, brand: BrandId, count: number): Promise<boolean> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from (select from checkout where brand_id = ${brand} limit ${count + 1}) as part`
  return (row?.count ?? 0) > count
}
