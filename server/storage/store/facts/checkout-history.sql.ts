import type { ReturnedSale } from '../../../domain/campaign/needs.ts'
import { instantArray, jsonColumn, jsonSeparator, plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { runFragment, sql } from '../../../ground/database/fragment.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type AttributesAsked, attributesColumn, attributesHold } from './line-attributes.sql.ts'

/** The sales to a card since an instant, or ever: of a root its children's too, of a child its own. */
export interface SalesWanted {
  readonly card: CardId
  readonly since?: Instant | undefined
  /** A sale of which more is back than is stored yet. */
  readonly sale?: ReturnedSale | undefined
}

/** Which lines are meant, in terms of what lines keep. */
export interface LinesWanted {
  /** Any of these; undefined when that does not matter. */
  readonly skus?: readonly string[] | undefined
  readonly exceptSkus?: readonly string[] | undefined
  /** Bounds of the unit price in millionths, both included. */
  readonly least?: bigint | undefined
  readonly most?: bigint | undefined
  /** What is asked of the line's attributes: all of it; and nothing of what is excepted. */
  readonly attributes?: AttributesAsked | undefined
  readonly exceptAttributes?: AttributesAsked | undefined
}

/**
 * Sums over the sales of one currency; returns are taken off, each sale's share rounded half up. Returns that name no
 * sale lower the spend by when they were made, and count nowhere else.
 */
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
  /** Of the last sale. */
  readonly last_at: Instant | null
  readonly locations: readonly string[]
}

/** Sums of whole sales, less what was returned of their net totals. */
export function sumSales(db: Sql, brand: BrandId, wanted: readonly SalesWanted[]): Promise<SalesSums[]> {
  return db.rows<SalesSums>`
    select place, currency, scale,
      count(*) filter (where kind = 'sale') as checkouts,
      max(happened_at) filter (where kind = 'sale') as last_at,
      sum(net_total - coalesce((own ->> 'total')::bigint, returned_total))::text as spend,
      coalesce(sum(coalesce((own ->> 'quantity')::numeric, quantity)) filter (where kind = 'sale'), 0)::text as quantity,
      coalesce(array_agg(distinct location_id) filter (where kind = 'sale'), '{}') as locations
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[],
      ${plainArray(wanted.map(({ sale }) => sale?.ref))}::uuid[],
      string_to_array(${jsonColumn(wanted.map(({ sale }) => sale))}, ${jsonSeparator}, '')::json[])
      with ordinality as wanted (card_id, since, sale_ref, sale, place)
    cross join lateral (
      select wanted.card_id
      union all
      select card_heir.card_id from card_heir where card_heir.brand_id = ${brand} and heir_id = wanted.card_id
      ) as holder (card_id)
    join checkout on checkout.brand_id = ${brand}
      and (checkout.card_id = holder.card_id or checkout.child_id = holder.card_id)
      and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
    cross join lateral (select case when request_ref = wanted.sale_ref then wanted.sale end as own) as after_call
    where not is_voided and (
      kind = 'sale' and not coalesce((own ->> 'isFull')::boolean, fully_returned) or kind = 'return' and of_ref is null)
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
  return runFragment<SalesSums>(
    db,
    sql`
    select place, currency, scale,
      count(*) filter (where kind = 'sale') as checkouts,
      max(happened_at) filter (where kind = 'sale') as last_at,
      sum(kept.spend)::text as spend,
      coalesce(sum(kept.quantity) filter (where kind = 'sale'), 0)::text as quantity,
      coalesce(array_agg(distinct location_id) filter (where kind = 'sale'), '{}') as locations
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[],
      ${plainArray(wanted.map(({ sale }) => sale?.ref))}::uuid[],
      string_to_array(${jsonColumn(wanted.map(({ sale }) => sale))}, ${jsonSeparator}, '')::json[])
      with ordinality as wanted (card_id, since, sale_ref, sale, place)
    cross join lateral (
      select wanted.card_id
      union all
      select card_heir.card_id from card_heir where card_heir.brand_id = ${brand} and heir_id = wanted.card_id
      ) as holder (card_id)
    join checkout on checkout.brand_id = ${brand}
      and (checkout.card_id = holder.card_id or checkout.child_id = holder.card_id)
      and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
    cross join lateral (select case when request_ref = wanted.sale_ref then wanted.sale end as own) as after_call
    cross join lateral (
      select sum(case when back = 0 then net else div(2 * net * (quantity - back) + quantity, 2 * quantity) end) as spend,
        sum(quantity - back) as quantity
      from (
        select line ->> 'sku' as sku, (line ->> 'unitPrice')::numeric as unit_price, (line ->> 'net')::numeric as net,
          (line ->> 'quantity')::numeric as quantity,
          coalesce((coalesce(own, returned) -> 'units' ->> (line_place - 1)::integer)::numeric, 0) as back${attributesColumn(lines)}
        from json_array_elements(content -> 'lines') with ordinality as sold (line, line_place)) as line
      where (quantity > back or kind = 'return')
        and (${skus}::text[] is null or sku in (select unnest(${skus}::text[])))
        and coalesce(sku, '') <> all(${textArray(lines.exceptSkus ?? [])}::text[])
        and unit_price between coalesce(${lines.least ?? null}::numeric, '-infinity')
          and coalesce(${lines.most ?? null}::numeric, 'infinity')
        ${attributesHold(lines)}
      having count(*) > 0) as kept
    where not is_voided and (
      kind = 'sale' and not coalesce((own ->> 'isFull')::boolean, fully_returned) or kind = 'return' and of_ref is null)
    group by place, currency, scale`,
  )
}
