import type { CountedTime } from '../../../domain/campaign/tier/measure.ts'
import { instantArray, plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface CardTierRow {
  readonly card_id: CardId
  readonly program_id: string
  readonly shown_level: string | null
  readonly level_id: string | null
  readonly kept_until: Instant | null
  readonly override_level: string | null
  readonly override_until: Instant | null
  readonly changes: number
}

export function listCardTiers(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<CardTierRow[]> {
  return db.rows<CardTierRow>`
    select card_id, program_id, shown_level, level_id, kept_until, override_level, override_until, changes
    from card_tier
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

/** What counts for a root card in a time. */
export interface TierSumWanted extends CountedTime {
  readonly card: CardId
}

export interface TierSumRow {
  /** Which of the wanted it answers, from 1. */
  readonly place: number
  readonly currency: string
  readonly scale: number
  readonly checkouts: number
  /** Minor units, as text. */
  readonly amount: string
  /** When the first of it happened. */
  readonly oldest: Instant | null
}

/** Sales less returns, the same way as `sumSales` counts them, but up to an instant. */
export function sumTierSales(db: Sql, brand: BrandId, wanted: readonly TierSumWanted[]): Promise<TierSumRow[]> {
  return db.rows<TierSumRow>`
    select place, currency, scale, count(*) filter (where kind = 'sale') as checkouts,
      sum(net_total - returned_total)::text as amount, min(happened_at) as oldest
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[],
      ${instantArray(wanted.map(({ until }) => until))}::bigint[])
      with ordinality as wanted (card_id, since, until, place)
    cross join lateral (
      select wanted.card_id
      union all
      select card_heir.card_id from card_heir where card_heir.brand_id = ${brand} and heir_id = wanted.card_id
      ) as holder (card_id)
    -- One look at the index for each card: whatever the statistics say, never a look at all checkouts.
    cross join lateral (
      select currency, scale, kind, net_total, returned_total, happened_at from checkout
      where checkout.brand_id = ${brand} and checkout.card_id = holder.card_id
        and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
        and happened_at <= to_timestamp(wanted.until::float8 / 1000)
        and not is_voided and (kind = 'sale' and not fully_returned or kind = 'return' and of_ref is null)
      offset 0) as counted
    group by place, currency, scale`
}

/**
 * What was issued of a value type, in whichever program, by calls that were not voided; less what returns took back of
 * it, at the time of the sale. What is return-related or was given for a level does not count.
 */
export function sumEarned(
  db: Sql,
  brand: BrandId,
  wanted: readonly TierSumWanted[],
  { balanceType, balanceCode = '' }: { readonly balanceType: string; readonly balanceCode?: string | undefined },
): Promise<TierSumRow[]> {
  return db.rows<TierSumRow>`
    with type as (
      select value_type_id, scale from value_type
      where brand_id = ${brand} and balance_type = ${balanceType} and balance_code = ${balanceCode}),
    holder as (
      select place, since, until, holder.card_id
      from unnest(
        ${plainArray(wanted.map(({ card }) => card))}::bigint[],
        ${instantArray(wanted.map(({ since }) => since))}::bigint[],
        ${instantArray(wanted.map(({ until }) => until))}::bigint[])
        with ordinality as wanted (card_id, since, until, place)
      cross join lateral (
        select wanted.card_id union all
        select card_heir.card_id from card_heir where card_heir.brand_id = ${brand} and heir_id = wanted.card_id
        ) as holder (card_id)),
    call as (
      select place, request_ref, happened_at, request.card_id, request.child_id from holder
      join request on request.brand_id = ${brand} and request.card_id = holder.card_id and card_seq is not null
        and happened_at >= coalesce(to_timestamp(since::float8 / 1000), '-infinity')
        and happened_at <= to_timestamp(until::float8 / 1000) and voided_by is null
      union all
      select place, elsewhere.request_ref, happened_at, coalesce(elsewhere.child_id, elsewhere.card_id), null from holder
      join call_elsewhere as elsewhere on elsewhere.brand_id = ${brand} and elsewhere.card_id = holder.card_id
      join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref
        and happened_at >= coalesce(to_timestamp(since::float8 / 1000), '-infinity')
        and happened_at <= to_timestamp(until::float8 / 1000) and voided_by is null),
    earned as (
      select place, scale, ledger.amount, call.happened_at from call
      join ledger on ledger.brand_id = ${brand} and ledger.request_ref = call.request_ref
        and (ledger.card_id = call.card_id or ledger.card_id = call.child_id)
      join type using (value_type_id)
      join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
      where issuance_index is not null and ledger.amount > 0 and kind in ('Campaign', 'UpdateBalance')
        and not return_related and coalesce(ledger.origin ->> 'trigger', '') <> 'tier'
      union all
      select place, type.scale, -(back.amount), checkout.happened_at from holder
      join checkout on checkout.brand_id = ${brand} and checkout.card_id = holder.card_id and checkout.kind = 'sale'
        and checkout.happened_at >= coalesce(to_timestamp(since::float8 / 1000), '-infinity')
        and checkout.happened_at <= to_timestamp(until::float8 / 1000) and not is_voided and returned is not null
      cross join lateral (
        select (mutation ->> 'valueType')::integer as value_type_id,
          (one -> 'takenBack' ->> (mutation_place - 1)::integer)::numeric as amount
        from json_array_elements(content -> 'mutations') with ordinality as made (mutation, mutation_place)
        cross join json_array_elements(returned -> 'returns') as one
        where mutation ->> 'kind' = 'issue' and mutation ->> 'holder' <> 'referrer'
          and mutation ->> 'returnRelated' is null and coalesce(mutation -> 'origin' ->> 'trigger', '') <> 'tier') as back
      join type using (value_type_id)
      where back.amount > 0)
    select place, '' as currency, scale, 0 as checkouts, sum(amount)::text as amount, min(happened_at) as oldest
    from earned
    group by place, scale`
}
