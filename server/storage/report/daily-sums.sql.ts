import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { lateKind, movedRows } from './closed/late-calls.sql.ts'
import { deleteRuleDays } from './rule-day.sql.ts'
import {
  type Calls,
  dayOf,
  inSpan,
  isSummed,
  type OpenBooks,
  type RefSpan,
  type SummedBooks,
  sinceSummed,
  upToSummed,
  type WrongSum,
} from './sums-mark.sql.ts'

/** The changes of balances of some calls, as rows of `ledger_day`. */
export function dayRows(books: SummedBooks, calls: Calls): Fragment {
  const { brand } = books
  return sql`
    select day, value_type_id, location_id, kind, rule_id,
      sum(greatest(amount, 0)) as added, sum(greatest(-amount, 0)) as taken, count(*) as changes
    from (
      select ${dayOf(books)} as day,
        ledger.value_type_id, coalesce(request.location_id, '') as location_id, ledger.kind,
        coalesce(ledger.origin ->> 'rule', '') as rule_id, ledger.amount
      from ledger
      join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
      where ledger.brand_id = ${brand} and ${calls(sql`ledger.request_ref`)} and ledger.amount <> 0) as change
    group by day, value_type_id, location_id, kind, rule_id`
}

/** The same changes by when their lots were issued and when they expire, as rows of `lot_day`. */
export function lotRows(books: SummedBooks, calls: Calls): Fragment {
  const { brand, timeZone } = books
  return sql`
    select day, value_type_id, issued_month, expires_month, sum(amount) as amount
    from (
      select ${dayOf(books)} as day,
        ledger.value_type_id, date_trunc('month', lot.issued_at at time zone ${timeZone})::date as issued_month,
        coalesce(date_trunc('month', lot.expires_at at time zone ${timeZone})::date, 'infinity') as expires_month,
        ledger.amount
      from ledger
      join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
      join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
      where ledger.brand_id = ${brand} and ${calls(sql`ledger.request_ref`)} and ledger.amount <> 0) as change
    group by day, value_type_id, issued_month, expires_month`
}

/** All changes by day: the sums, and what has happened since. One statement, so both are of one moment. */
export function allDays(books: OpenBooks): Fragment {
  return sql`
    select day, value_type_id, location_id, kind, rule_id, added, taken, changes from ledger_day
    where brand_id = ${books.brand} and ${isSummed(books)}
    union all ${dayRows(books, sinceSummed(books))} ${lateDays(books)}`
}

/** Where months are closed, what was dated into them since is booked on the day on which it was made. */
function lateDays(books: OpenBooks): Fragment {
  if (books.closings.length === 0) return nothing
  const { brand } = books
  return sql`
    union all
    select moved.day, ledger.value_type_id, coalesce(request.location_id, ''),
      case when moved.is_booked then ${lateKind} else ledger.kind end, coalesce(ledger.origin ->> 'rule', ''),
      moved.sign * greatest(ledger.amount, 0), moved.sign * greatest(-ledger.amount, 0), moved.sign
    from (${movedRows(books)}) as moved
    join request on request.brand_id = ${brand} and request.request_ref = moved.request_ref
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = moved.request_ref
    where ledger.amount <> 0`
}

function lateLots(books: OpenBooks): Fragment {
  if (books.closings.length === 0) return nothing
  const { brand, timeZone } = books
  return sql`
    union all
    select moved.day, ledger.value_type_id, date_trunc('month', lot.issued_at at time zone ${timeZone})::date,
      coalesce(date_trunc('month', lot.expires_at at time zone ${timeZone})::date, 'infinity'), moved.sign * ledger.amount
    from (${movedRows(books)}) as moved
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = moved.request_ref
    join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
    where ledger.amount <> 0`
}

/** The first day on which anything changed. */
export async function findFirstDay(db: Sql, books: OpenBooks): Promise<string | undefined> {
  const [row] = await runFragment<{ day: string | null }>(
    db,
    sql`select min(day)::text as day from (${allDays(books)}) as days`,
  )
  return row?.day ?? undefined
}

/** All changes by day and by the months of their lots. */
export function allLotDays(books: OpenBooks): Fragment {
  return sql`
    select day, value_type_id, issued_month, expires_month, amount from lot_day
    where brand_id = ${books.brand} and ${isSummed(books)}
    union all ${lotRows(books, sinceSummed(books))} ${lateLots(books)}`
}

/** Adds the changes of some calls to the sums. */
export async function addToSums(db: Sql, books: SummedBooks, span: RefSpan): Promise<void> {
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
}

/** Forgets all sums, because their days were those of another time zone. The origins of lots have no days. */
export async function deleteSums(db: Sql, brand: BrandId): Promise<void> {
  await db.rows`delete from ledger_day where brand_id = ${brand}`
  await db.rows`delete from lot_day where brand_id = ${brand}`
  await deleteRuleDays(db, brand)
  await db.rows`delete from activity_day where brand_id = ${brand}`
  await db.rows`delete from customer_month where brand_id = ${brand}`
  await db.rows`delete from origin_day where brand_id = ${brand}`
  await db.rows`delete from tier_day where brand_id = ${brand}`
  await db.rows`delete from coupon_day where brand_id = ${brand}`
}

/** Sums that differ from what the ledger says of the calls that they have. */
export function findWrongDays(db: Sql, books: SummedBooks): Promise<WrongSum[]> {
  const { brand } = books
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${dayRows(books, upToSummed(books))})
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

export function findWrongLotDays(db: Sql, books: SummedBooks): Promise<WrongSum[]> {
  const { brand } = books
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${lotRows(books, upToSummed(books))})
      select concat_ws(' ', day, 'value type', value_type_id, 'issued', issued_month, 'expires', expires_month) as subject,
        coalesce(derived.amount, 0)::text as expected, coalesce(stored.amount, 0)::text as found
      from derived
      full join (select * from lot_day where brand_id = ${brand} and ${isSummed(books)}) as stored
        using (day, value_type_id, issued_month, expires_month)
      where coalesce(derived.amount, 0) <> coalesce(stored.amount, 0)
      limit 1000`,
  )
}
