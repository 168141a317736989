import type { KeptLine, KeptMutation, ReturnedSoFar } from '../../domain/checkout/record.ts'
import { plainArray, textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { toTimestamp } from '../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { CardRow, LotRow } from '../../storage/store/batch/card.sql.ts'

export interface LedgerPlace {
  readonly ref: RequestRef
  readonly line: number
}

/** How a lot was changed by a page of the ledger, apart from the row that opened it. */
export interface LotChange {
  readonly last_ref: RequestRef
  readonly last_line: number
  /** Null in a page without changes. */
  readonly card_id: CardId | null
  readonly lot_no: number
  readonly hold_ref: RequestRef | null
  readonly amount: number
  readonly held: number
  readonly expired: number
}

/** One page of the ledger in sums, each with the place where the page ends. No rows: there is no more. */
export function sumLedgerPage(db: Sql, brand: BrandId, after: LedgerPlace, limit: number): Promise<LotChange[]> {
  return db.rows<LotChange>`
    with page as materialized (
      select request_ref, line, card_id, lot_no, hold_ref, amount, held, kind, issuance_index
      from ledger
      where brand_id = ${brand} and (request_ref, line) > (${after.ref}::uuid, ${after.line}::integer)
      order by request_ref, line
      limit ${limit}),
    last as (select request_ref, line from page order by request_ref desc, line desc limit 1)
    select last.request_ref as last_ref, last.line as last_line, card_id, lot_no, hold_ref,
      sum(amount)::bigint as amount, sum(held)::bigint as held,
      coalesce(sum(amount) filter (where kind = 'Expiration'), 0)::bigint as expired
    from last
    left join page on issuance_index is null
    group by last.request_ref, last.line, card_id, lot_no, hold_ref`
}

/** Cards by their ids, children with their roots. */
export function listCardRows(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<CardRow[]> {
  return db.rows<CardRow>`
    select card.card_id, card.card_number, card.card_set_id, card.custom_card_number, card.status, card.seq,
      card.lot_count, null as pin_sealed, null as pin_check, 0 as pin_failures, null as pin_locked_until,
      card.activated_at, null as expires_at, card.owning_location, card.drawn_as, root.card_id as root_id,
      root.card_number as root_number
    from card
    left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
    where card.brand_id = ${brand} and card.card_id = any(${plainArray(cards)}::bigint[])`
}

/** Lots by card and number, whether or not anything is left of them. */
export function listLots(
  db: Sql,
  brand: BrandId,
  wanted: readonly { readonly card: CardId; readonly lot: number }[],
): Promise<LotRow[]> {
  return db.rows<LotRow>`
    select lot.card_id, lot.lot_no, value_type_id, bucket, amount, held, return_related, expires_at, active_at,
      issued_at, expired, settled, stand_ins, from_card, from_lot
    from unnest(${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${plainArray(wanted.map(({ lot }) => lot))}::integer[]) as wanted (card_id, lot_no)
    join lot on lot.brand_id = ${brand} and lot.card_id = wanted.card_id and lot.lot_no = wanted.lot_no`
}

/**
 * Cards that were transferred before a call, of the families of these cards, and who got what they had. Who has it today
 * may be another card again.
 */
export function listTransfersBefore(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  before: RequestRef,
): Promise<{ card_id: CardId; receiver_id: CardId }[]> {
  return db.rows`
    with final as (
      select distinct coalesce(heir_id, wanted.card_id) as card_id
      from unnest(${plainArray(cards)}::bigint[]) as wanted (card_id)
      left join card_heir on card_heir.brand_id = ${brand} and card_heir.card_id = wanted.card_id)
    select card.card_id, coalesce(request.card_id, heir_id) as receiver_id
    from final
    join card_heir on card_heir.brand_id = ${brand} and heir_id = final.card_id
    join card on card.brand_id = ${brand} and card.card_id = card_heir.card_id
    left join request on request.brand_id = ${brand} and request.request_ref = transferred_by
    where coalesce(transferred_by < ${before}::uuid, true)`
}

export interface SaleRow {
  readonly request_ref: RequestRef
  readonly kind: 'sale' | 'return'
  readonly card_id: CardId
  readonly child_id: CardId | null
  readonly happened_at: Instant
  readonly location_id: string
  readonly currency: string
  readonly scale: number
  readonly total: number
  readonly discount: number
  readonly net_total: number
  readonly lines: readonly KeptLine[]
  readonly mutations: readonly KeptMutation[] | null
  readonly returned: ReturnedSoFar | null
  readonly was_voided: boolean
}

/** What cards had bought before a call: as it was then, but for what came back, of which the references tell when. */
export function listSalesBefore(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  { begin: before, keepsEarned }: { readonly begin: RequestRef; readonly keepsEarned: boolean },
): Promise<SaleRow[]> {
  return db.rows<SaleRow>`
    select checkout.request_ref, kind, checkout.card_id, checkout.child_id, checkout.happened_at, checkout.location_id,
      currency, scale, total, discount, net_total, content -> 'lines' as lines,
      case when ${keepsEarned} then content -> 'mutations' end as mutations, returned,
      is_voided and voided_by < ${before}::uuid as was_voided
    from checkout
    left join request on is_voided and request.brand_id = ${brand} and request.request_ref = checkout.request_ref
    where checkout.brand_id = ${brand} and checkout.card_id = any(${plainArray(cards)}::bigint[])
      and checkout.request_ref < ${before}::uuid and (kind = 'sale' or kind = 'return' and of_ref is null)
    order by checkout.happened_at`
}

export interface PastFiringRow {
  readonly rule_id: string
  readonly request_ref: RequestRef
  readonly card_id: CardId
  readonly child_id: CardId | null
  readonly happened_at: Instant
  readonly until: Instant | null
}

export function listFiringsBefore(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  before: RequestRef,
): Promise<PastFiringRow[]> {
  return db.rows<PastFiringRow>`
    select rule_id, request_ref, card_id, child_id, happened_at, until
    from rule_firing
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and request_ref < ${before}::uuid`
}

export interface PastEventRow {
  readonly request_ref: RequestRef
  readonly card_id: CardId
  readonly event_type: string
  readonly category_id: string
  readonly happened_at: Instant
}

export function listEventsBefore(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  before: RequestRef,
): Promise<PastEventRow[]> {
  return db.rows<PastEventRow>`
    select request_ref, card_id, event_type, category_id, happened_at
    from event
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and request_ref < ${before}::uuid`
}

/** Which uses of offers came later. */
export function countOfferUsesSince(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  since: RequestRef,
): Promise<{ card_id: CardId; offer_no: number; uses: number }[]> {
  return db.rows`
    select card_id, offer_no, count(*)::integer as uses
    from offer_use
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and request_ref >= ${since}::uuid
    group by card_id, offer_no`
}

export interface SegmentChangeRow {
  readonly segment_id: string
  readonly card_id: CardId
  readonly change: 'enter' | 'leave'
  readonly happened_at: Instant
}

/** All changes of segments since an instant, as far as they are kept. The table is small, and has no index by card. */
export function listSegmentChanges(db: Sql, brand: BrandId, since: Instant): Promise<SegmentChangeRow[]> {
  return db.rows<SegmentChangeRow>`
    select segment_id, card_id, change, happened_at
    from segment_change
    where brand_id = ${brand} and happened_at >= ${toTimestamp(since)}
    order by seq`
}

export function listCodeUsesBefore(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  before: RequestRef,
): Promise<{ card_id: CardId; code: string; until: Instant | null; request_ref: RequestRef }[]> {
  return db.rows`
    select card_id, code, until, request_ref
    from code_use
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and request_ref < ${before}::uuid`
}

/** How often codes had been used before a call. */
export function countCodesBefore(
  db: Sql,
  brand: BrandId,
  codes: readonly string[],
  before: RequestRef,
): Promise<{ code: string; used: number }[]> {
  return db.rows`
    select code, count(*)::integer as used
    from code_use
    where brand_id = ${brand} and code = any(${textArray(codes)}::text[]) and request_ref < ${before}::uuid
      and until is null
    group by code`
}

export interface SharedCount {
  readonly rule: string
  readonly location?: string | undefined
  readonly terminal?: string | undefined
  readonly employee?: string | undefined
  readonly code?: string | undefined
  readonly customer?: CardId | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly device?: string | undefined
  readonly since?: Instant | undefined
  readonly before: RequestRef
}

/** How often a rule had fired before a call, for whichever card. */
export async function countSharedBefore(db: Sql, brand: BrandId, wanted: SharedCount): Promise<number> {
  const { rule, location = null, terminal = null, employee = null, code = null, since, before } = wanted
  const { customer = null, email = null, phone = null, device = null } = wanted
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count
    from rule_firing
    where brand_id = ${brand} and rule_id = ${rule} and request_ref < ${before}::uuid and until is null
      and (${location}::text is null or location_id = ${location}) and (${code}::text is null or code = ${code})
      and (${terminal}::text is null or terminal_id = ${terminal})
      and (${employee}::text is null or employee_id = ${employee})
      and (${customer}::bigint is null or customer_id = ${customer} or customer_id = any(array(
        select card_id from card_heir where brand_id = ${brand} and heir_id = ${customer})))
      and (${email}::text is null or email_mark = ${email}) and (${phone}::text is null or phone_mark = ${phone})
      and (${device}::text is null or device_mark = ${device})
      and happened_at >= coalesce(${toTimestamp(since)}::timestamptz, '-infinity')`
  return row?.count ?? 0
}

/** What was spent of a budget before a call, and when each part of it ends to count. */
export function listBudgetUsesBefore(
  db: Sql,
  brand: BrandId,
  budget: { readonly counter: string; readonly period: string },
  before: RequestRef,
): Promise<{ amount: number; frees_at: Instant | null }[]> {
  return db.rows`
    select sum(amount)::bigint as amount, frees_at
    from budget_use
    where brand_id = ${brand} and counter = ${budget.counter} and period = ${budget.period}
      and request_ref < ${before}::uuid
    group by frees_at`
}

/** The coupons of a set that nobody had before a call. */
export async function countStock(db: Sql, brand: BrandId, set: string, since: RequestRef): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count
    from coupon
    where brand_id = ${brand} and coupon_set_id = ${set}
      and (allocated_by is null or allocated_by >= ${since}::uuid)`
  return row?.count ?? 0
}

/** The operations of the calls that allocated coupons. */
export function listAllocators(
  db: Sql,
  brand: BrandId,
  refs: readonly RequestRef[],
): Promise<{ request_ref: RequestRef; call_type: string }[]> {
  return db.rows`
    select request_ref, call_type
    from request
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}

/** How many lots cards had had before an instant: they are counted without gaps. */
export function countLotsBefore(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  before: Instant,
): Promise<{ card_id: CardId; count: number }[]> {
  return db.rows`
    select card_id, max(lot_no) as count
    from lot
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and issued_at < ${toTimestamp(before)}
    group by card_id`
}

export interface EarnedRow {
  readonly card_id: CardId
  readonly request_ref: RequestRef
  readonly happened_at: Instant
  readonly value_type_id: number
  readonly amount: number
  /** Whether the call was the card's own. */
  readonly is_own: boolean
}

/** What cards had been issued before a call, as far as it counts towards levels and was not voided by then. */
export function listEarnedBefore(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  before: RequestRef,
): Promise<EarnedRow[]> {
  return db.rows<EarnedRow>`
    with call as (
      select request.card_id as holder_id, request_ref, happened_at, true as is_own, request.card_id, request.child_id
      from request
      where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and card_seq is not null
        and request_ref < ${before}::uuid and coalesce(voided_by >= ${before}::uuid, true)
      union all
      select elsewhere.card_id, elsewhere.request_ref, happened_at, false,
        coalesce(elsewhere.child_id, elsewhere.card_id), null
      from call_elsewhere as elsewhere
      join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref
      where elsewhere.brand_id = ${brand} and elsewhere.card_id = any(${plainArray(cards)}::bigint[])
        and elsewhere.request_ref < ${before}::uuid and coalesce(voided_by >= ${before}::uuid, true))
    select holder_id as card_id, call.request_ref, happened_at, ledger.value_type_id, ledger.amount, is_own
    from call
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = call.request_ref
      and (ledger.card_id = call.card_id or ledger.card_id = call.child_id)
    join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
    where issuance_index is not null and ledger.amount > 0 and kind in ('Campaign', 'UpdateBalance')
      and not return_related and coalesce(ledger.origin ->> 'trigger', '') <> 'tier'`
}
