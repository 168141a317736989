import type { Trace } from '../../../domain/campaign/trace.ts'
import type { Posting } from '../../../domain/card/book.ts'
import type { Call } from '../../../domain/decision/call.ts'
import type { RequestDetail } from '../../../domain/decision/past-request.ts'
import { instantArray, jsonColumn, jsonSeparator, plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { ErrorCode } from '../../../ground/kernel/errors.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** What is stored about one call. */
export interface RequestRecord {
  readonly call: Call
  readonly happenedAt: Instant
  readonly operation: string
  readonly callType: CallType
  readonly cardId?: CardId
  readonly childId?: CardId
  /** The card's sequence, for calls that belong to its history. */
  readonly cardSeq?: number
  readonly customDate?: Instant
  readonly errorCode?: ErrorCode
  readonly detail?: RequestDetail
  readonly trace?: Trace
}

export interface LedgerLine extends Posting {
  readonly ref: RequestRef
  readonly line: number
}

function detailOf({ call: { user }, detail }: RequestRecord): RequestDetail | undefined {
  if (!user) return detail
  const { name, approvedBy } = user
  return { ...detail, user: name, ...(approvedBy !== undefined && { approvedBy }) }
}

export function insertRequests(db: Sql, brand: BrandId, records: readonly RequestRecord[]): Promise<unknown> {
  return db.rows`
    insert into request (brand_id, request_ref, operation, call_type, happened_at, custom_date, card_id, card_seq,
      location_id, terminal_id, employee_id, external_transaction_id, note, error_code, detail, child_id, trace)
    select owner.brand_id, request_ref, operation, call_type, to_timestamp(happened_at::float8 / 1000),
      to_timestamp(custom_date::float8 / 1000), card_id, card_seq, location_id, terminal_id, employee_id,
      external_transaction_id, note, error_code, detail, child_id, trace
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(records.map((record) => record.call.ref))}::uuid[],
      ${textArray(records.map((record) => record.operation))}::text[],
      ${textArray(records.map((record) => record.callType))}::text[],
      ${instantArray(records.map((record) => record.happenedAt))}::bigint[],
      ${instantArray(records.map((record) => record.customDate))}::bigint[],
      ${plainArray(records.map((record) => record.cardId))}::bigint[],
      ${plainArray(records.map((record) => record.cardSeq))}::integer[],
      ${textArray(records.map((record) => record.call.locationId || undefined))}::text[],
      ${textArray(records.map((record) => record.call.terminalId || undefined))}::text[],
      ${textArray(records.map((record) => record.call.employeeId))}::text[],
      ${textArray(records.map((record) => record.call.externalTransactionId))}::text[],
      ${textArray(records.map((record) => record.call.note))}::text[],
      ${plainArray(records.map((record) => record.errorCode))}::integer[],
      string_to_array(${jsonColumn(records.map(detailOf))}, ${jsonSeparator}, '')::jsonb[],
      ${plainArray(records.map((record) => record.childId))}::bigint[],
      string_to_array(${jsonColumn(records.map((record) => record.trace))}, ${jsonSeparator}, '')::json[])
      as record (request_ref, operation, call_type, happened_at, custom_date, card_id, card_seq, location_id,
        terminal_id, employee_id, external_transaction_id, note, error_code, detail, child_id, trace)`
}

export function insertLedger(db: Sql, brand: BrandId, lines: readonly LedgerLine[]): Promise<unknown> {
  return db.rows`
    insert into ledger (brand_id, request_ref, line, card_id, value_type_id, bucket, seq, lot_no, hold_ref,
      amount, held, balance_after, held_after, kind, issuance_index, origin)
    select owner.brand_id, made.*
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(lines.map((line) => line.ref))}::uuid[],
      ${plainArray(lines.map((line) => line.line))}::integer[],
      ${plainArray(lines.map((line) => line.cardId))}::bigint[],
      ${plainArray(lines.map((line) => line.valueType))}::integer[],
      ${textArray(lines.map((line) => line.bucket))}::text[],
      ${plainArray(lines.map((line) => line.seq))}::integer[],
      ${plainArray(lines.map((line) => line.lot))}::integer[],
      ${plainArray(lines.map((line) => line.hold))}::uuid[],
      ${plainArray(lines.map((line) => line.amount))}::bigint[],
      ${plainArray(lines.map((line) => line.held))}::bigint[],
      ${plainArray(lines.map((line) => line.balanceAfter))}::bigint[],
      ${plainArray(lines.map((line) => line.heldAfter))}::bigint[],
      ${textArray(lines.map((line) => line.kind))}::text[],
      ${plainArray(lines.map((line) => line.issuanceIndex))}::smallint[],
      string_to_array(${jsonColumn(lines.map((line) => line.origin))}, ${jsonSeparator}, '')::jsonb[]) as made`
}

export function markVoided(
  db: Sql,
  brand: BrandId,
  voided: readonly { readonly ref: RequestRef; readonly by: RequestRef | undefined }[],
): Promise<unknown> {
  return db.rows`
    update request
    set voided_by = voided.by
    from unnest(${plainArray(voided.map(({ ref }) => ref))}::uuid[], ${plainArray(voided.map(({ by }) => by))}::uuid[])
      as voided (ref, by)
    where request.brand_id = ${brand} and request.request_ref = voided.ref`
}
