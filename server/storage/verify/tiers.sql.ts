import type { TierTally } from '../../domain/card/card.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Check, CheckFinding } from './check.ts'

export interface TalliedRow {
  readonly card_id: CardId
  readonly tally: TierTally
  readonly now: Instant
}

/** The cards whose tally is of their last call, by id. */
export function listTallied(db: Sql, brand: BrandId, after: CardId, limit: number): Promise<TalliedRow[]> {
  return db.rows<TalliedRow>`
    select card_id, tier_tally as tally, clock_timestamp() as now
    from card
    where brand_id = ${brand} and card_id > ${after} and (tier_tally ->> 'seq')::integer = seq
    order by card_id
    limit ${limit}`
}

export interface LevelCardRow {
  readonly card_id: CardId
  readonly program_id: string
  /** Of a level that is kept at present. */
  readonly level_id: string | null
  readonly now: Instant
}

/** The cards with levels, or of which levels were rewarded, by id. Those that were transferred have none. */
export function listLevelCards(db: Sql, brand: BrandId, after: CardId, limit: number): Promise<LevelCardRow[]> {
  return db.rows<LevelCardRow>`
    select booked.card_id, coalesce(card_tier.program_id, booked.program_id) as program_id,
      case when kept_until > clock_timestamp() or kept_until is null then level_id end as level_id,
      clock_timestamp() as now
    from (
      select card_id, min(program_id) as program_id
      from (
        select card_id, program_id from card_tier where brand_id = ${brand} and card_id > ${after}
        union all
        select card_id, program_id from tier_move where brand_id = ${brand} and card_id > ${after} and lost_by is null)
        as known
      where not exists (select from card_heir where brand_id = ${brand} and card_heir.card_id = known.card_id)
      group by card_id) as booked
    left join card_tier on card_tier.brand_id = ${brand} and card_tier.card_id = booked.card_id
    order by booked.card_id
    limit ${limit}`
}

/** The promises about levels. */
export const tierChecks: readonly Check[] = [
  {
    name: "each card's level is the one of its last change",
    find: (db, brand) => db.rows<CheckFinding>`
      with last as (
        select distinct on (card_id) card_id, seq, program_id, to_level, level_id, kept_until, override_level, override_until
        from tier_change
        where brand_id = ${brand}
        order by card_id, seq desc)
      select 'card id ' || card_id as subject,
        concat_ws(' ', 'change', last.seq, coalesce(last.to_level, 'none'), last.kept_until) as expected,
        concat_ws(' ', 'change', stored.changes, coalesce(stored.shown_level, 'none'), stored.kept_until) as found
      from last
      full join (select * from card_tier where brand_id = ${brand}) as stored using (card_id)
      where (last.seq, last.program_id, last.to_level, last.level_id, last.kept_until, last.override_level,
          last.override_until)
        is distinct from (stored.changes, stored.program_id, stored.shown_level, stored.level_id, stored.kept_until,
          stored.override_level, stored.override_until)
      limit 1000`,
  },
  {
    name: 'each change of a level follows the one before it, by a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card id ' || chained.card_id || ' change ' || seq as subject,
        concat_ws(' ', 'change', place, 'from', coalesce(before, 'none')) as expected,
        concat_ws(' ', 'change', seq, 'from', coalesce(from_level, 'none'),
          case when request.request_ref is null then 'by no call' end) as found
      from (
        select card_id, seq, from_level, request_ref, row_number() over chain as place, lag(to_level) over chain as before
        from tier_change
        where brand_id = ${brand}
        window chain as (partition by card_id order by seq)) as chained
      left join request on request.brand_id = ${brand} and request.request_ref = chained.request_ref
        and error_code is null
      where seq <> place or before is distinct from from_level or request.request_ref is null
      limit 1000`,
  },
  {
    name: 'what was given for each level stands, or was taken back but for what had expired or was missing',
    find: (db, brand) => db.rows<CheckFinding>`
      with gain as (
        select card_id, request_ref, place, lost_by from tier_move where brand_id = ${brand} and gave),
      part as (
        select gain.request_ref, gain.place, value_type_id, ledger.amount, true as is_given
        from gain
        join ledger on ledger.brand_id = ${brand} and ledger.request_ref = gain.request_ref
          and origin ->> 'trigger' = 'tier' and origin ->> 'of' is null
          and coalesce((origin ->> 'place')::integer, 0) = gain.place
        union all
        select (origin ->> 'of')::uuid, coalesce((origin ->> 'place')::integer, 0), value_type_id, amount, false
        from ledger
        where brand_id = ${brand} and origin ->> 'of' is not null
        union all
        select gain.request_ref, gain.place, (one ->> 'valueType')::integer, -(one ->> 'amount')::bigint, false
        from gain
        join request on request.brand_id = ${brand} and request.request_ref = gain.lost_by
        cross join lateral jsonb_array_elements(coalesce(detail -> 'tierParts', '[]')) as taken
        cross join lateral jsonb_array_elements(
          coalesce(taken -> 'expired', '[]') || coalesce(taken -> 'shortfalls', '[]')) as missing (one)
        where taken ->> 'of' = gain.request_ref::text and (taken ->> 'place')::integer = gain.place
          and (taken ->> 'isBack') is null and (one ->> 'amount')::bigint > 0)
      select 'request ' || gain.request_ref || ' level ' || gain.place || ' ' || balance_type || ' ' || balance_code as subject,
        case when lost_by is null then 'all of it' else 'nothing' end as expected,
        sum(amount * 10::numeric ^ -scale)::text || ' of '
          || sum(amount * 10::numeric ^ -scale) filter (where is_given) as found
      from gain
      join part on part.request_ref = gain.request_ref and part.place = gain.place
      join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = part.value_type_id
      group by gain.card_id, gain.request_ref, gain.place, lost_by, balance_type, balance_code
      having sum(amount * 10::numeric ^ -scale) <> case when lost_by is null
          then coalesce(sum(amount * 10::numeric ^ -scale) filter (where is_given), 0) else 0 end
        and coalesce(sum(amount) filter (where is_given), 0) >= 0
      limit 1000`,
  },
]
