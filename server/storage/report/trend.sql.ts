import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import { allActivity } from './activity-day.sql.ts'
import { allDays, allLotDays } from './daily-sums.sql.ts'
import type { OpenBooks } from './sums-mark.sql.ts'

/** Days of the brand's time zone, both included, perhaps of some locations only. */
export interface TrendSpan {
  readonly from: string
  readonly to: string
  readonly locations?: ReadonlySet<string> | undefined
}

const atPlaces = ({ locations }: TrendSpan): Fragment =>
  locations ? sql`and location_id = any(${textArray([...locations])}::text[])` : nothing

export interface DayMovement {
  readonly day: string
  readonly value_type_id: number
  readonly issued: string
  readonly redeemed: string
}

/** What was given and taken at tills and by campaigns, by day and value type. Amounts as text. */
export function listDayMovements(db: Sql, books: OpenBooks, span: TrendSpan): Promise<DayMovement[]> {
  return runFragment<DayMovement>(
    db,
    sql`
      select day::text, value_type_id, sum(added)::text as issued, sum(taken)::text as redeemed
      from (${allDays(books)}) as days
      where day between ${span.from}::date and ${span.to}::date and kind in ('Campaign', 'UpdateBalance', 'Hold')
        ${atPlaces(span)}
      group by day, value_type_id`,
  )
}

/** Completed checkouts by day. */
export function listDaySales(db: Sql, books: OpenBooks, span: TrendSpan): Promise<{ day: string; sales: number }[]> {
  return runFragment(
    db,
    sql`
      select day::text, sum(calls)::bigint as sales
      from (${allActivity(books)}) as days
      where day between ${span.from}::date and ${span.to}::date and kind = 'sale' ${atPlaces(span)}
      group by day`,
  )
}

/** What all cards have now, by value type. */
export function listOutstandingNow(db: Sql, books: OpenBooks): Promise<{ value_type_id: number; amount: string }[]> {
  return runFragment(
    db,
    sql`
      select value_type_id, sum(amount)::text as amount
      from (${allLotDays(books)}) as days
      group by value_type_id`,
  )
}
