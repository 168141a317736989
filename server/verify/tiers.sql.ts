import type { TierTally } from '../card/card.ts'
import type { Sql } from '../database/connection.ts'
import type { BrandId, CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
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
]
