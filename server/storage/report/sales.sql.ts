import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'

/** Sales of one currency that have something in common. Sums are in units of the currency, as decimal text. */
export interface SalesRow {
  readonly key: string
  readonly currency: string
  readonly sales: number
  readonly total: string
  readonly discount: string
  /** Of payments that count as a discount. */
  readonly counted: string
  readonly returned: string
  readonly paid: string
  readonly cost: string
  /** What lines that have a cost were sold for, less what came back of them; absent where no line has one. */
  readonly costed: string | null
}

export interface SalesPeriod {
  readonly brand: BrandId
  readonly timeZone: string
  readonly from: string
  readonly to: string
  /** Of this location alone. */
  readonly location?: string | undefined
}

export const salesGroupings = ['location', 'group', 'orderMode', 'payment', 'event'] as const
export type SalesGrouping = (typeof salesGroupings)[number]

/** The sales of a period by what they have in common. One that was paid in two ways, or had two events, counts for each. */
export function listSales(db: Sql, period: SalesPeriod, by: SalesGrouping): Promise<SalesRow[]> {
  const { brand, location = null } = period
  return runFragment<SalesRow>(
    db,
    sql`
    select key.value as key, sale.currency, count(*)::integer as sales,
      trim_scale(sum(sale.total * unit.worth))::text as total, trim_scale(sum(sale.discount * unit.worth))::text as discount,
      trim_scale(sum(payments.counted * unit.worth))::text as counted,
      trim_scale(sum(sale.returned_total * unit.worth))::text as returned,
      trim_scale(sum(coalesce(key.paid, payments.paid) * unit.worth))::text as paid,
      trim_scale(round(coalesce(sum(costs.cost), 0), 6))::text as cost,
      trim_scale(round(sum(costs.net * unit.worth), 6))::text as costed
    from checkout as sale
    cross join lateral (
      select (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[sale.scale + 1] as worth) as unit
    cross join lateral (
      select coalesce(sum((payment ->> 'paid')::bigint), 0) as paid,
        coalesce(sum((payment ->> 'paid')::bigint) filter (where (payment ->> 'countAsDiscount')::boolean), 0) as counted
      from json_array_elements(sale.content -> 'payments') as payment) as payments
    cross join lateral (
      select sum(kept * (line ->> 'unitCost')::numeric * (line ->> 'quantity')::numeric * 0.000001) as cost,
        sum(kept * (line ->> 'net')::numeric) as net
      from json_array_elements(sale.content -> 'lines') with ordinality as lines (line, place)
      cross join lateral (
        select 1 - coalesce((sale.returned -> 'units' ->> (place - 1)::integer)::numeric
          / nullif((line ->> 'quantity')::numeric, 0), 0) as kept) as share
      where line ->> 'unitCost' is not null) as costs
    cross join lateral (${keysOf(by, brand)}) as key
    where sale.brand_id = ${brand} and sale.kind = 'sale' and not sale.is_voided
      and sale.request_ref >= ${refOf(period)} and sale.request_ref < ${refAfter(period)}
      and (${location}::text is null or sale.location_id = ${location}::text)
    group by key.value, sale.currency
    order by key.value, sale.currency`,
  )
}

/** What a sale is counted under, and what was paid in that way. */
function keysOf(by: SalesGrouping, brand: BrandId): Fragment {
  switch (by) {
    case 'location':
    case 'group':
      return sql`select coalesce(sale.location_id, '') as value, null::bigint as paid`
    case 'orderMode':
      return sql`select coalesce(sale.content ->> 'orderMode', '') as value, null::bigint as paid`
    case 'payment':
      return sql`
        select coalesce(payment ->> 'type', '') as value, sum((payment ->> 'paid')::bigint)::bigint as paid
        from json_array_elements(sale.content -> 'payments') as payment
        group by payment ->> 'type'
        union all
        select '', 0
        where coalesce(json_array_length(sale.content -> 'payments'), 0) = 0`
    case 'event':
      return sql`
        select distinct event_type || coalesce(' ' || category_id, '') as value, null::bigint as paid
        from event
        where event.brand_id = ${brand} and event.request_ref = sale.request_ref`
  }
}

const refOf = ({ from, timeZone }: SalesPeriod) => sql`uuid_floor(${from}::date::timestamp at time zone ${timeZone})`
const refAfter = ({ to, timeZone }: SalesPeriod) =>
  sql`uuid_floor((${to}::date + 1)::timestamp at time zone ${timeZone})`
