import type { CheckoutContent, KeptLine } from '../../../domain/checkout/record.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface HistoryFilter {
  readonly cardId: CardId
  /** Only calls of this child card; its allocation is a call of its root. */
  readonly childId?: CardId
  /** Bounds of the date that is shown, both included. */
  readonly beginDate?: Instant
  readonly endDate?: Instant
  readonly callTypes?: readonly CallType[]
  /** Only calls that changed this bucket. */
  readonly bucket?: string
}

export interface HistoryRow {
  readonly ref: RequestRef
  readonly callType: CallType
  readonly shownAt: Instant
  readonly isVoided: boolean
  readonly locationId?: string
  readonly externalId?: string
  readonly merchantName?: string
  readonly childId?: CardId
  readonly childNumber?: string
  readonly checkout?: HistoricCheckout
}

/** What a checkout or return in the history came to, in minor units of the scale. */
export interface HistoricCheckout {
  readonly scale: number
  readonly total: number
  readonly discount: number
  readonly net: number
  readonly shipping: number
  readonly lines: readonly KeptLine[]
}

interface Row {
  place: number
  request_ref: RequestRef
  call_type: CallType
  shown_at: Instant
  is_voided: boolean
  location_id: string | null
  external_transaction_id: string | null
  merchant_name: string | null
  child_id: CardId | null
  child_number: string | null
  scale: number | null
  total: number | null
  discount: number | null
  net_total: number | null
  content: CheckoutContent | null
}

interface HistoryPage {
  readonly limit: number
  readonly offset: number
  readonly newestFirst: boolean
}

export interface AskedHistory {
  readonly filter: HistoryFilter
  readonly page: HistoryPage
}

/**
 * For each that is asked for one page of a card's calls in the order of its own sequence; what a child did under the root
 * that it was transferred from comes before, in the order of time. The transfer that emptied the card is its last call,
 * although that belongs to the card which got everything. Of a call of somebody else it says what changed here, and
 * neither what they bought nor where.
 */
export async function listHistories(
  db: Sql,
  brand: BrandId,
  asked: readonly AskedHistory[],
): Promise<readonly (readonly HistoryRow[])[]> {
  const filters = columnsOf(asked.map(({ filter }) => filter))
  const pages = asked.map(({ page }) => page)
  const rows = await db.rows<Row>`
    select asked.place, call.request_ref, call.call_type, call.shown_at, call.is_voided, call.location_id,
      call.external_transaction_id, call.merchant_name, call.child_id, child.card_number as child_number, scale, total,
      discount, net_total, content
    from unnest(${filters.cards}::bigint[], ${filters.children}::bigint[], ${filters.begins}::timestamptz[],
      ${filters.ends}::timestamptz[], ${filters.callTypes}::text[], ${filters.buckets}::text[],
      ${plainArray(pages.map(({ limit }) => limit))}::integer[],
      ${plainArray(pages.map(({ offset }) => offset))}::integer[],
      ${plainArray(pages.map(({ newestFirst }) => (newestFirst ? -1 : 1)))}::integer[])
      with ordinality as asked (card_id, child_id, begins, ends, call_types, bucket, row_limit, row_offset, sign, place)
    cross join lateral (
    select request_ref, call_type, coalesce(custom_date, happened_at) as shown_at, voided_by is not null as is_voided,
      location_id, external_transaction_id, detail ->> 'merchantName' as merchant_name, child_id, era, card_seq, is_own
    from (
      select request_ref, call_type, happened_at, custom_date, voided_by, location_id, external_transaction_id, detail,
        child_id, case when card_id = asked.card_id then 0 else extract(epoch from happened_at)::float8 - 1e11 end as era,
        card_seq, true as is_own
      from request
      where brand_id = ${brand} and card_seq is not null and (card_id = asked.card_id
          or asked.child_id is not null and card_id = any(array(
            select card_id from card_heir where brand_id = ${brand} and heir_id = asked.card_id)))
        and (asked.child_id is null
          or child_id = asked.child_id and operation <> 'allocateChildCard')
      union all
      select request.request_ref, call_type, happened_at, custom_date, voided_by, null, null, null,
        elsewhere.child_id, 0, elsewhere.card_seq, false
      from call_elsewhere as elsewhere
      join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref
      where elsewhere.brand_id = ${brand} and elsewhere.card_id = asked.card_id
        and (asked.child_id is null or elsewhere.child_id = asked.child_id)
      union all
      select request_ref, call_type, happened_at, custom_date, voided_by, location_id, external_transaction_id, detail,
        asked.child_id, 0, 2147483647, true
      from request
      where brand_id = ${brand} and request_ref = (
        select transferred_by from card where brand_id = ${brand} and card_id = coalesce(asked.child_id, asked.card_id))
      ) as request
    where (asked.begins is null or coalesce(custom_date, happened_at) >= asked.begins)
      and (asked.ends is null or date_trunc('second', coalesce(custom_date, happened_at)) <= asked.ends)
      and (asked.call_types is null or call_type = any(string_to_array(asked.call_types, ' ')))
      and (asked.bucket is null or exists (
        select from ledger
        where ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref and ledger.bucket = asked.bucket))
    order by era * asked.sign, card_seq * asked.sign
    limit asked.row_limit offset asked.row_offset) as call
    left join card as child on child.brand_id = ${brand} and child.card_id = call.child_id
    left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = call.request_ref
      and is_own
    order by asked.place, era * asked.sign, card_seq * asked.sign`
  const found: HistoryRow[][] = asked.map(() => [])
  for (const row of rows) found[row.place - 1]?.push(toHistoryRow(row))
  return found
}

/** What is asked for, as columns. */
function columnsOf(filters: readonly HistoryFilter[]) {
  return {
    cards: plainArray(filters.map(({ cardId }) => cardId)),
    children: plainArray(filters.map(({ childId }) => childId)),
    begins: textArray(filters.map(({ beginDate }) => toTimestamp(beginDate))),
    ends: textArray(filters.map(({ endDate }) => toTimestamp(endDate))),
    callTypes: textArray(filters.map(({ callTypes }) => callTypes?.join(' '))),
    buckets: textArray(filters.map(({ bucket }) => bucket)),
  }
}

function toHistoryRow(row: Row): HistoryRow {
  return {
    ref: row.request_ref,
    callType: row.call_type,
    shownAt: row.shown_at,
    isVoided: row.is_voided,
    ...(row.location_id !== null && { locationId: row.location_id }),
    ...(row.external_transaction_id !== null && { externalId: row.external_transaction_id }),
    ...(row.merchant_name !== null && { merchantName: row.merchant_name }),
    ...(row.child_id !== null && { childId: row.child_id }),
    ...(row.child_number !== null && { childNumber: row.child_number }),
    ...(row.content && { checkout: toCheckout(row, row.content) }),
  }
}

function toCheckout(row: Row, { shipping = 0, lines }: CheckoutContent): HistoricCheckout {
  const { scale, total, discount, net_total: net } = row
  return { scale: scale ?? 0, total: total ?? 0, discount: discount ?? 0, net: net ?? 0, shipping, lines }
}

export interface HistoryCounts {
  readonly transactionCount: number
  readonly matchCount: number
  readonly oldest?: Instant
  readonly newest?: Instant
}

interface CountRow {
  place: number
  all: number
  matching: number
  oldest: Instant | null
  newest: Instant | null
}

/** For each that is asked for all calls of a card, and how many of them pass the filter. */
export async function countHistories(
  db: Sql,
  brand: BrandId,
  asked: readonly HistoryFilter[],
): Promise<readonly HistoryCounts[]> {
  const filters = columnsOf(asked)
  const rows = await db.rows<CountRow>`
    select asked.place, history.*
    from unnest(${filters.cards}::bigint[], ${filters.children}::bigint[], ${filters.begins}::timestamptz[],
      ${filters.ends}::timestamptz[], ${filters.callTypes}::text[], ${filters.buckets}::text[])
      with ordinality as asked (card_id, child_id, begins, ends, call_types, bucket, place)
    cross join lateral (
    select count(*) as all, count(*) filter (where matches) as matching,
      min(shown_at) filter (where matches) as oldest, max(shown_at) filter (where matches) as newest
    from (
      select shown_at,
        (asked.begins is null or shown_at >= asked.begins)
        and (asked.ends is null or date_trunc('second', shown_at) <= asked.ends)
        and (asked.call_types is null or call_type = any(string_to_array(asked.call_types, ' ')))
        and (asked.bucket is null or exists (
          select from ledger
          where ledger.brand_id = ${brand} and ledger.request_ref = call.request_ref
            and ledger.bucket = asked.bucket))
        and is_meant as matches
      from (
        select request_ref, call_type, coalesce(custom_date, happened_at) as shown_at,
          asked.child_id is null
            or coalesce(child_id = asked.child_id, false) and operation <> 'allocateChildCard' as is_meant
        from request
        where brand_id = ${brand} and card_seq is not null and (card_id = asked.card_id
          or child_id = asked.child_id and card_id = any(array(
            select card_id from card_heir where brand_id = ${brand} and heir_id = asked.card_id)))
        union all
        select request.request_ref, call_type, coalesce(custom_date, happened_at),
          asked.child_id is null or coalesce(elsewhere.child_id = asked.child_id, false)
        from call_elsewhere as elsewhere
        join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref
        where elsewhere.brand_id = ${brand} and elsewhere.card_id = asked.card_id
        union all
        select request_ref, call_type, coalesce(custom_date, happened_at), true
        from request
        where brand_id = ${brand} and request_ref = (
          select transferred_by from card
          where brand_id = ${brand} and card_id = coalesce(asked.child_id, asked.card_id))
        ) as call) as history) as history`
  const found = new Map(rows.map((row) => [row.place, toCounts(row)]))
  return asked.map((_, index) => found.get(index + 1) ?? { transactionCount: 0, matchCount: 0 })
}

const toCounts = ({ all, matching, oldest, newest }: CountRow): HistoryCounts => ({
  transactionCount: all,
  matchCount: matching,
  ...(oldest !== null && { oldest }),
  ...(newest !== null && { newest }),
})
