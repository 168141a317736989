import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import { voidOperations } from '../../ground/kernel/void-operations.ts'
import { movedRows } from './closed/late-calls.sql.ts'
import { daySum } from './day-sum.sql.ts'
import { firstOfMonth } from './roll-forward.sql.ts'
import { type Calls, dayOf, handMark, type OpenBooks, type SummedBooks } from './sums-mark.sql.ts'

/**
 * Each change of a balance by a user of the portal, and each goodwill by whomever, with what it was: exactly one. What rules
 * add to a call is of its kind.
 */
function handRows(books: SummedBooks, calls: Calls): Fragment {
  const { brand } = books
  return sql`
    select day, user_name, location_id, value_type_id, kind, sum(greatest(amount, 0)) as added,
      sum(greatest(-amount, 0)) as taken
    from (
      select ${dayOf(books)} as day, coalesce(request.detail ->> 'user', '') as user_name,
        coalesce(request.location_id, '') as location_id, ledger.value_type_id, ledger.amount,
        case
          when ledger.kind = 'Adjustment' then 'adjusted'
          when request.operation = any(${textArray(voidOperations)}::text[]) then 'undone'
          when request.call_type = 'RETURN_MERCHANDISE' then 'returned'
          when request.call_type = 'CHECKOUT_COMPLETE' then 'sold'
          when request.operation = 'transfer' then 'moved'
          when ledger.amount < 0 then 'used'
          when request.detail ->> 'isGoodwill' = 'true' and ledger.kind = 'UpdateBalance' then 'goodwill'
          when request.detail ->> 'isGoodwill' = 'true' then 'besideGoodwill'
          else 'loaded' end as kind
      from request
      join ledger on ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref
      where request.brand_id = ${brand} and ${calls(sql`request.request_ref`)} and (request.detail ->> 'user' is not null or request.detail ->> 'isGoodwill' = 'true')
        and ledger.amount <> 0) as change
    group by day, user_name, location_id, value_type_id, kind`
}

export const handDay = daySum({
  table: sql`hand_day`,
  keys: sql`day, user_name, location_id, value_type_id, kind`,
  sums: [sql`added`, sql`taken`],
  rows: handRows,
  mark: handMark,
  subject: sql`day, user_name, location_id, 'value type', value_type_id, kind`,
  shown: (row) => sql`concat_ws(' ', coalesce(${row}.added, 0), 'added,', coalesce(${row}.taken, 0), 'taken')`,
})

export interface HandSum {
  readonly user_name: string
  readonly location_id: string
  readonly value_type_id: number
  readonly kind: string
  readonly added: string
  readonly taken: string
}

export function listHandSums(
  db: Sql,
  books: OpenBooks,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<HandSum[]> {
  return runFragment<HandSum>(
    db,
    sql`
      select user_name, location_id, value_type_id, kind, sum(added)::text as added, sum(taken)::text as taken
      from (${handDay.all(books)}) as days
      where day between ${from}::date and ${to}::date and user_name <> ''
      group by user_name, location_id, value_type_id, kind`,
  )
}

export interface GoodwillSum {
  readonly day: string
  readonly location_id: string
  readonly value_type_id: number
  readonly added: string
}

/** What was given as goodwill, by whomever, on each day or in each month, and at each place. */
export function listGoodwill(
  db: Sql,
  books: OpenBooks,
  { from, to, perDay }: { readonly from: string; readonly to: string; readonly perDay: boolean },
): Promise<GoodwillSum[]> {
  return runFragment<GoodwillSum>(
    db,
    sql`
      select shown::text as day, location_id, value_type_id, sum(added)::text as added
      from (
        select case when ${perDay}::boolean then day else ${firstOfMonth(from)} end as shown, location_id, value_type_id, added
        from (
          select day, location_id, value_type_id, added from (${handDay.all(books)}) as days where kind = 'goodwill'
          ${lateGoodwill(books)}) as given
        where day between ${from}::date and ${to}::date) as shown_day
      group by shown, location_id, value_type_id
      having sum(added) <> 0`,
  )
}

/** What was dated into a month after it was closed is no part of it, and a correction of the month in which it is booked. */
function lateGoodwill(books: OpenBooks): Fragment {
  if (books.closings.length === 0) return nothing
  const { brand } = books
  return sql`
    union all
    select moved.day, coalesce(request.location_id, ''), ledger.value_type_id, moved.sign * ledger.amount
    from (${movedRows(books)}) as moved
    join request on request.brand_id = ${brand} and request.request_ref = moved.request_ref
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = moved.request_ref
    where not moved.is_booked and request.detail ->> 'isGoodwill' = 'true' and ledger.kind = 'UpdateBalance'
      and ledger.amount > 0`
}
