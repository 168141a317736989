import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import { lateKind, movedRows } from './closed/late-calls.sql.ts'
import { daySum } from './day-sum.sql.ts'
import { type Calls, dayOf, type OpenBooks, type SummedBooks } from './sums-mark.sql.ts'

/** The changes of balances of some calls, as rows of `ledger_day`. */
function dayRows(books: SummedBooks, calls: Calls): Fragment {
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
function lotRows(books: SummedBooks, calls: Calls): Fragment {
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

export const ledgerDay = daySum({
  table: sql`ledger_day`,
  keys: sql`day, value_type_id, location_id, kind, rule_id`,
  sums: [sql`added`, sql`taken`, sql`changes`],
  rows: dayRows,
  subject: sql`day, 'value type', value_type_id, location_id, kind, rule_id`,
  shown: (row) => sql`concat_ws(' ', coalesce(${row}.added, 0), 'added,', coalesce(${row}.taken, 0), 'taken')`,
})

export const lotDay = daySum({
  table: sql`lot_day`,
  keys: sql`day, value_type_id, issued_month, expires_month`,
  sums: [sql`amount`],
  rows: lotRows,
  subject: sql`day, 'value type', value_type_id, 'issued', issued_month, 'expires', expires_month`,
})

/** All changes by day, booked where months are closed. */
export const allDays = (books: OpenBooks): Fragment => sql`${ledgerDay.all(books)} ${lateDays(books)}`

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
export const allLotDays = (books: OpenBooks): Fragment => sql`${lotDay.all(books)} ${lateLots(books)}`
