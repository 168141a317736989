import { plainArray, textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { voidOperations } from '../../ground/kernel/void-operations.ts'
import { daySum } from './day-sum.sql.ts'
import {
  type Calls,
  dayOf,
  inSpan,
  type OpenBooks,
  type RefSpan,
  type SummedBooks,
  upToSummed,
  type WrongSum,
} from './sums-mark.sql.ts'

/** Each call with where, by whom and of which kind it was: exactly one. */
export function activityCalls(books: SummedBooks, calls: Calls): Fragment {
  const { brand } = books
  return sql`
    select request.request_ref as ref, ${dayOf(books)} as day, coalesce(request.location_id, '') as location_id,
      coalesce(request.employee_id, '') as employee_id,
      case
        when request.error_code = 10 then 'wrongPin'
        when request.error_code is not null then 'refused'
        when request.call_type = 'CHECKOUT_COMPLETE' then 'sale'
        when request.operation = any(${textArray(voidOperations)}::text[]) then 'void'
        when request.call_type = 'RETURN_MERCHANDISE' then 'return'
        when request.operation = 'updateBalance' and exists (
          select from ledger
          where ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref and ledger.kind = 'Adjustment')
          then 'adjustment'
        else 'other' end as kind, 1 as amount
    from request
    where request.brand_id = ${brand} and ${calls(sql`request.request_ref`)}`
}

function activityRows(books: SummedBooks, calls: Calls): Fragment {
  return sql`
    select day, location_id, employee_id, kind, count(*) as calls
    from (${activityCalls(books, calls)}) as call
    group by day, location_id, employee_id, kind`
}

/** Without those that were recorded late: they are added by themselves, so that none is twice or never. */
const recordedInTime =
  ({ brand }: SummedBooks, calls: Calls): Calls =>
  (ref) =>
    sql`${calls(ref)} and not exists (
      select from unsummed_call as late where late.brand_id = ${brand} and late.request_ref = ${ref})`

/** Calls that nothing refers to may be forgotten after a time, so that there may be more in the sums than can be found. */
const activityDay = daySum({
  table: sql`activity_day`,
  keys: sql`day, location_id, employee_id, kind`,
  sums: [sql`calls`],
  rows: activityRows,
  subject: sql`day, location_id, employee_id, kind`,
})

export const clearActivity = activityDay.clear
export const allActivity = activityDay.all

export function addActivity(db: Sql, books: SummedBooks, span: RefSpan): Promise<void> {
  return addCalls(db, books, recordedInTime(books, inSpan(span)))
}

/** Adds the calls that were recorded when the sums had passed them: those up to the last that the sums have. */
export async function addUnsummed(db: Sql, books: SummedBooks, summedTo: RequestRef): Promise<void> {
  const late = await db.rows<{ ref: RequestRef }>`
    delete from unsummed_call where brand_id = ${books.brand} and request_ref <= ${summedTo}::uuid
    returning request_ref as ref`
  const refs = plainArray(late.map(({ ref }) => ref))
  if (late.length > 0) await addCalls(db, books, (ref) => sql`${ref} = any(${refs}::uuid[])`)
}

const addCalls = (db: Sql, books: SummedBooks, calls: Calls): Promise<void> =>
  activityDay.addRows(db, books.brand, activityRows(books, calls))

/** Makes up for calls that are missing. Nothing is taken away. */
export async function raiseActivity(db: Sql, books: SummedBooks): Promise<void> {
  await runFragment(
    db,
    sql`
      insert into activity_day (brand_id, day, location_id, employee_id, kind, calls)
      select ${books.brand}, day, location_id, employee_id, kind, calls
      from (${activityRows(books, recordedInTime(books, upToSummed(books)))}) as derived
      on conflict (brand_id, day, location_id, employee_id, kind) do update
      set calls = greatest(activity_day.calls, excluded.calls)`,
  )
}

export interface Activity {
  readonly location_id: string
  readonly employee_id: string
  readonly kind: string
  readonly calls: number
}

export function listActivity(
  db: Sql,
  books: OpenBooks,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Activity[]> {
  return runFragment<Activity>(
    db,
    sql`
      select location_id, employee_id, kind, sum(calls)::bigint as calls
      from (${allActivity(books)}) as days
      where day between ${from}::date and ${to}::date
      group by location_id, employee_id, kind`,
  )
}

export function findMissingActivity(db: Sql, books: SummedBooks): Promise<WrongSum[]> {
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${activityRows(books, recordedInTime(books, upToSummed(books)))})
      select concat_ws(' ', day, location_id, employee_id, kind) as subject, derived.calls::text as expected,
        coalesce(stored.calls, 0)::text as found
      from derived
      left join (${activityDay.stored(books)}) as stored
        using (day, location_id, employee_id, kind)
      where derived.calls > coalesce(stored.calls, 0)
      limit 1000`,
  )
}
