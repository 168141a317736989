import { plainArray, textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import type { SummedBooks } from './sums-mark.sql.ts'

/** What the customers of a side did: sums of one value each, and of their squares, in units of the main currency. */
export interface SideSums {
  readonly side: string
  readonly customers: number
  readonly spend: number
  readonly spend_squared: number
  readonly visits: number
  readonly visits_squared: number
  readonly margin: number
  readonly margin_squared: number
  /** Whether any line had a cost. */
  readonly has_cost: boolean
  /** The first day that counts. */
  readonly since: string
}

/** What one unit of each currency is worth in the main one, as decimal text. */
export interface WorthRates {
  readonly currencies: readonly string[]
  readonly rates: readonly string[]
}

interface WantedLift {
  readonly campaign: string
  readonly from: string
  readonly to: string
  readonly rates: WorthRates
  /** 1: all customers are looked at; n: every nth. */
  readonly every: number
}

/** How many sales a campaign let in up to the end of a period: so many are read to find its customers. */
export async function countSales(
  db: Sql,
  { brand, timeZone }: SummedBooks,
  campaign: string,
  to: string,
): Promise<number> {
  const [row] = await db.rows<{ sales: number }>`
    select count(*) as sales
    from campaign_side
    where brand_id = ${brand} and campaign_id = ${campaign}
      and request_ref < uuid_floor((${to}::date + 1)::timestamp at time zone ${timeZone})`
  return row?.sales ?? 0
}

/**
 * Sums over the customers of each side. A customer belongs to the side of the first sale that the campaign let in, and
 * counts from that sale on. Voided sales do not count; of a sale that came back in part, the rest does. Of so many
 * customers that it would take too long, every nth is looked at, drawn by the number of their card.
 */
export function sumSides(db: Sql, books: SummedBooks, wanted: WantedLift): Promise<SideSums[]> {
  const { brand, timeZone } = books
  const { from, to, rates } = wanted
  return runFragment<SideSums>(
    db,
    sql`
    with rate as (
      select currency, rate::float8 as rate
      from unnest(${textArray(rates.currencies)}::text[], ${plainArray(rates.rates)}::numeric[]) as known (currency, rate)),
    member as materialized (
      ${memberRows(books, wanted)}),
    member_card as (
      select customer_id, since, customer_id as card_id from member
      union all
      select customer_id, since, heir.card_id
      from member
      join (select card_id, heir_id from card_heir where brand_id = ${brand}) as heir on heir.heir_id = customer_id),
    -- Card by card: a plan for all of them at once would read every sale of the brand.
    counted as materialized (
      select customer_id, kind, scale, rate, net, content, returned
      from member_card
      cross join lateral (
        select kind, currency, scale, net_total - returned_total as net, content, returned
        from checkout
        where checkout.brand_id = ${brand} and checkout.card_id = member_card.card_id and not is_voided
          and (kind = 'sale' or kind = 'return' and of_ref is null)
          and request_ref >= ${refOf(from, timeZone)} and request_ref < ${refAfter(to, timeZone)}
          and request_ref >= since
        offset 0) as sale
      join rate using (currency)),
    bought as (
      select customer_id, sum(rate * net / power(10, scale)) as spend,
        count(*) filter (where kind = 'sale') as visits, sum(rate * margin.amount / power(10, scale)) as margin,
        bool_or(margin.amount is not null) as has_cost
      from counted
      cross join lateral (
        select sum(((line ->> 'net')::float8 - (line ->> 'quantity')::float8 * (line ->> 'unitCost')::float8
          * power(10, scale - 6)) * (1 - coalesce((returned -> 'units' ->> (place - 1)::integer)::float8, 0)
          / nullif((line ->> 'quantity')::float8, 0))) as amount
        from json_array_elements(content -> 'lines') with ordinality as lines (line, place)
        where line ->> 'unitCost' is not null) as margin
      group by customer_id)
    select side, count(*) as customers,
      coalesce(sum(spend), 0)::float8 as spend, coalesce(sum(spend * spend), 0)::float8 as spend_squared,
      coalesce(sum(visits), 0)::float8 as visits, coalesce(sum(visits * visits), 0)::float8 as visits_squared,
      coalesce(sum(margin), 0)::float8 as margin, coalesce(sum(margin * margin), 0)::float8 as margin_squared,
      coalesce(bool_or(has_cost), false) as has_cost,
      greatest(min(happened_at at time zone ${timeZone})::date, ${from}::date)::text as since
    from member
    left join bought using (customer_id)
    group by side
    order by side`,
  )
}

/** The first reference that a call of a day can have, and the first of the day after it. */
const refOf = (day: string, timeZone: string) => sql`uuid_floor(${day}::date::timestamp at time zone ${timeZone})`
const refAfter = (day: string, timeZone: string) =>
  sql`uuid_floor((${day}::date + 1)::timestamp at time zone ${timeZone})`

/** Each customer once, with the side of the first sale that the campaign let in. */
function memberRows({ brand, timeZone }: SummedBooks, { campaign, to, every }: WantedLift): Fragment {
  return sql`
      select distinct on (customer_id) customer_id, side, request_ref as since, happened_at
      from (
        select coalesce(heir_id, campaign_side.card_id) as customer_id, side, request_ref, happened_at
        from campaign_side
        left join (select card_id, heir_id from card_heir where brand_id = ${brand}) as heir
          on heir.card_id = campaign_side.card_id
        where brand_id = ${brand} and campaign_id = ${campaign} and request_ref < ${refAfter(to, timeZone)}) as let_in
      where (hashint8(customer_id) & 2147483647) % ${every}::integer = 0
      order by customer_id, request_ref`
}
