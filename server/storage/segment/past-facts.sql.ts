import type { FactArguments, Within } from '../../domain/brand/rules/arguments.ts'
import { sinceOf } from '../../domain/campaign/facts/since.ts'
import { textArray } from '../../ground/database/arrays.ts'
import { type Fragment, nothing, sql } from '../../ground/database/fragment.ts'
import { canonicalJson } from '../../ground/kernel/canonical-json.ts'
import { attributesColumn, attributesHold } from '../store/facts/line-attributes.sql.ts'
import { linesOf } from '../store/facts/sales-history.ts'
import { fullDaysSinceSql, inRange, instant, type SqlFacts } from './card-facts.sql.ts'
import { exchangeOf } from './exchange.sql.ts'
import type { Frame } from './frame.ts'
import { oneNumber, type SqlFact } from './value-test.sql.ts'

/** Facts about what happened to cards: sums over the slice, joined to its cards. */
export const pastSqlFacts = {
  'history.checkouts': (frame, given) => sumOf(frame, salesSum('checkouts', given, sql`count(*)`)),
  'history.quantity': (frame, given) => sumOf(frame, salesSum('quantity', given, sql`sum(quantity) * 0.000001`)),
  'history.distinctLocations': (frame, given) =>
    sumOf(frame, salesSum('locations', given, sql`count(distinct location_id)`)),
  'history.daysSinceLast': (frame, given) => lastOf(frame, salesSum('last', given, sql`max(happened_at)`)),
  'history.spend': (frame, given) =>
    sumOf(frame, { key: canonicalJson(['spend', given.within, given.where]), query: () => spendQuery(frame, given) }),
  'event.count': (frame, given) => sumOf(frame, eventSum('count', given, sql`count(*)`)),
  'event.daysSinceLast': (frame, given) => lastOf(frame, eventSum('last', given, sql`max(happened_at)`)),
  counter: (frame, given) =>
    sumOf(frame, { key: canonicalJson(['counter', given.rule, given.within]), query: () => firings(frame, given) }),

  segment: ({ brand }) => ({
    kind: 'many',
    type: 'text',
    from: sql`(select member.segment_id as value from segment_member as member
      where member.brand_id = ${brand.id}::text and member.card_id = card.card_id) as element`,
  }),
  'score.total': (frame) => oneNumber(sql`${score(frame)}.total`),
  'score.recency': (frame) => oneNumber(sql`${score(frame)}.recency`),
  'score.frequency': (frame) => oneNumber(sql`${score(frame)}.frequency`),
  'score.monetary': (frame) => oneNumber(sql`${score(frame)}.monetary`),
} satisfies SqlFacts

/** A query of `card_id` and `value`, and the text that identifies it. */
interface Sums {
  readonly key: string
  readonly query: (frame: Frame) => Fragment
}

/** A card without rows has the sum 0. */
export function sumOf(frame: Frame, sums: Sums): SqlFact {
  return oneNumber(sql`coalesce(${joinSums(frame, sums)}.value, 0)::numeric`)
}

/** A card without rows has no last time. */
function lastOf(frame: Frame, sums: Sums): SqlFact {
  return oneNumber(fullDaysSinceSql(sql`${joinSums(frame, sums)}.value`, frame))
}

function joinSums(frame: Frame, { key, query }: Sums): Fragment {
  const name = frame.once('fact', key, () => query(frame))
  frame.join(key, () => sql`left join ${name} on ${name}.card_id = card.card_id`)
  return name
}

function salesSum(kind: string, given: FactArguments, value: Fragment): Sums {
  return {
    key: canonicalJson([kind, given.within, given.where]),
    query: (frame) => sql`select card_id, ${value} as value from ${sales(frame, given)} group by card_id`,
  }
}

/** The sales of the slice that count, one row each: whole sales, or what is left of the matching lines. */
function sales(frame: Frame, { within, where }: FactArguments): Fragment {
  return frame.once('sales', canonicalJson([within, where]), () => {
    const counts = sql`${happenedIn(frame, within)} and kind = 'sale' and not fully_returned`
    if (!where) {
      return sql`select card_id, happened_at, location_id, currency, scale, net_total - returned_total as spend, quantity
        from ${checkouts(frame)} where ${counts}`
    }
    return sql`select card_id, happened_at, location_id, currency, scale, kept.spend, kept.quantity
      from ${checkouts(frame)} cross join lateral (${keptLines(frame, where)}) as kept where ${counts}`
  })
}

const checkouts = (frame: Frame) =>
  withInherited(
    frame,
    sql`checkout`,
    sql`kind, of_ref, happened_at, location_id, currency, scale, net_total, returned_total, fully_returned, quantity,
      is_voided, content, returned`,
  )

/** What happened to the cards of the slice, and what did to those whose heirs they are. */
export function withInherited(frame: Frame, table: Fragment, columns: Fragment): Fragment {
  const { brand, range } = frame
  return sql`(
    select card_id, ${columns} from ${table} where ${inRange(frame)}
    union all
    select heir_id, ${columns}
    from card_heir
    join ${table} using (brand_id, card_id)
    where card_heir.brand_id = ${brand.id}::text and heir_id > ${range.after}::bigint and heir_id <= ${range.upto}::bigint
    ) as ${table}`
}

/** Returns that name no sale. They reduce what was spent at the time of the return. */
function looseReturns(frame: Frame, { within, where }: FactArguments): Fragment {
  const counts = sql`${happenedIn(frame, within)} and kind = 'return' and of_ref is null`
  if (!where) return sql`select card_id, currency, scale, net_total as spend from ${checkouts(frame)} where ${counts}`
  return sql`select card_id, currency, scale, kept.spend
    from ${checkouts(frame)} cross join lateral (${keptLines(frame, where)}) as kept where ${counts}`
}

const happenedIn = (frame: Frame, within: Within | undefined) => sql`${since(within, frame)} and not is_voided`

/** Computes the same as `sumSoldLines`. */
function keptLines({ brand }: Frame, where: NonNullable<FactArguments['where']>): Fragment {
  const wanted = linesOf(brand, where)
  const { skus, exceptSkus = [], least, most } = wanted
  const isMeant = skus ? sql`and sku = any(${textArray(skus)}::text[])` : nothing
  const isExcepted =
    exceptSkus.length > 0 ? sql`and coalesce(sku, '') <> all(${textArray(exceptSkus)}::text[])` : nothing
  const isDear = least === undefined ? nothing : sql`and unit_price >= ${String(least)}::numeric`
  const isCheap = most === undefined ? nothing : sql`and unit_price <= ${String(most)}::numeric`
  return sql`select sum(case when back = 0 then net
        else div(2 * net * (line.quantity - back) + line.quantity, 2 * line.quantity) end) as spend,
      sum(line.quantity - back) as quantity
    from (
      select line ->> 'sku' as sku, (line ->> 'unitPrice')::numeric as unit_price, (line ->> 'net')::numeric as net,
        (line ->> 'quantity')::numeric as quantity,
        coalesce((returned -> 'units' ->> (line_place - 1)::integer)::numeric, 0) as back${attributesColumn(wanted)}
      from json_array_elements(content -> 'lines') with ordinality as sold (line, line_place)) as line
    where (line.quantity > back or kind = 'return') ${isMeant} ${isExcepted} ${isDear} ${isCheap} ${attributesHold(wanted)}
    having count(*) > 0`
}

/** Sums per currency, each converted as a whole to the brand's main currency. Those without a rate are left out. */
function spendQuery(frame: Frame, given: FactArguments): Fragment {
  const { currency } = frame.brand
  const spent = sql`select card_id, currency, scale, spend from ${sales(frame, given)} union all ${looseReturns(frame, given)}`
  const sums = sql`select card_id, currency, scale, sum(spend) as spend from (${spent}) as spent group by card_id, currency, scale`
  const { converted, rates } = exchangeOf(frame.brand)
  const value = sql`case when currency = ${currency}::text then spend * 10::numeric ^ (-scale) else ${converted} end`
  return sql`select card_id, sum(${value}) as value from (${sums}) as sums left join ${rates} using (currency) group by card_id`
}

function eventSum(kind: string, given: FactArguments, value: Fragment): Sums {
  const { within, categoryId, eventType } = given
  return {
    key: canonicalJson(['event', kind, within, categoryId, eventType]),
    query: (frame) => sql`select card_id, ${value} as value
      from ${withInherited(frame, sql`event`, sql`happened_at, category_id, event_type`)} where ${since(within, frame)}
      ${categoryId === undefined ? nothing : sql`and category_id = ${categoryId}::text`}
      ${eventType === undefined ? nothing : sql`and event_type = ${eventType}::text`} group by card_id`,
  }
}

function firings(frame: Frame, { rule = '', within }: FactArguments): Fragment {
  return sql`select card_id, count(*) as value
    from ${withInherited(frame, sql`rule_firing`, sql`happened_at, rule_id, until`)} where rule_id = ${rule}::text and ${since(within, frame)}
      and (until is null or until > ${instant(frame.clock.now)}) group by card_id`
}

export function since(within: Within | undefined, { clock }: Frame): Fragment {
  const { since: at } = sinceOf(within, clock)
  return at === undefined ? sql`true` : sql`happened_at >= ${instant(at)}`
}

function score(frame: Frame): Fragment {
  frame.join(
    'score',
    () =>
      sql`left join card_score on card_score.brand_id = ${frame.brand.id}::text and card_score.card_id = card.card_id`,
  )
  return sql`card_score`
}
