import type { CheckoutContent, CheckoutRecord, ReturnedSoFar } from '../../domain/checkout/record.ts'
import type { RequestDetail } from '../../domain/decision/past-request.ts'
import { plainArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { CallType } from '../../ground/kernel/call-type.ts'
import { type BrandId, type CardId, type RequestRef, uuidFloor } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { RequestRow } from '../../storage/store/batch/request.sql.ts'
import type { PastCall } from './past-call.ts'

/**
 * A call as its row has it. What is kept as JSON is read when its turn comes (`toCall`): until then a call is a few texts,
 * and not hundreds of objects that the collector would have to move.
 */
export interface CallRow {
  request_ref: RequestRef
  operation: string
  call_type: CallType
  happened_at: Instant
  card_id: CardId | null
  child_id: CardId | null
  card_seq: number | null
  location_id: string | null
  terminal_id: string | null
  employee_id: string | null
  voided_by: RequestRef | null
  detail: string | null
  kind: CheckoutRecord['kind'] | null
  checkout_location: string
  currency: string
  scale: number
  total: number
  discount: number
  net_total: number
  of_ref: RequestRef | null
  content: string
  is_voided: boolean
  returned: string | null
}

/** A part of the calls of a period, in the order in which they arrived. */
export interface CallPage {
  readonly after: RequestRef
  readonly before: RequestRef
  readonly limit: number
  /** Every so many cards. */
  readonly sample: number
}

/** The calls that changed something. One without a card is drawn by its own reference. */
export function listCalls(db: Sql, brand: BrandId, page: CallPage): Promise<CallRow[]> {
  const { after, before, limit, sample } = page
  return db.rows<CallRow>`
    select request.request_ref, operation, call_type, request.happened_at, request.card_id, request.child_id, card_seq,
      request.location_id, terminal_id, employee_id, voided_by, detail::text as detail, kind,
      checkout.location_id as checkout_location, currency, scale, total, discount, net_total, of_ref,
      content::text as content, is_voided, returned::text as returned
    from request
    left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = request.request_ref
    where request.brand_id = ${brand} and request.request_ref > ${after} and request.request_ref < ${before}
      and error_code is null and (card_seq is not null or kind is not null or call_type in ('VOID', 'VOID_CHECKOUT'))
      and (${sample}::integer = 1 or (hashtextextended(
        coalesce(request.card_id::text, request.request_ref::text), 0) & 9223372036854775807) % ${sample}::integer = 0)
    order by request.request_ref
    limit ${limit}`
}

/** Reads what a call has kept. Most have nothing but what comes first. */
export function toCall(row: CallRow): PastCall {
  return {
    ref: row.request_ref,
    operation: row.operation,
    callType: row.call_type,
    happenedAt: row.happened_at,
    locationId: row.location_id ?? row.checkout_location ?? '',
    terminalId: row.terminal_id ?? '',
    ...(row.card_id !== null && { cardId: row.card_id }),
    ...(row.child_id !== null && { childId: row.child_id }),
    ...(row.card_seq !== null && { cardSeq: row.card_seq }),
    ...(row.employee_id !== null && { employeeId: row.employee_id }),
    ...(row.voided_by !== null && { voidedBy: row.voided_by }),
    ...(row.detail !== null && { detail: JSON.parse(row.detail) as RequestDetail }),
    ...(row.kind !== null && { record: toRecord(row, row.kind) }),
  }
}

function toRecord(row: CallRow, kind: CheckoutRecord['kind']): CheckoutRecord {
  return {
    ref: row.request_ref,
    kind,
    ...(row.card_id !== null && { cardId: row.card_id }),
    ...(row.child_id !== null && { childId: row.child_id }),
    happenedAt: row.happened_at,
    locationId: row.checkout_location,
    currency: row.currency,
    scale: row.scale,
    total: row.total,
    discount: row.discount,
    net: row.net_total,
    ...(row.of_ref !== null && { of: row.of_ref }),
    content: JSON.parse(row.content) as CheckoutContent,
    isVoided: row.is_voided,
    ...(row.returned !== null && { returned: JSON.parse(row.returned) as ReturnedSoFar }),
  }
}

/** How many checkouts and returns there are to replay. */
export async function countSales(db: Sql, brand: BrandId, page: Omit<CallPage, 'limit'>): Promise<number> {
  const { after, before, sample } = page
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count
    from checkout
    where brand_id = ${brand} and request_ref > ${after} and request_ref < ${before}
      and (${sample}::integer = 1 or (hashtextextended(
        coalesce(card_id::text, request_ref::text), 0) & 9223372036854775807) % ${sample}::integer = 0)`
  return row?.count ?? 0
}

/** No setup is locked for longer. */
const lockHoursMax = 24

/** The locked setups from before a call that nobody had completed or cancelled by then. Their time may be over. */
export async function listPendingSetups(
  db: Sql,
  brand: BrandId,
  { begin, from, sample }: { readonly begin: RequestRef; readonly from: Instant; readonly sample: number },
): Promise<CheckoutRecord[]> {
  const since = uuidFloor(Math.max(0, from - lockHoursMax * 3_600_000))
  const rows = await db.rows<CallRow>`
    select setup.request_ref, setup.happened_at, setup.card_id, setup.child_id, setup.location_id as checkout_location,
      currency, scale, total, discount, net_total, of_ref, content::text as content, is_voided,
      returned::text as returned
    from checkout as setup
    where setup.brand_id = ${brand} and setup.request_ref >= ${since}::uuid and setup.request_ref < ${begin}::uuid
      and kind = 'setup'
      and not exists (
        select from checkout as sale
        where sale.brand_id = ${brand} and sale.of_ref = setup.request_ref and sale.request_ref < ${begin}::uuid)
      and not exists (
        select from request
        where request.brand_id = ${brand} and request.card_id = setup.card_id and card_seq is not null
          and call_type = 'CHECKOUT_CANCEL' and request.request_ref > setup.request_ref
          and request.request_ref < ${begin}::uuid)
      and (${sample}::integer = 1 or (hashtextextended(setup.card_id::text, 0) & 9223372036854775807)
        % ${sample}::integer = 0)`
  return rows.map((row) => toRecord(row, 'setup'))
}

/** Earlier calls as they are stored, without locking them. */
export function listRequests(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<RequestRow[]> {
  return db.rows<RequestRow>`
    select request_ref, operation, call_type, happened_at, card_id, child_id, card_seq, error_code, voided_by, detail
    from request
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}

export interface EventOfCall {
  readonly request_ref: RequestRef
  readonly card_id: CardId
  readonly event_type: string
  readonly category_id: string
  readonly happened_at: Instant
}

/** The events that calls logged. */
export function listEventsOf(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<EventOfCall[]> {
  return db.rows<EventOfCall>`
    select request_ref, card_id, event_type, category_id, happened_at
    from event
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}

export interface BudgetUseOfCall {
  readonly request_ref: RequestRef
  readonly counter: string
  readonly period: string
  readonly amount: number
  readonly frees_at: Instant | null
}

/** What calls took of budgets; below 0 what they gave back. */
export function listBudgetUsesOf(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<BudgetUseOfCall[]> {
  return db.rows<BudgetUseOfCall>`
    select request_ref, counter, period, amount, frees_at
    from budget_use
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}

/** The versions of the file and since when each was in force. */
export function listVersionTimes(db: Sql, brand: BrandId): Promise<{ version: number; made_at: Instant }[]> {
  return db.rows`
    select version, made_at from brand_version where brand_id = ${brand} order by version`
}
