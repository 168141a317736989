import type { TierWhy } from '../../../domain/decision/outcome.ts'
import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface HolderRow {
  readonly card_id: CardId
}

/** The card itself and those whose heir it is. */
export function listHolders(db: Sql, brand: BrandId, card: CardId): Promise<HolderRow[]> {
  return db.rows<HolderRow>`
    select ${card}::bigint as card_id
    union all
    select card_id from card_heir where brand_id = ${brand} and heir_id = ${card}`
}

export interface StandingCallRow {
  readonly request_ref: RequestRef
  readonly card_id: CardId
  readonly happened_at: Instant
  readonly card_seq: number
  readonly is_own: boolean
  readonly currency: string
  readonly scale: number
  readonly checkouts: number
  /** Minor units, as text. */
  readonly amount: string
}

/** The newest sales less returns, each by itself, the same ones as `sumTierSales` adds up. */
export function listStandingSales(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  limit: number,
): Promise<StandingCallRow[]> {
  return db.rows<StandingCallRow>`
    select sale.request_ref, sale.card_id, sale.happened_at, coalesce(card_seq, 0) as card_seq, true as is_own, currency,
      scale, case when kind = 'sale' then 1 else 0 end as checkouts, (net_total - returned_total)::text as amount
    from checkout as sale
    join request on request.brand_id = ${brand} and request.request_ref = sale.request_ref
    where sale.brand_id = ${brand} and sale.card_id = any(${plainArray(cards)}::bigint[])
      and not is_voided and (kind = 'sale' and not fully_returned or kind = 'return' and of_ref is null)
    order by sale.happened_at desc, card_seq desc
    limit ${limit}`
}

/** The newest calls that issued a value type, each less what returns took back of it: as `sumEarned` adds up. */
export function listStandingEarnings(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  {
    balanceType = '',
    balanceCode = '',
    limit,
  }: { readonly balanceType?: string; readonly balanceCode?: string; readonly limit: number },
): Promise<StandingCallRow[]> {
  return db.rows<StandingCallRow>`
    with type as (
      select value_type_id, scale from value_type
      where brand_id = ${brand} and balance_type = ${balanceType} and balance_code = ${balanceCode}),
    call as (
      select request_ref, card_id as holder_id, happened_at, card_seq, true as is_own, card_id, child_id
      from request
      where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and card_seq is not null
        and voided_by is null
      union all
      select elsewhere.request_ref, elsewhere.card_id, happened_at, elsewhere.card_seq, false,
        coalesce(elsewhere.child_id, elsewhere.card_id), null
      from call_elsewhere as elsewhere
      join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref and voided_by is null
      where elsewhere.brand_id = ${brand} and elsewhere.card_id = any(${plainArray(cards)}::bigint[])),
    earned as (
      select call.request_ref, holder_id, happened_at, card_seq, is_own, scale, ledger.amount::numeric as amount
      from call
      join ledger on ledger.brand_id = ${brand} and ledger.request_ref = call.request_ref
        and (ledger.card_id = call.card_id or ledger.card_id = call.child_id)
      join type using (value_type_id)
      join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
      where issuance_index is not null and ledger.amount > 0 and kind in ('Campaign', 'UpdateBalance')
        and not return_related and coalesce(ledger.origin ->> 'trigger', '') <> 'tier'
      union all
      select call.request_ref, holder_id, call.happened_at, card_seq, is_own, type.scale, -back.amount
      from call
      join checkout on checkout.brand_id = ${brand} and checkout.request_ref = call.request_ref
        and checkout.kind = 'sale' and checkout.card_id = holder_id and not is_voided and returned is not null
      cross join lateral (
        select (mutation ->> 'valueType')::integer as value_type_id,
          (one -> 'takenBack' ->> (mutation_place - 1)::integer)::numeric as amount
        from json_array_elements(content -> 'mutations') with ordinality as made (mutation, mutation_place)
        cross join json_array_elements(returned -> 'returns') as one
        where mutation ->> 'kind' = 'issue' and mutation ->> 'holder' <> 'referrer'
          and mutation ->> 'returnRelated' is null and coalesce(mutation -> 'origin' ->> 'trigger', '') <> 'tier') as back
      join type using (value_type_id)
      where is_own and back.amount > 0)
    select request_ref, holder_id as card_id, happened_at, card_seq, is_own, '' as currency, scale, 0 as checkouts,
      sum(amount)::text as amount
    from earned
    group by request_ref, holder_id, happened_at, card_seq, is_own, scale
    having sum(amount) <> 0
    order by happened_at desc, card_seq desc
    limit ${limit}`
}

export interface TierChangeRow {
  readonly card_id: CardId
  readonly seq: number
  readonly program_id: string
  readonly happened_at: Instant
  readonly request_ref: RequestRef
  readonly why: TierWhy
  readonly from_level: string | null
  readonly to_level: string | null
  readonly level_id: string | null
  readonly kept_until: Instant | null
  readonly override_level: string | null
  readonly override_until: Instant | null
  readonly judged_at: Instant
  /** Millionths, as text. Null in rows from before moves were booked. */
  readonly enough: string | null
  readonly measured: string
}

/** The newest changes of levels, or all of them, the newest first. */
export function listTierChanges(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  limit: number | null = null,
): Promise<TierChangeRow[]> {
  return db.rows<TierChangeRow>`
    select card_id, seq, program_id, happened_at, request_ref, why, from_level, to_level, level_id, kept_until,
      override_level, override_until, judged_at, trunc(enough * 1000000)::text as enough, trunc(measured * 1000000)::text as measured
    from tier_change
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    order by happened_at desc, seq desc
    limit ${limit}::bigint`
}

export interface TierMoveRow {
  readonly card_id: CardId
  readonly request_ref: RequestRef
  readonly place: number
  readonly program_id: string
  readonly counted: string
  readonly move: 'up' | 'down' | 'keep'
  readonly level_id: string
  readonly judged_at: Instant
  readonly reason_ref: RequestRef | null
  readonly gave: boolean
  readonly lost_by: RequestRef | null
}

/** The newest moves that were booked, or all of them, whatever was counted then, the oldest first. */
export function listTierMoves(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  limit: number | null = null,
): Promise<TierMoveRow[]> {
  return db.rows<TierMoveRow>`
    select card_id, request_ref, place, program_id, counted, move, level_id, judged_at, reason_ref, gave, lost_by
    from (
      select card_id, request_ref, place, program_id, counted, move, level_id, judged_at, reason_ref, gave, lost_by
      from tier_move
      where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
      order by judged_at desc, request_ref desc
      limit ${limit}::bigint) as newest
    order by judged_at, request_ref, place`
}

/** Those of these calls in which rules of trigger tier gave something. */
export async function listGivingCalls(
  db: Sql,
  brand: BrandId,
  refs: readonly RequestRef[],
): Promise<ReadonlySet<RequestRef>> {
  const rows = await db.rows<{ readonly request_ref: RequestRef }>`
    select request_ref from request
    where brand_id = ${brand} and request_ref = any(${refs}::uuid[]) and detail -> 'effects' -> 'tier' is not null`
  return new Set(rows.map(({ request_ref }) => request_ref))
}

export interface TransferRow {
  readonly request_ref: RequestRef
  readonly from_id: CardId
  readonly to_id: CardId
  readonly happened_at: Instant
}

/** The calls that transferred cards into one of these. */
export function listTransfersInto(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<TransferRow[]> {
  return db.rows<TransferRow>`
    select request_ref, (detail -> 'transfer' ->> 'from')::bigint as from_id, card_id as to_id, happened_at
    from request
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and card_seq is not null
      and detail -> 'transfer' ->> 'action' = 'in' and voided_by is null`
}
