import type { Sql } from '../../ground/database/connection.ts'
import type { SummedBooks } from './sums-mark.sql.ts'

/** Customers whose score is in a range of ten, and the means of what it is made of, as text. */
export interface ScoreCounts {
  readonly tens: number
  readonly customers: number
  readonly recency: string
  readonly frequency: string
  readonly monetary: string
}

export function countScores(db: Sql, { brand }: SummedBooks): Promise<ScoreCounts[]> {
  return db.rows<ScoreCounts>`
    select least(total / 10, 9) * 10 as tens, count(*) as customers, round(avg(recency), 2)::text as recency,
      round(avg(frequency), 2)::text as frequency, round(avg(monetary), 2)::text as monetary
    from card_score
    where brand_id = ${brand}
    group by 1
    order by 1`
}
