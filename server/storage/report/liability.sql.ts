import type { Sql } from '../../ground/database/connection.ts'
import { runFragment, sql } from '../../ground/database/fragment.ts'
import { allLotDays } from './daily-sums.sql.ts'
import type { OpenBooks } from './sums-mark.sql.ts'

/** What is outstanding, by the months of its lots. Amounts as text; a month is its first day, or `infinity`. */
export interface Outstanding {
  readonly value_type_id: number
  readonly issued_month: string
  readonly expires_month: string
  readonly amount: string
}

/** What cards had at the end of a day. */
export function listOutstanding(db: Sql, books: OpenBooks, asOf: string): Promise<Outstanding[]> {
  return runFragment<Outstanding>(
    db,
    sql`
      select value_type_id, issued_month::text, expires_month::text, sum(amount)::text as amount
      from (${allLotDays(books)}) as days
      where day <= ${asOf}::date
      group by value_type_id, issued_month, expires_month
      having sum(amount) <> 0`,
  )
}
