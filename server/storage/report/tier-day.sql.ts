import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import {
  type Calls,
  inSpan,
  isSummed,
  type OpenBooks,
  type RefSpan,
  type SummedBooks,
  sinceSummed,
  upToSummed,
  type WrongSum,
} from './sums-mark.sql.ts'

/** Changes of levels by day. A level changes when it is booked, whatever date the call was given. */
export function tierRows({ brand, timeZone }: SummedBooks, calls: Calls): Fragment {
  return sql`
    select (happened_at at time zone ${timeZone})::date as day, program_id, coalesce(from_level, '') as from_level,
      coalesce(to_level, '') as to_level, why, count(*) as changes
    from tier_change
    where brand_id = ${brand} and ${calls(sql`request_ref`)}
    group by 1, 2, 3, 4, 5`
}

export async function addTierDays(db: Sql, books: SummedBooks, span: RefSpan): Promise<void> {
  await runFragment(
    db,
    sql`
      insert into tier_day (brand_id, day, program_id, from_level, to_level, why, changes)
      select ${books.brand}, day, program_id, from_level, to_level, why, changes
      from (${tierRows(books, inSpan(span))}) as folded
      on conflict (brand_id, day, program_id, from_level, to_level, why) do update
      set changes = tier_day.changes + excluded.changes`,
  )
}

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
        from (
          select day, program_id, from_level, to_level, why, changes from tier_day
          where brand_id = ${books.brand} and ${isSummed(books)}
          union all ${tierRows(books, sinceSummed(books))}) as days
        where day <= ${to}::date) as movement
      group by program_id, from_level, to_level, why, shown`,
  )
}

export function findWrongTierDays(db: Sql, books: SummedBooks): Promise<WrongSum[]> {
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${tierRows(books, upToSummed(books))})
      select concat_ws(' ', day, program_id, 'from', from_level, 'to', to_level, why) as subject,
        coalesce(derived.changes, 0)::text as expected, coalesce(stored.changes, 0)::text as found
      from derived
      full join (select * from tier_day where brand_id = ${books.brand} and ${isSummed(books)}) as stored
        using (day, program_id, from_level, to_level, why)
      where coalesce(derived.changes, 0) <> coalesce(stored.changes, 0)
      limit 1000`,
  )
}
