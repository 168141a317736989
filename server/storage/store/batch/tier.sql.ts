import type { TierChange, TierMoveChange } from '../../../domain/decision/outcome.ts'
import { instantArray, plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface TierRow extends TierChange {
  readonly ref: RequestRef
  readonly happenedAt: Instant
}

/** A batch may change a card's level twice; a statement may write its row once. */
export function lastOfEach(rows: readonly TierRow[]): TierRow[] {
  return [...new Map(rows.map((row) => [row.cardId, row])).values()]
}

export function upsertCardTiers(db: Sql, brand: BrandId, rows: readonly TierRow[]): Promise<unknown> {
  return db.rows`
    insert into card_tier (brand_id, card_id, program_id, shown_level, level_id, kept_until, override_level,
      override_until, changes)
    select owner.brand_id, card_id, program_id, shown_level, level_id, to_timestamp(kept_until::float8 / 1000),
      override_level, to_timestamp(override_until::float8 / 1000), changes
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(rows.map(({ cardId }) => cardId))}::bigint[],
      ${textArray(rows.map(({ program }) => program))}::text[],
      ${textArray(rows.map(({ to }) => to))}::text[],
      ${textArray(rows.map(({ state }) => state.level))}::text[],
      ${instantArray(rows.map(({ state }) => state.keptUntil))}::bigint[],
      ${textArray(rows.map(({ state }) => state.override?.level))}::text[],
      ${instantArray(rows.map(({ state }) => state.override?.until))}::bigint[],
      ${plainArray(rows.map(({ seq }) => seq))}::integer[])
      as made (card_id, program_id, shown_level, level_id, kept_until, override_level, override_until, changes)
    on conflict (brand_id, card_id) do update
    set program_id = excluded.program_id, shown_level = excluded.shown_level, level_id = excluded.level_id,
      kept_until = excluded.kept_until, override_level = excluded.override_level,
      override_until = excluded.override_until, changes = excluded.changes`
}

export function insertTierChanges(db: Sql, brand: BrandId, rows: readonly TierRow[]): Promise<unknown> {
  return db.rows`
    insert into tier_change (brand_id, card_id, seq, program_id, happened_at, why, from_level, to_level, level_id,
      kept_until, override_level, override_until, override_reason, judged_at, measured, enough,
      request_ref)
    select owner.brand_id, card_id, seq, program_id, to_timestamp(happened_at::float8 / 1000), why, from_level, to_level,
      level_id, to_timestamp(kept_until::float8 / 1000), override_level, to_timestamp(override_until::float8 / 1000),
      override_reason, to_timestamp(judged_at::float8 / 1000), measured, enough, request_ref
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(rows.map(({ cardId }) => cardId))}::bigint[],
      ${plainArray(rows.map(({ seq }) => seq))}::integer[],
      ${textArray(rows.map(({ program }) => program))}::text[],
      ${instantArray(rows.map(({ happenedAt }) => happenedAt))}::bigint[],
      ${textArray(rows.map(({ why }) => why))}::text[],
      ${textArray(rows.map(({ from }) => from))}::text[],
      ${textArray(rows.map(({ to }) => to))}::text[],
      ${textArray(rows.map(({ state }) => state.level))}::text[],
      ${instantArray(rows.map(({ state }) => state.keptUntil))}::bigint[],
      ${textArray(rows.map(({ state }) => state.override?.level))}::text[],
      ${instantArray(rows.map(({ state }) => state.override?.until))}::bigint[],
      ${textArray(rows.map(({ reason }) => reason))}::text[],
      ${instantArray(rows.map(({ judgedAt }) => judgedAt))}::bigint[],
      ${plainArray(rows.map(({ measured }) => measured))}::numeric[],
      ${plainArray(rows.map(({ enough }) => enough))}::numeric[],
      ${plainArray(rows.map(({ ref }) => ref))}::uuid[])
      as made (card_id, seq, program_id, happened_at, why, from_level, to_level, level_id, kept_until, override_level,
        override_until, override_reason, judged_at, measured, enough, request_ref)`
}

/** A batch may change a move twice; a statement may write its row once. */
export function lastMoves(rows: readonly TierMoveChange[]): TierMoveChange[] {
  return [...new Map(rows.map((row) => [`${row.card} ${row.by} ${row.place}`, row])).values()]
}

/** Moves as they are booked, and earlier ones as they become. */
export function upsertTierMoves(db: Sql, brand: BrandId, rows: readonly TierMoveChange[]): Promise<unknown> {
  return db.rows`
    insert into tier_move (brand_id, card_id, request_ref, place, program_id, counted, move, level_id, judged_at,
      reason_ref, gave, lost_by)
    select owner.brand_id, card_id, request_ref, place, program_id, counted, move, level_id,
      to_timestamp(judged_at::float8 / 1000), reason_ref, gave, lost_by
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(rows.map(({ card }) => card))}::bigint[],
      ${plainArray(rows.map(({ by }) => by))}::uuid[],
      ${plainArray(rows.map(({ place }) => place))}::smallint[],
      ${textArray(rows.map(({ program }) => program))}::text[],
      ${textArray(rows.map(({ counted }) => counted))}::text[],
      ${textArray(rows.map(({ on }) => on))}::text[],
      ${textArray(rows.map(({ level }) => level))}::text[],
      ${instantArray(rows.map(({ at }) => at))}::bigint[],
      ${textArray(rows.map(({ ref }) => ref))}::text[]::uuid[],
      ${plainArray(rows.map(({ gave }) => gave))}::boolean[],
      ${textArray(rows.map(({ lostBy }) => lostBy))}::text[]::uuid[])
      as made (card_id, request_ref, place, program_id, counted, move, level_id, judged_at, reason_ref, gave,
        lost_by)
    on conflict (brand_id, card_id, request_ref, place) do update
    set judged_at = excluded.judged_at, reason_ref = excluded.reason_ref, lost_by = excluded.lost_by`
}
