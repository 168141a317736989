import type { LedgerKind, Origin, Posting } from '../../../domain/card/book.ts'
import type { PastRequest, RequestDetail } from '../../../domain/decision/past-request.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type LotRow, toLot } from './card.sql.ts'
import type { PaymentUse } from './payment-use.sql.ts'

export interface RequestRow {
  request_ref: RequestRef
  operation: string
  call_type: CallType
  happened_at: Instant
  location_id: string | null
  card_id: CardId | null
  child_id: CardId | null
  card_seq: number | null
  error_code: number | null
  voided_by: RequestRef | null
  detail: RequestDetail | null
}

/** Locks earlier requests in the order of their references. Comes before any card is locked. */
export function lockRequests(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<RequestRow[]> {
  return db.rows<RequestRow>`
    select request_ref, operation, call_type, happened_at, location_id, card_id, child_id, card_seq, error_code,
      voided_by, detail
    from request
    where brand_id = ${brand} and request_ref = any(${refs}::uuid[])
    order by request_ref
    for no key update`
}

export interface PastLedgerRow {
  request_ref: RequestRef
  line: number
  card_id: CardId
  value_type_id: number
  bucket: string
  seq: number
  lot_no: number
  hold_ref: RequestRef | null
  amount: number
  held: number
  balance_after: number
  held_after: number
  kind: LedgerKind
  issuance_index: number | null
  origin: Origin | null
}

export function listLedger(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<PastLedgerRow[]> {
  return db.rows<PastLedgerRow>`
    select request_ref, line, card_id, value_type_id, bucket, seq, lot_no, hold_ref, amount, held,
      balance_after, held_after, kind, issuance_index, origin
    from ledger
    where brand_id = ${brand} and request_ref = any(${refs}::uuid[])
    order by request_ref, line`
}

interface PastRows {
  readonly ledger: readonly PastLedgerRow[]
  readonly uses: readonly PaymentUse[]
  readonly lots: readonly LotRow[]
}

export function toPastRequests(requests: readonly RequestRow[], { ledger, uses, lots }: PastRows): PastRequest[] {
  const paymentOf = new Map(uses.map(({ ref, checkout }) => [ref, checkout]))
  const pastLots = lots.map((row) => ({ ...toLot(row), cardId: row.card_id }))
  const postings = Map.groupBy(ledger, (row) => row.request_ref)
  return requests.map((row) => ({
    ...toPaymentOf(paymentOf.get(row.request_ref)),
    ref: row.request_ref,
    operation: row.operation,
    callType: row.call_type,
    happenedAt: row.happened_at,
    ...(row.location_id !== null && { locationId: row.location_id }),
    ...(row.card_id !== null && { cardId: row.card_id }),
    ...(row.child_id !== null && { childId: row.child_id }),
    ...(row.card_seq !== null && { cardSeq: row.card_seq }),
    ...(row.error_code !== null && { errorCode: row.error_code }),
    ...(row.voided_by !== null && { voidedBy: row.voided_by }),
    ...(row.detail !== null && { detail: row.detail }),
    postings: (postings.get(row.request_ref) ?? []).map(toPosting),
    lots: pastLots,
  }))
}

const toPaymentOf = (checkout: RequestRef | undefined) => (checkout === undefined ? {} : { paymentOf: checkout })

function toPosting(row: PastLedgerRow): Posting {
  return {
    cardId: row.card_id,
    valueType: row.value_type_id,
    bucket: row.bucket,
    seq: row.seq,
    lot: row.lot_no,
    amount: row.amount,
    held: row.held,
    balanceAfter: row.balance_after,
    heldAfter: row.held_after,
    kind: row.kind,
    ...(row.hold_ref !== null && { hold: row.hold_ref }),
    ...(row.issuance_index !== null && { issuanceIndex: row.issuance_index }),
    ...(row.origin !== null && { origin: row.origin }),
  }
}

/** Whether any of the requests was committed. */
export async function hasAnyRequest(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<boolean> {
  const rows = await db.rows`
    select from request where brand_id = ${brand} and request_ref = any(${refs}::uuid[]) limit 1`
  return rows.length > 0
}

/** The requests among these that have a record. */
export async function listKnownRequests(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<RequestRef[]> {
  const rows = await db.rows<{ request_ref: RequestRef }>`
    select request_ref from request where brand_id = ${brand} and request_ref = any(${refs}::uuid[])`
  return rows.map((row) => row.request_ref)
}
