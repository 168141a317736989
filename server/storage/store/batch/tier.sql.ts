import type { TierChange, TierMoveChange } from '../../../domain/decision/outcome.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
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
    values (${brand},
      unnest(${plainArray(rows.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${textArray(rows.map(({ program }) => program))}::text[]),
      unnest(${textArray(rows.map(({ to }) => to))}::text[]),
      unnest(${textArray(rows.map(({ state }) => state.level))}::text[]),
      unnest(${timeArray(rows.map(({ state }) => state.keptUntil))}::timestamptz[]),
      unnest(${textArray(rows.map(({ state }) => state.override?.level))}::text[]),
      unnest(${timeArray(rows.map(({ state }) => state.override?.until))}::timestamptz[]),
      unnest(${plainArray(rows.map(({ seq }) => seq))}::integer[]))
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
    values (${brand},
      unnest(${plainArray(rows.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${plainArray(rows.map(({ seq }) => seq))}::integer[]),
      unnest(${textArray(rows.map(({ program }) => program))}::text[]),
      unnest(${timeArray(rows.map(({ happenedAt }) => happenedAt))}::timestamptz[]),
      unnest(${textArray(rows.map(({ why }) => why))}::text[]),
      unnest(${textArray(rows.map(({ from }) => from))}::text[]),
      unnest(${textArray(rows.map(({ to }) => to))}::text[]),
      unnest(${textArray(rows.map(({ state }) => state.level))}::text[]),
      unnest(${timeArray(rows.map(({ state }) => state.keptUntil))}::timestamptz[]),
      unnest(${textArray(rows.map(({ state }) => state.override?.level))}::text[]),
      unnest(${timeArray(rows.map(({ state }) => state.override?.until))}::timestamptz[]),
      unnest(${textArray(rows.map(({ reason }) => reason))}::text[]),
      unnest(${timeArray(rows.map(({ judgedAt }) => judgedAt))}::timestamptz[]),
      unnest(${plainArray(rows.map(({ measured }) => measured))}::numeric[]),
      unnest(${plainArray(rows.map(({ enough }) => enough))}::numeric[]),
      unnest(${plainArray(rows.map(({ ref }) => ref))}::uuid[]))`
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
    values (${brand},
      unnest(${plainArray(rows.map(({ card }) => card))}::bigint[]),
      unnest(${plainArray(rows.map(({ by }) => by))}::uuid[]),
      unnest(${plainArray(rows.map(({ place }) => place))}::smallint[]),
      unnest(${textArray(rows.map(({ program }) => program))}::text[]),
      unnest(${textArray(rows.map(({ counted }) => counted))}::text[]),
      unnest(${textArray(rows.map(({ on }) => on))}::text[]),
      unnest(${textArray(rows.map(({ level }) => level))}::text[]),
      unnest(${timeArray(rows.map(({ at }) => at))}::timestamptz[]),
      unnest(${textArray(rows.map(({ ref }) => ref))}::text[]::uuid[]),
      unnest(${plainArray(rows.map(({ gave }) => gave))}::boolean[]),
      unnest(${textArray(rows.map(({ lostBy }) => lostBy))}::text[]::uuid[]))
    on conflict (brand_id, card_id, request_ref, place) do update
    set judged_at = excluded.judged_at, reason_ref = excluded.reason_ref, lost_by = excluded.lost_by`
}
