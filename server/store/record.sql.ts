import type { Posting } from '../card/book.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import type { BrandId, CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { Call, CallType, RequestDetail } from '../operations/operation.ts'
import { type Sql, toTimestamp } from './connection.ts'

/** What is kept of one call. */
export interface RequestRecord {
  readonly call: Call
  readonly happenedAt: Instant
  readonly operation: string
  readonly callType: CallType
  readonly cardId?: CardId
  /** The card's sequence, for calls that belong to its history. */
  readonly cardSeq?: number
  readonly customDate?: Instant
  readonly errorCode?: ErrorCode
  readonly detail?: RequestDetail
}

export interface LedgerLine extends Posting {
  readonly ref: RequestRef
  readonly line: number
}

export function insertRequests(db: Sql, brand: BrandId, records: readonly RequestRecord[]): Promise<unknown> {
  return db.rows`
    insert into request (brand_id, request_ref, operation, call_type, happened_at, custom_date, card_id, card_seq,
      location_id, terminal_id, employee_id, external_transaction_id, note, error_code, detail)
    select ${brand}, *
    from unnest(
      ${records.map((record) => record.call.ref)}::uuid[],
      ${records.map((record) => record.operation)}::text[],
      ${records.map((record) => record.callType)}::text[],
      ${records.map((record) => toTimestamp(record.happenedAt))}::timestamptz[],
      ${records.map((record) => toTimestamp(record.customDate))}::timestamptz[],
      ${records.map((record) => record.cardId ?? null)}::bigint[],
      ${records.map((record) => record.cardSeq ?? null)}::integer[],
      ${records.map((record) => record.call.locationId)}::text[],
      ${records.map((record) => record.call.terminalId)}::text[],
      ${records.map((record) => record.call.employeeId ?? null)}::text[],
      ${records.map((record) => record.call.externalTransactionId ?? null)}::text[],
      ${records.map((record) => record.call.note ?? null)}::text[],
      ${records.map((record) => record.errorCode ?? null)}::integer[],
      ${records.map((record) => (record.detail ? JSON.stringify(record.detail) : null))}::jsonb[])`
}

export function insertLedger(db: Sql, brand: BrandId, lines: readonly LedgerLine[]): Promise<unknown> {
  return db.rows`
    insert into ledger (brand_id, request_ref, line, card_id, value_type_id, bucket, seq, lot_no, hold_ref,
      amount, held, balance_after, held_after, kind, issuance_index)
    select ${brand}, *
    from unnest(
      ${lines.map((line) => line.ref)}::uuid[],
      ${lines.map((line) => line.line)}::integer[],
      ${lines.map((line) => line.cardId)}::bigint[],
      ${lines.map((line) => line.valueType)}::integer[],
      ${lines.map((line) => line.bucket)}::text[],
      ${lines.map((line) => line.seq)}::integer[],
      ${lines.map((line) => line.lot)}::integer[],
      ${lines.map((line) => line.hold ?? null)}::uuid[],
      ${lines.map((line) => line.amount)}::bigint[],
      ${lines.map((line) => line.held)}::bigint[],
      ${lines.map((line) => line.balanceAfter)}::bigint[],
      ${lines.map((line) => line.heldAfter)}::bigint[],
      ${lines.map((line) => line.kind)}::text[],
      ${lines.map((line) => line.issuanceIndex ?? null)}::smallint[])`
}

export function markVoided(
  db: Sql,
  brand: BrandId,
  voided: readonly { readonly ref: RequestRef; readonly by: RequestRef }[],
): Promise<unknown> {
  return db.rows`
    update request
    set voided_by = voided.by
    from unnest(${voided.map(({ ref }) => ref)}::uuid[], ${voided.map(({ by }) => by)}::uuid[]) as voided (ref, by)
    where request.brand_id = ${brand} and request.request_ref = voided.ref`
}
