import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import { allDays } from './daily-sums.sql.ts'
import { toldApart } from './grouping.ts'
import type { AskedDays } from './report.ts'
import type { OpenBooks } from './sums-mark.sql.ts'

/** What changed, by why; amounts are whole numbers of the value type's smallest unit, as text. */
export interface LedgerMovement {
  readonly value_type_id: number
  readonly location_id: string
  readonly rule_id: string
  readonly kind: string
  /** Absent for what happened before the period. */
  readonly day: string | null
  readonly added: string
  readonly taken: string
}

/** What stands for the days of a month in a period: the first of them. */
export const firstOfMonth = (from: string): Fragment => sql`greatest(date_trunc('month', day)::date, ${from}::date)`

/**
 * All movements up to the end of a period; those before it without their days, and those of a month by its first, if asked.
 * Places and rules only if divided by them.
 */
export function listMovements(
  db: Sql,
  books: OpenBooks,
  { from, to, by, perDay, perMonth = false }: AskedDays & { readonly perMonth?: boolean },
): Promise<LedgerMovement[]> {
  const { hasPlace, hasRule } = toldApart(by)
  return runFragment<LedgerMovement>(
    db,
    sql`
      select value_type_id, location_id, rule_id, kind, shown::text as day, sum(added)::text as added, sum(taken)::text as taken
      from (
        select value_type_id, case when ${hasPlace}::boolean then location_id else '' end as location_id,
          case when ${hasRule}::boolean then rule_id else '' end as rule_id, kind, added, taken,
          case when day < ${from}::date then null when ${perDay}::boolean then day
            when ${perMonth}::boolean then ${firstOfMonth(from)} else ${from}::date end as shown
        from (${allDays(books)}) as days
        where day <= ${to}::date) as movement
      group by value_type_id, location_id, rule_id, kind, shown
      having sum(added) <> 0 or sum(taken) <> 0`,
  )
}
