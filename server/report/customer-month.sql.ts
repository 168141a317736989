import type { Sql } from '../database/connection.ts'
import { type Fragment, runFragment, sql } from '../database/fragment.ts'
import {
  type Books,
  type Calls,
  inSpan,
  isSummed,
  type OpenBooks,
  type RefSpan,
  sinceSummed,
  upToSummed,
  type WrongSum,
} from './sums-mark.sql.ts'

/** Sales of some calls by card and month. A void takes a sale out of the month in which it was made. */
function monthRows({ brand, timeZone }: Books, calls: Calls): Fragment {
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
      where void.brand_id = ${brand} and void.operation = 'voidTransaction' and void.error_code is null
        and ${calls(sql`void.request_ref`)}) as counted
    group by card_id, month`
}

export async function addCustomerMonths(db: Sql, books: Books, span: RefSpan): Promise<void> {
  await runFragment(
    db,
    sql`
      insert into customer_month (brand_id, card_id, month, sales)
      select ${books.brand}, card_id, month, sales
      from (${monthRows(books, inSpan(span))}) as folded
      on conflict (brand_id, card_id, month) do update
      set sales = customer_month.sales + excluded.sales`,
  )
}

/** Of the customers who first bought in a month, those who bought in a month. */
export interface CohortMonth {
  readonly cohort: string
  readonly month: string
  readonly customers: number
}

/** The cohorts of the months from one day's to another's. A card that went on for another is the same customer. */
export function listCohorts(
  db: Sql,
  books: OpenBooks,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CohortMonth[]> {
  const { brand } = books
  return runFragment<CohortMonth>(
    db,
    sql`
      with bought as (
        select coalesce(heir_id, days.card_id) as customer_id, month
        from (
          select card_id, month, sum(sales) as sales
          from (
            select card_id, month, sales from customer_month where brand_id = ${brand} and ${isSummed(books)}
            union all ${monthRows(books, sinceSummed(books))}) as counted
          group by card_id, month) as days
        left join (select card_id, heir_id from card_heir where brand_id = ${brand}) as heir using (card_id)
        where sales > 0 and month <= ${to}::date)
      select cohort::text, month::text, count(*) as customers
      from (select distinct customer_id, month from bought) as active
      join (select customer_id, min(month) as cohort from bought group by customer_id) as first using (customer_id)
      where cohort >= date_trunc('month', ${from}::date)
      group by cohort, month
      order by cohort, month`,
  )
}

export function findWrongCustomerMonths(db: Sql, books: Books): Promise<WrongSum[]> {
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${monthRows(books, upToSummed(books))})
      select concat_ws(' ', 'card id', card_id, month) as subject, coalesce(derived.sales, 0)::text as expected,
        coalesce(stored.sales, 0)::text as found
      from derived
      full join (select * from customer_month where brand_id = ${books.brand} and ${isSummed(books)}) as stored
        using (card_id, month)
      where coalesce(derived.sales, 0) <> coalesce(stored.sales, 0)
      limit 1000`,
  )
}
