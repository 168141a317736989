import type { LedgerKind, Origin } from '../../../domain/card/book.ts'
import type { RequestDetail } from '../../../domain/decision/past-request.ts'
import type { PastPosting } from '../../../domain/view/past-mutations.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { SealedPin } from '../../../ground/kernel/sealed-pin.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface RequestView {
  readonly callType: CallType
  readonly happenedAt: Instant
  readonly customDate?: Instant
  readonly errorCode?: number
  readonly voidedBy?: RequestRef
  readonly detail?: RequestDetail
  readonly cardId?: CardId
  readonly childId?: CardId
  /** Of a checkout or a return. */
  readonly totals?: CheckoutTotals
  /** The columns that are answered as they are. */
  readonly shown: {
    readonly cardNumber?: string
    readonly childCardNumber?: string
    readonly locationId?: string
    readonly terminalId?: string
    readonly employeeId?: string
    readonly note?: string
    readonly externalTransactionId?: string
  }
}

/** In minor units of the scale. */
interface CheckoutTotals {
  readonly scale: number
  readonly total: number
  readonly discount: number
  readonly net: number
}

interface RequestViewRow {
  call_type: CallType
  happened_at: Instant
  custom_date: Instant | null
  error_code: number | null
  voided_by: RequestRef | null
  detail: RequestDetail | null
  card_number: string | null
  card_id: CardId | null
  child_id: CardId | null
  child_number: string | null
  scale: number | null
  total: number | null
  discount: number | null
  net_total: number | null
  location_id: string | null
  terminal_id: string | null
  employee_id: string | null
  note: string | null
  external_transaction_id: string | null
}

export async function findRequest(db: Sql, brand: BrandId, ref: RequestRef): Promise<RequestView | undefined> {
  const [row] = await db.rows<RequestViewRow>`
    select call_type, request.happened_at, custom_date, error_code, voided_by, detail, card.card_number,
      request.card_id, request.child_id, child.card_number as child_number, scale, total, discount, net_total,
      request.location_id, terminal_id, employee_id, note, external_transaction_id
    from request
    left join card on card.brand_id = request.brand_id and card.card_id = request.card_id
    left join card as child on child.brand_id = request.brand_id and child.card_id = request.child_id
    left join checkout on checkout.brand_id = request.brand_id and checkout.request_ref = request.request_ref
    where request.brand_id = ${brand} and request.request_ref = ${ref}`
  if (!row) return undefined
  return {
    callType: row.call_type,
    happenedAt: row.happened_at,
    ...(row.custom_date !== null && { customDate: row.custom_date }),
    ...(row.error_code !== null && { errorCode: row.error_code }),
    ...(row.voided_by !== null && { voidedBy: row.voided_by }),
    ...(row.detail !== null && { detail: row.detail }),
    ...(row.card_id !== null && { cardId: row.card_id }),
    ...(row.child_id !== null && { childId: row.child_id }),
    ...(row.scale !== null && { totals: toTotals(row) }),
    shown: {
      ...(row.child_number !== null && { childCardNumber: row.child_number }),
      ...(row.card_number !== null && { cardNumber: row.card_number }),
      ...(row.location_id && { locationId: row.location_id }),
      ...(row.terminal_id && { terminalId: row.terminal_id }),
      ...(row.employee_id !== null && { employeeId: row.employee_id }),
      ...(row.note !== null && { note: row.note }),
      ...(row.external_transaction_id !== null && { externalTransactionId: row.external_transaction_id }),
    },
  }
}

/** What an allocation answered, as far as it can be told again. */
export interface AllocationView {
  readonly key?: string
  readonly cardNumber: string
  /** What the card has now. */
  readonly pin?: SealedPin
  /** Of the pin that was told. */
  readonly pinMark?: string
  readonly isRecent: boolean
  /** It found the card, which its customer had already. */
  readonly isExisting: boolean
}

/** An allocation by its call; a recent one is not older than a day by the database's clock. */
export async function findAllocation(db: Sql, brand: BrandId, ref: RequestRef): Promise<AllocationView | undefined> {
  const [row] = await db.rows<AllocationRow>`
    select detail ->> 'key' as key, detail ->> 'pinMark' as pin_mark, card_number, pin_sealed, pin_check,
      happened_at > now() - interval '1 day' as is_recent,
      operation = 'allocate' and card_seq is null as is_existing
    from request
    join card on card.brand_id = request.brand_id and card.card_id = request.card_id
    where request.brand_id = ${brand} and request_ref = ${ref} and call_type = 'ALLOCATE' and child_id is null`
  if (!row) return undefined
  const { key, card_number: cardNumber, pin_mark: pinMark, pin_sealed: sealed, pin_check: check } = row
  return {
    cardNumber,
    isRecent: row.is_recent,
    isExisting: row.is_existing,
    ...(key !== null && { key }),
    ...(pinMark !== null && { pinMark }),
    ...(sealed !== null && check !== null && { pin: { sealed, check } }),
  }
}

interface AllocationRow {
  key: string | null
  pin_mark: string | null
  card_number: string
  pin_sealed: Buffer | null
  pin_check: Buffer | null
  is_recent: boolean
  is_existing: boolean
}

/** The key that a call was made with, of calls that keep it. */
export async function findKeyOf(db: Sql, brand: BrandId, ref: RequestRef): Promise<string | undefined> {
  const [row] = await db.rows<{ key: string | null }>`
    select detail ->> 'key' as key from request where brand_id = ${brand} and request_ref = ${ref}`
  return row?.key ?? undefined
}

function toTotals(row: Pick<RequestViewRow, 'scale' | 'total' | 'discount' | 'net_total'>): CheckoutTotals {
  return { scale: row.scale ?? 0, total: row.total ?? 0, discount: row.discount ?? 0, net: row.net_total ?? 0 }
}

interface PostingRow {
  request_ref: RequestRef
  value_type_id: number
  bucket: string
  amount: number
  held: number
  kind: LedgerKind
  issuance_index: number | null
  card_id: CardId
  expires_at: Instant | null
  active_at: Instant | null
  origin: Origin | null
}

export interface PostingOfCall extends PastPosting {
  readonly ref: RequestRef
}

/** The ledger rows of requests, in the order in which they were made. */
export async function listPostings(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<PostingOfCall[]> {
  const rows = await db.rows<PostingRow>`
    select request_ref, ledger.card_id, ledger.value_type_id, ledger.bucket, ledger.amount, ledger.held, kind, issuance_index,
      expires_at, active_at, origin
    from ledger
    left join lot on issuance_index is not null and lot.brand_id = ledger.brand_id and lot.card_id = ledger.card_id
      and lot.lot_no = ledger.lot_no
    where ledger.brand_id = ${brand} and request_ref = any(${refs}::uuid[])
    order by request_ref, line`
  return rows.map((row) => ({
    ref: row.request_ref,
    cardId: row.card_id,
    valueType: row.value_type_id,
    bucket: row.bucket,
    amount: row.amount,
    held: row.held,
    kind: row.kind,
    ...(row.issuance_index !== null && { issuanceIndex: row.issuance_index }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.active_at !== null && { activeAt: row.active_at }),
    ...(row.origin !== null && { origin: row.origin }),
  }))
}

/** The calls with an externalTransactionId, oldest first. */
export async function listRequestRefs(db: Sql, brand: BrandId, externalId: string): Promise<RequestRef[]> {
  const rows = await db.rows<{ request_ref: RequestRef }>`
    select request_ref
    from request
    where brand_id = ${brand} and hashtextextended(external_transaction_id, 0) = hashtextextended(${externalId}, 0)
      and external_transaction_id = ${externalId}
    order by request_ref
    limit 10000`
  return rows.map((row) => row.request_ref)
}
