import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import { voidOperations } from '../../ground/kernel/void-operations.ts'
import { daySum } from './day-sum.sql.ts'
import { addMonths } from './days.ts'
import { type Calls, type OpenBooks, type SummedBooks, sinceSummed } from './sums-mark.sql.ts'

/** Sales of some calls by card and month. A void takes a sale out of the month in which it was made. */
function monthRows({ brand, timeZone }: SummedBooks, calls: Calls): Fragment {
  const month = sql`date_trunc('month', coalesce(sold.custom_date, sold.happened_at) at time zone ${timeZone})::date`
  return sql`
    select card_id, month, sum(sign) as sales
    from (
      select sale.card_id, ${month} as month, 1 as sign
      from checkout as sale
      join request as sold on sold.brand_id = ${brand} and sold.request_ref = sale.request_ref
      where sale.brand_id = ${brand} and sale.kind = 'sale' and sale.card_id is not null and ${calls(sql`sale.request_ref`)}
      union all
      select sale.card_id, ${month}, -1
      from request as void
      join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = (void.detail ->> 'voids')::uuid
        and sale.kind = 'sale' and sale.card_id is not null
      join request as sold on sold.brand_id = ${brand} and sold.request_ref = sale.request_ref
      where void.brand_id = ${brand} and void.operation = any(${textArray(voidOperations)}::text[]) and void.error_code is null
        and ${calls(sql`void.request_ref`)}) as counted
    group by card_id, month`
}

export const customerMonth = daySum({
  table: sql`customer_month`,
  keys: sql`card_id, month`,
  sums: [sql`sales`],
  rows: monthRows,
  subject: sql`'card id', card_id, month`,
})

/** Of the customers who first bought in a month, those who bought in a month. */
export interface CohortMonth {
  readonly cohort: string
  readonly month: string
  readonly customers: number
}

/** How many months are looked back from the last: each is a bit of a number. */
export const cohortMonthsMax = 60

/** The mean length of a month in days: the first of a month is never more than three days off. */
const daysOfMonth = 30.436875

/** The cohorts of the months from one day's to another's. A card and the one that replaced it are the same customer. */
export async function listCohorts(
  db: Sql,
  books: OpenBooks,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CohortMonth[]> {
  const { brand } = books
  const first = addMonths(to, 1 - cohortMonthsMax)
  const found = await runFragment<{ cohort: string; months: string; customers: number }>(
    db,
    sql`
      with young as materialized (${monthRows(books, sinceSummed(books))}),
      stored as not materialized (${customerMonth.stored(books)}),
      bought as (
        select card_id, month from stored left join young using (card_id, month)
        where stored.sales + coalesce(young.sales, 0) > 0
        union all
        select card_id, month from young left join stored using (card_id, month)
        where stored.sales is null and young.sales > 0)
      select cohort::text, months::text, count(*) as customers
      from (
        select min(month) as cohort, bit_or(
          case when month >= ${first}::date then 1::bigint << round((month - ${first}::date) / ${daysOfMonth}::float8)::integer
            else 0 end) as months
        from bought
        left join (select card_id, heir_id from card_heir where brand_id = ${brand}) as heir using (card_id)
        where month <= ${to}::date
        group by coalesce(heir_id, card_id)) as customer
      where cohort >= greatest(date_trunc('month', ${from}::date), ${first}::date)
      group by cohort, months`,
  )
  const counts = new Map<string, number>()
  for (const { cohort, months, customers } of found)
    for (const month of monthsOf(BigInt(months), first)) {
      const key = `${cohort} ${month}`
      counts.set(key, (counts.get(key) ?? 0) + customers)
    }
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, customers]) => {
      const [cohort = '', month = ''] = key.split(' ')
      return { cohort, month, customers }
    })
}

function monthsOf(bits: bigint, first: string): string[] {
  const numbers = Array.from({ length: cohortMonthsMax }, (_, number) => number)
  return numbers.filter((number) => (bits >> BigInt(number)) & 1n).map((number) => addMonths(first, number))
}
