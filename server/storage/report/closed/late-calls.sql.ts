import type { Sql } from '../../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../../ground/database/fragment.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import {
  type Calls,
  dayAt,
  dayOf,
  firstRef,
  inSpan,
  type OpenBooks,
  type RefSpan,
  type SummedBooks,
  type WrongSum,
} from '../sums-mark.sql.ts'

/** The name of the mark: up to which call those that are late are kept. */
const lateJob = 'late-calls'

/** The reason that corrections of closed months have where they are booked. */
export const lateKind = 'Late'

/**
 * Of some calls, those that were dated into a month that was closed before they came. Whatever is dated before the first
 * closed month is part of its opening, and is late alike. They are booked on the day on which they were made.
 */
function lateAmong(books: SummedBooks, calls: Calls): Fragment {
  const { brand } = books
  return sql`
    select request.request_ref, closing.month, ${dayAt(books, sql`request.happened_at`)} as booked_day
    from request
    cross join lateral (
      select month, closed_to from closed_month
      where closed_month.brand_id = ${brand}
        and closed_month.ends_at > coalesce(request.custom_date, request.happened_at)
      order by ends_at limit 1) as closing
    where request.brand_id = ${brand} and ${calls(sql`request.request_ref`)} and request.error_code is null
      and request.request_ref > closing.closed_to`
}

function lastKept(brand: BrandId): Fragment {
  return sql`coalesce((
      select nullif(mark, '')::uuid from job_mark where brand_id = ${brand} and job = ${lateJob}), ${firstRef}::uuid)`
}

/** All late calls: those that are kept, and those that the job has not come to yet. */
export function lateCalls(books: OpenBooks): Fragment {
  const { brand, lateTo } = books
  const young: Calls = (ref) => sql`${ref} > ${lastKept(brand)} and ${ref} > ${lateTo}::uuid`
  return sql`
    select request_ref, month, booked_day from late_call where brand_id = ${brand}
    union all ${lateAmong(books, young)}`
}

/** Each change by a late call twice: taken from the day that it was dated on, and booked on the day that it was made. */
export function movedRows(books: OpenBooks): Fragment {
  const { brand } = books
  return sql`
    select moved.day, late.request_ref, moved.sign, moved.is_booked
    from (${lateCalls(books)}) as late
    join request on request.brand_id = ${brand} and request.request_ref = late.request_ref
    cross join lateral (values (${dayOf(books)}, -1, false), (late.booked_day, 1, true)) as moved (day, sign, is_booked)`
}

export async function findLateTo(db: Sql, brand: BrandId): Promise<RequestRef> {
  const [row] = await runFragment<{ ref: RequestRef }>(db, sql`select ${lastKept(brand)} as ref`)
  return row?.ref ?? firstRef
}

/** Where the late calls end now. Locks the mark, so that nobody closes a month meanwhile, and no second worker goes on. */
export async function lockLateMark(db: Sql, brand: BrandId): Promise<RequestRef | undefined> {
  await db.rows`insert into job_mark (brand_id, job, mark) values (${brand}, ${lateJob}, '') on conflict do nothing`
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${brand} and job = ${lateJob} for update`
  return row?.mark || undefined
}

export async function putLateMark(db: Sql, brand: BrandId, mark: RequestRef): Promise<void> {
  await db.rows`update job_mark set mark = ${mark} where brand_id = ${brand} and job = ${lateJob}`
}

export async function addLateCalls(db: Sql, books: SummedBooks, span: RefSpan): Promise<void> {
  await runFragment(
    db,
    sql`
      insert into late_call (brand_id, request_ref, month, booked_day)
      select ${books.brand}, request_ref, month, booked_day
      from (${lateAmong(books, inSpan(span))}) as late
      on conflict (brand_id, request_ref) do nothing`,
  )
}

/** How many calls are dated before an instant and came after a call. */
export async function countDatedBefore(
  db: Sql,
  brand: BrandId,
  { before, after }: { readonly before: number; readonly after: RequestRef },
): Promise<number> {
  const [row] = await db.rows<{ calls: number }>`
    select count(*)::integer as calls from request
    where brand_id = ${brand} and request_ref > ${after}::uuid and error_code is null
      and coalesce(custom_date, happened_at) < ${new Date(before).toISOString()}::timestamptz`
  return row?.calls ?? 0
}

/** Keeps the late calls up to the mark, which the caller has locked. The day on which one is booked stays, if it is late at all. */
export async function mendLateCalls(db: Sql, books: SummedBooks): Promise<void> {
  const { brand } = books
  const derived = lateAmong(books, (ref) => sql`${ref} <= ${lastKept(brand)}`)
  await runFragment(
    db,
    sql`
      delete from late_call
      where brand_id = ${brand} and (request_ref, month) in (
        select request_ref, month from late_call where brand_id = ${brand}
        except select request_ref, month from (${derived}) as late)`,
  )
  await runFragment(
    db,
    sql`
      insert into late_call (brand_id, request_ref, month, booked_day)
      select ${brand}, request_ref, month, booked_day from (${derived}) as late
      on conflict (brand_id, request_ref) do nothing`,
  )
}

/** Late calls that are not kept, or kept with another month. On which day one is booked was settled when it was kept. */
export function findWrongLateCalls(db: Sql, books: SummedBooks): Promise<WrongSum[]> {
  const { brand } = books
  const kept: Calls = (ref) => sql`${ref} <= ${lastKept(brand)}`
  return runFragment<WrongSum>(
    db,
    sql`
      select concat_ws(' ', 'call', request_ref) as subject, coalesce(derived.month::text, 'not late') as expected,
        coalesce(stored.month::text, 'not kept') as found
      from (${lateAmong(books, kept)}) as derived
      full join (select * from late_call where brand_id = ${brand}) as stored using (request_ref)
      where derived.month is distinct from stored.month
      limit 1000`,
  )
}
