import type { CallType } from '../kernel/call-type.ts'
import type { BrandId, CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import { type Sql, toTimestamp } from './connection.ts'

export interface HistoryFilter {
  readonly cardId: CardId
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
}

interface Row {
  request_ref: RequestRef
  call_type: CallType
  shown_at: Instant
  is_voided: boolean
  location_id: string | null
  external_transaction_id: string | null
  merchant_name: string | null
}

interface HistoryPage {
  readonly limit: number
  readonly offset: number
  readonly newestFirst: boolean
}

/** One page of a card's calls in the order of its own sequence. */
export async function listHistory(
  db: Sql,
  brand: BrandId,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<HistoryRow[]> {
  const sign = page.newestFirst ? -1 : 1
  const rows = await db.rows<Row>`
    select request_ref, call_type, coalesce(custom_date, happened_at) as shown_at, voided_by is not null as is_voided,
      location_id, external_transaction_id, detail ->> 'merchantName' as merchant_name
    from request
    where brand_id = ${brand} and card_id = ${filter.cardId} and card_seq is not null
      and (${toTimestamp(filter.beginDate)}::timestamptz is null
        or coalesce(custom_date, happened_at) >= ${toTimestamp(filter.beginDate)})
      and (${toTimestamp(filter.endDate)}::timestamptz is null
        or date_trunc('second', coalesce(custom_date, happened_at)) <= ${toTimestamp(filter.endDate)})
      and (${filter.callTypes ?? null}::text[] is null or call_type = any(${filter.callTypes ?? null}::text[]))
      and (${filter.bucket ?? null}::text is null or exists (
        select from ledger
        where ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref and bucket = ${filter.bucket ?? null}))
    order by card_seq * ${sign}::integer
    limit ${page.limit} offset ${page.offset}`
  return rows.map((row) => ({
    ref: row.request_ref,
    callType: row.call_type,
    shownAt: row.shown_at,
    isVoided: row.is_voided,
    ...(row.location_id !== null && { locationId: row.location_id }),
    ...(row.external_transaction_id !== null && { externalId: row.external_transaction_id }),
    ...(row.merchant_name !== null && { merchantName: row.merchant_name }),
  }))
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
            and bucket = ${filter.bucket ?? null})) as matches
      from (
        select request_ref, call_type, coalesce(custom_date, happened_at) as shown_at
        from request
        where brand_id = ${brand} and card_id = ${filter.cardId} and card_seq is not null) as call) as history`
  return {
    transactionCount: row?.all ?? 0,
    matchCount: row?.matching ?? 0,
    ...(row && row.oldest !== null && { oldest: row.oldest }),
    ...(row && row.newest !== null && { newest: row.newest }),
  }
}
