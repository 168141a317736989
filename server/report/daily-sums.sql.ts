import type { Sql } from '../database/connection.ts'
import { type Fragment, runFragment, sql } from '../database/fragment.ts'
import type { BrandId, RequestRef } from '../kernel/ids.ts'

/** Whose ledger, and in whose days. */
export interface Books {
  readonly brand: BrandId
  readonly timeZone: string
}

/** The name of the mark: up to which call the sums go, and in which time zone their days are. */
export const sumsJob = 'daily-sums'

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Calls after the first reference, up to the second. */
export interface RefSpan {
  readonly after: RequestRef
  readonly to: RequestRef
}

/** The changes of balances of some calls, as rows of `ledger_day`. */
function dayRows({ brand, timeZone }: Books, calls: Fragment): Fragment {
  return sql`
    select day, value_type_id, location_id, kind, rule_id,
      sum(greatest(amount, 0)) as added, sum(greatest(-amount, 0)) as taken, count(*) as changes
    from (
      select (coalesce(request.custom_date, request.happened_at) at time zone ${timeZone})::date as day,
        ledger.value_type_id, coalesce(request.location_id, '') as location_id, ledger.kind,
        coalesce(ledger.origin ->> 'rule', '') as rule_id, ledger.amount
      from ledger
      join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
      where ledger.brand_id = ${brand} and ${calls} and ledger.amount <> 0) as change
    group by day, value_type_id, location_id, kind, rule_id`
}

/** The same changes by when their lots were issued and when they expire, as rows of `lot_day`. */
function lotRows({ brand, timeZone }: Books, calls: Fragment): Fragment {
  return sql`
    select day, value_type_id, issued_month, expires_month, sum(amount) as amount
    from (
      select (coalesce(request.custom_date, request.happened_at) at time zone ${timeZone})::date as day,
        ledger.value_type_id, date_trunc('month', lot.issued_at at time zone ${timeZone})::date as issued_month,
        coalesce(date_trunc('month', lot.expires_at at time zone ${timeZone})::date, 'infinity') as expires_month,
        ledger.amount
      from ledger
      join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
      join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
      where ledger.brand_id = ${brand} and ${calls} and ledger.amount <> 0) as change
    group by day, value_type_id, issued_month, expires_month`
}

const inSpan = ({ after, to }: RefSpan) =>
  sql`ledger.request_ref > ${after}::uuid and ledger.request_ref <= ${to}::uuid`

/** The last call that the sums have. Sums of days of another time zone count as none. */
function lastSummed({ brand, timeZone }: Books): Fragment {
  return sql`coalesce((
      select nullif(split_part(mark, ' ', 1), '')::uuid from job_mark
      where brand_id = ${brand} and job = ${sumsJob} and split_part(mark, ' ', 2) = ${timeZone}), ${beforeAll}::uuid)`
}

const isSummed = (books: Books) => sql`${lastSummed(books)} > ${beforeAll}::uuid`

/** All changes by day: the sums, and what has happened since. One statement, so both are of one moment. */
export function allDays(books: Books): Fragment {
  return sql`
    select day, value_type_id, location_id, kind, rule_id, added, taken, changes from ledger_day
    where brand_id = ${books.brand} and ${isSummed(books)}
    union all ${dayRows(books, sql`ledger.request_ref > ${lastSummed(books)}`)}`
}

/** All changes by day and by the months of their lots. */
export function allLotDays(books: Books): Fragment {
  return sql`
    select day, value_type_id, issued_month, expires_month, amount from lot_day
    where brand_id = ${books.brand} and ${isSummed(books)}
    union all ${lotRows(books, sql`ledger.request_ref > ${lastSummed(books)}`)}`
}

/** Adds the changes of some calls to the sums. */
export async function addToSums(db: Sql, books: Books, span: RefSpan): Promise<number> {
  const { brand } = books
  await runFragment(
    db,
    sql`
      insert into ledger_day (brand_id, day, value_type_id, location_id, kind, rule_id, added, taken, changes)
      select ${brand}, day, value_type_id, location_id, kind, rule_id, added, taken, changes
      from (${dayRows(books, inSpan(span))}) as folded
      on conflict (brand_id, day, value_type_id, location_id, kind, rule_id) do update
      set added = ledger_day.added + excluded.added, taken = ledger_day.taken + excluded.taken,
        changes = ledger_day.changes + excluded.changes`,
  )
  await runFragment(
    db,
    sql`
      insert into lot_day (brand_id, day, value_type_id, issued_month, expires_month, amount)
      select ${brand}, day, value_type_id, issued_month, expires_month, amount
      from (${lotRows(books, inSpan(span))}) as folded
      on conflict (brand_id, day, value_type_id, issued_month, expires_month) do update
      set amount = lot_day.amount + excluded.amount`,
  )
  const [row] = await runFragment<{ count: number }>(
    db,
    sql`select count(*) as count from ledger where ledger.brand_id = ${brand} and ${inSpan(span)}`,
  )
  return row?.count ?? 0
}

/** The last call of the next rows of the ledger before a horizon; undefined if there are none. */
export async function endOfStep(
  db: Sql,
  brand: BrandId,
  after: RequestRef,
  { rows, horizon }: { readonly rows: number; readonly horizon: RequestRef },
): Promise<RequestRef | undefined> {
  const [found] = await db.rows<{ last: RequestRef }>`
    select request_ref as last
    from (
      select request_ref from ledger
      where brand_id = ${brand} and request_ref > ${after}::uuid and request_ref < ${horizon}::uuid
      order by request_ref limit ${rows}) as step
    order by request_ref desc limit 1`
  return found?.last
}

/** Where the sums end now. Locks the mark, so that a second worker waits. */
export async function lockMark(db: Sql, { brand, timeZone }: Books): Promise<RequestRef | undefined> {
  await db.rows`insert into job_mark (brand_id, job, mark) values (${brand}, ${sumsJob}, '') on conflict do nothing`
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${brand} and job = ${sumsJob} for update`
  const [ref, zone] = row?.mark.split(' ') ?? []
  return zone === timeZone ? ref : undefined
}

export const firstRef = beforeAll

/** Forgets all sums, because their days were those of another time zone. */
export async function deleteSums(db: Sql, brand: BrandId): Promise<void> {
  await db.rows`delete from ledger_day where brand_id = ${brand}`
  await db.rows`delete from lot_day where brand_id = ${brand}`
}

interface WrongSum {
  readonly subject: string
  readonly expected: string
  readonly found: string
}

/** Sums that differ from what the ledger says of the calls that they have. */
export function findWrongDays(db: Sql, books: Books): Promise<WrongSum[]> {
  const { brand } = books
  const counted = sql`ledger.request_ref <= ${lastSummed(books)}`
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${dayRows(books, counted)})
      select concat_ws(' ', day, 'value type', value_type_id, location_id, kind, rule_id) as subject,
        concat_ws(' ', coalesce(derived.added, 0), 'added,', coalesce(derived.taken, 0), 'taken') as expected,
        concat_ws(' ', coalesce(stored.added, 0), 'added,', coalesce(stored.taken, 0), 'taken') as found
      from derived
      full join (select * from ledger_day where brand_id = ${brand} and ${isSummed(books)}) as stored
        using (day, value_type_id, location_id, kind, rule_id)
      where (coalesce(derived.added, 0), coalesce(derived.taken, 0), coalesce(derived.changes, 0))
        <> (coalesce(stored.added, 0), coalesce(stored.taken, 0), coalesce(stored.changes, 0))
      limit 1000`,
  )
}

export function findWrongLotDays(db: Sql, books: Books): Promise<WrongSum[]> {
  const { brand } = books
  const counted = sql`ledger.request_ref <= ${lastSummed(books)}`
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${lotRows(books, counted)})
      select concat_ws(' ', day, 'value type', value_type_id, 'issued', issued_month, 'expires', expires_month) as subject,
        coalesce(derived.amount, 0)::text as expected, coalesce(stored.amount, 0)::text as found
      from derived
      full join (select * from lot_day where brand_id = ${brand} and ${isSummed(books)}) as stored
        using (day, value_type_id, issued_month, expires_month)
      where coalesce(derived.amount, 0) <> coalesce(stored.amount, 0)
      limit 1000`,
  )
}
