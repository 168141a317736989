import type { CheckoutContent, KeptLine } from '../../../domain/checkout/record.ts'
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

/**
 * One page of a card's calls in the order of its own sequence; what a child did under the root that it was transferred
 * from comes before, in the order of time. The transfer that emptied the card is its last call, although that belongs to
 * the card which got everything. Of a call of somebody else it says what changed here, and neither what they bought nor
 * where.
 */
export async function listHistory(
  db: Sql,
  brand: BrandId,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<HistoryRow[]> {
  const sign = page.newestFirst ? -1 : 1
  const rows = await db.rows<Row>`
    select call.*, child.card_number as child_number, scale, total, discount, net_total, content
    from (
    select request_ref, call_type, coalesce(custom_date, happened_at) as shown_at, voided_by is not null as is_voided,
      location_id, external_transaction_id, detail ->> 'merchantName' as merchant_name, child_id, era, card_seq, is_own
    from (
      select request_ref, call_type, happened_at, custom_date, voided_by, location_id, external_transaction_id, detail,
        child_id, case when card_id = ${filter.cardId} then 0 else extract(epoch from happened_at)::float8 - 1e11 end as era,
        card_seq, true as is_own
      from request
      where brand_id = ${brand} and card_seq is not null and (card_id = ${filter.cardId}
          or ${filter.childId ?? null}::bigint is not null and card_id = any(array(
            select card_id from card_heir where brand_id = ${brand} and heir_id = ${filter.cardId})))
        and (${filter.childId ?? null}::bigint is null
          or child_id = ${filter.childId ?? null} and operation <> 'allocateChildCard')
      union all
      select request.request_ref, call_type, happened_at, custom_date, voided_by, null, null, null,
        elsewhere.child_id, 0, elsewhere.card_seq, false
      from call_elsewhere as elsewhere
      join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref
      where elsewhere.brand_id = ${brand} and elsewhere.card_id = ${filter.cardId}
        and (${filter.childId ?? null}::bigint is null or elsewhere.child_id = ${filter.childId ?? null})
      union all
      select request_ref, call_type, happened_at, custom_date, voided_by, location_id, external_transaction_id, detail,
        ${filter.childId ?? null}::bigint, 0, 2147483647, true
      from request
      where brand_id = ${brand} and request_ref = (
        select transferred_by from card where brand_id = ${brand} and card_id = ${filter.childId ?? filter.cardId})
      ) as request
    where (${toTimestamp(filter.beginDate)}::timestamptz is null
        or coalesce(custom_date, happened_at) >= ${toTimestamp(filter.beginDate)})
      and (${toTimestamp(filter.endDate)}::timestamptz is null
        or date_trunc('second', coalesce(custom_date, happened_at)) <= ${toTimestamp(filter.endDate)})
      and (${filter.callTypes ?? null}::text[] is null or call_type = any(${filter.callTypes ?? null}::text[]))
      and (${filter.bucket ?? null}::text is null or exists (
        select from ledger
        where ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref and bucket = ${filter.bucket ?? null}))
    order by era * ${sign}::integer, card_seq * ${sign}::integer
    limit ${page.limit} offset ${page.offset}) as call
    left join card as child on child.brand_id = ${brand} and child.card_id = call.child_id
    left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = call.request_ref
      and is_own
    order by era * ${sign}::integer, card_seq * ${sign}::integer`
  return rows.map(toHistoryRow)
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

/** All calls of a card, and how many of them pass the filter. */
export async function countHistory(db: Sql, brand: BrandId, filter: HistoryFilter): Promise<HistoryCounts> {
  const [row] = await db.rows<{ all: number; matching: number; oldest: Instant | null; newest: Instant | null }>`
    select count(*) as all, count(*) filter (where matches) as matching,
      min(shown_at) filter (where matches) as oldest, max(shown_at) filter (where matches) as newest
    from (
      select shown_at,
        (${toTimestamp(filter.beginDate)}::timestamptz is null or shown_at >= ${toTimestamp(filter.beginDate)})
        and (${toTimestamp(filter.endDate)}::timestamptz is null
          or date_trunc('second', shown_at) <= ${toTimestamp(filter.endDate)})
        and (${filter.callTypes ?? null}::text[] is null or call_type = any(${filter.callTypes ?? null}::text[]))
        and (${filter.bucket ?? null}::text is null or exists (
          select from ledger
          where ledger.brand_id = ${brand} and ledger.request_ref = call.request_ref
            and bucket = ${filter.bucket ?? null}))
        and is_meant as matches
      from (
        select request_ref, call_type, coalesce(custom_date, happened_at) as shown_at,
          ${filter.childId ?? null}::bigint is null
            or coalesce(child_id = ${filter.childId ?? null}, false) and operation <> 'allocateChildCard' as is_meant
        from request
        where brand_id = ${brand} and card_seq is not null and (card_id = ${filter.cardId}
          or child_id = ${filter.childId ?? null} and card_id = any(array(
            select card_id from card_heir where brand_id = ${brand} and heir_id = ${filter.cardId})))
        union all
        select request.request_ref, call_type, coalesce(custom_date, happened_at),
          ${filter.childId ?? null}::bigint is null or coalesce(elsewhere.child_id = ${filter.childId ?? null}, false)
        from call_elsewhere as elsewhere
        join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref
        where elsewhere.brand_id = ${brand} and elsewhere.card_id = ${filter.cardId}
        union all
        select request_ref, call_type, coalesce(custom_date, happened_at), true
        from request
        where brand_id = ${brand} and request_ref = (
          select transferred_by from card where brand_id = ${brand} and card_id = ${filter.childId ?? filter.cardId})
        ) as call) as history`
  return {
    transactionCount: row?.all ?? 0,
    matchCount: row?.matching ?? 0,
    ...(row && row.oldest !== null && { oldest: row.oldest }),
    ...(row && row.newest !== null && { newest: row.newest }),
  }
}
