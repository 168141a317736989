import type { BrandId, CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import { instantArray, plainArray, textArray } from './arrays.ts'
import type { Sql } from './connection.ts'

/** The sales to a card since an instant, or ever: of a root its children's too, of a child its own. */
export interface SalesWanted {
  readonly card: CardId
  readonly since?: Instant | undefined
}

/** Which lines are meant, in terms of what lines keep. */
export interface LinesWanted {
  /** Any of these; undefined when that does not matter. */
  readonly skus?: readonly string[] | undefined
  /** Bounds of the unit price in millionths, both included. */
  readonly least?: bigint | undefined
  readonly most?: bigint | undefined
}

/** Sums over the sales of one currency; returns are taken off, each sale's share rounded half up. */
export interface SalesSums {
  /** Which of the wanted it answers, from 1. */
  readonly place: number
  readonly currency: string
  readonly scale: number
  readonly checkouts: number
  /** Minor units, as text. */
  readonly spend: string
  /** Millionths, as text. */
  readonly quantity: string
  readonly last_at: Instant
  readonly locations: readonly string[]
}

/** Sums of whole sales, less what was returned of their net totals. */
export function sumSales(db: Sql, brand: BrandId, wanted: readonly SalesWanted[]): Promise<SalesSums[]> {
  return db.rows<SalesSums>`
    select place, currency, scale, count(*) as checkouts, max(happened_at) as last_at,
      sum(net_total - returned_total)::text as spend,
      sum(quantity)::text as quantity, array_agg(distinct location_id) as locations
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[]) with ordinality as wanted (card_id, since, place)
    join checkout on checkout.brand_id = ${brand}
      and (checkout.card_id = wanted.card_id or checkout.child_id = wanted.card_id)
      and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
    where kind = 'sale' and not is_voided and not fully_returned
    group by place, currency, scale`
}

/** Sums of the lines that are meant, over the sales that have any of them left. */
export function sumSoldLines(
  db: Sql,
  brand: BrandId,
  wanted: readonly SalesWanted[],
  lines: LinesWanted,
): Promise<SalesSums[]> {
  const skus = lines.skus ? textArray(lines.skus) : null
  return db.rows<SalesSums>`
    select place, currency, scale, count(*) as checkouts, max(happened_at) as last_at,
      sum(kept.spend)::text as spend, sum(kept.quantity)::text as quantity, array_agg(distinct location_id) as locations
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[]) with ordinality as wanted (card_id, since, place)
    join checkout on checkout.brand_id = ${brand}
      and (checkout.card_id = wanted.card_id or checkout.child_id = wanted.card_id)
      and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
    cross join lateral (
      select sum(div(2 * net * (quantity - back) + quantity, 2 * quantity)) as spend, sum(quantity - back) as quantity
      from (
        select line ->> 'sku' as sku, (line ->> 'unitPrice')::numeric as unit_price, (line ->> 'net')::numeric as net,
          (line ->> 'quantity')::numeric as quantity,
          coalesce((returned -> 'units' ->> (line_place - 1)::integer)::numeric, 0) as back
        from json_array_elements(content -> 'lines') with ordinality as sold (line, line_place)) as line
      where quantity > back
        and (${skus}::text[] is null or sku in (select unnest(${skus}::text[])))
        and unit_price between coalesce(${lines.least ?? null}::numeric, '-infinity')
          and coalesce(${lines.most ?? null}::numeric, 'infinity')
      having count(*) > 0) as kept
    where kind = 'sale' and not is_voided and not fully_returned
    group by place, currency, scale`
}
