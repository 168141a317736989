import type { Trace } from '../../../domain/campaign/trace.ts'
import type { Posting } from '../../../domain/card/book.ts'
import type { Call } from '../../../domain/decision/call.ts'
import type { RequestDetail } from '../../../domain/decision/past-request.ts'
import { jsonColumn, jsonSeparator, plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
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
    values (${brand},
      unnest(${plainArray(records.map((record) => record.call.ref))}::uuid[]),
      unnest(${textArray(records.map((record) => record.operation))}::text[]),
      unnest(${textArray(records.map((record) => record.callType))}::text[]),
      unnest(${timeArray(records.map((record) => record.happenedAt))}::timestamptz[]),
      unnest(${timeArray(records.map((record) => record.customDate))}::timestamptz[]),
      unnest(${plainArray(records.map((record) => record.cardId))}::bigint[]),
      unnest(${plainArray(records.map((record) => record.cardSeq))}::integer[]),
      unnest(${textArray(records.map((record) => record.call.locationId || undefined))}::text[]),
      unnest(${textArray(records.map((record) => record.call.terminalId || undefined))}::text[]),
      unnest(${textArray(records.map((record) => record.call.employeeId))}::text[]),
      unnest(${textArray(records.map((record) => record.call.externalTransactionId))}::text[]),
      unnest(${textArray(records.map((record) => record.call.note))}::text[]),
      unnest(${plainArray(records.map((record) => record.errorCode))}::integer[]),
      unnest(string_to_array(${jsonColumn(records.map(detailOf))}, ${jsonSeparator}, '')::jsonb[]),
      unnest(${plainArray(records.map((record) => record.childId))}::bigint[]),
      unnest(string_to_array(${jsonColumn(records.map((record) => record.trace))}, ${jsonSeparator}, '')::json[]))`
}

export function insertLedger(db: Sql, brand: BrandId, lines: readonly LedgerLine[]): Promise<unknown> {
  return db.rows`
    insert into ledger (brand_id, request_ref, line, card_id, value_type_id, bucket, seq, lot_no, hold_ref,
      amount, held, balance_after, held_after, kind, issuance_index, origin)
    values (${brand},
      unnest(${plainArray(lines.map((line) => line.ref))}::uuid[]),
      unnest(${plainArray(lines.map((line) => line.line))}::integer[]),
      unnest(${plainArray(lines.map((line) => line.cardId))}::bigint[]),
      unnest(${plainArray(lines.map((line) => line.valueType))}::integer[]),
      unnest(${textArray(lines.map((line) => line.bucket))}::text[]),
      unnest(${plainArray(lines.map((line) => line.seq))}::integer[]),
      unnest(${plainArray(lines.map((line) => line.lot))}::integer[]),
      unnest(${plainArray(lines.map((line) => line.hold))}::uuid[]),
      unnest(${plainArray(lines.map((line) => line.amount))}::bigint[]),
      unnest(${plainArray(lines.map((line) => line.held))}::bigint[]),
      unnest(${plainArray(lines.map((line) => line.balanceAfter))}::bigint[]),
      unnest(${plainArray(lines.map((line) => line.heldAfter))}::bigint[]),
      unnest(${textArray(lines.map((line) => line.kind))}::text[]),
      unnest(${plainArray(lines.map((line) => line.issuanceIndex))}::smallint[]),
      unnest(string_to_array(${jsonColumn(lines.map((line) => line.origin))}, ${jsonSeparator}, '')::jsonb[]))`
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
