import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import { daySum } from './day-sum.sql.ts'
import type { Calls, OpenBooks, SummedBooks } from './sums-mark.sql.ts'

/** Changes of levels by day. A level changes when it is booked, whatever date the call was given. */
function tierRows({ brand, timeZone }: SummedBooks, calls: Calls): Fragment {
  return sql`
    select (happened_at at time zone ${timeZone})::date as day, program_id, coalesce(from_level, '') as from_level,
      coalesce(to_level, '') as to_level, why, count(*) as changes
    from tier_change
    where brand_id = ${brand} and ${calls(sql`request_ref`)}
    group by 1, 2, 3, 4, 5`
}

export const tierDay = daySum({
  table: sql`tier_day`,
  keys: sql`day, program_id, from_level, to_level, why`,
  sums: [sql`changes`],
  rows: tierRows,
  subject: sql`day, program_id, 'from', from_level, 'to', to_level, why`,
})

/** How many cards went from one level to another; '' is none. */
export interface TierMovement {
  readonly program_id: string
  readonly from_level: string
  readonly to_level: string
  readonly why: string
  /** Absent for what happened before the period. */
  readonly day: string | null
  readonly changes: number
}

/** All changes up to the end of a period; those before it without their days. */
export function listTierMovements(
  db: Sql,
  books: OpenBooks,
  { from, to, perDay }: { readonly from: string; readonly to: string; readonly perDay: boolean },
): Promise<TierMovement[]> {
  return runFragment<TierMovement>(
    db,
    sql`
      select program_id, from_level, to_level, why, shown::text as day, sum(changes)::bigint as changes
      from (
        select program_id, from_level, to_level, why, changes,
          case when day < ${from}::date then null when ${perDay}::boolean then day else ${from}::date end as shown
        from (${tierDay.all(books)}) as days
        where day <= ${to}::date) as movement
      group by program_id, from_level, to_level, why, shown`,
  )
}
