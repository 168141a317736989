import assert from 'node:assert/strict'
import type { Brand } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { runFragment, sql } from '../../ground/database/fragment.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { instant } from './card-facts.sql.ts'
import type { CardRange } from './frame.ts'
import { type Segment, wantedCards } from './segment-query.sql.ts'

export interface Refreshing {
  readonly brand: Brand
  readonly segment: Segment
  readonly now: Instant
  /** The changes that rules wait for: only these are stored. */
  readonly listens: { readonly enter: boolean; readonly leave: boolean }
  /** Whether to return the cards that entered or left, too. */
  readonly listsCards: boolean
}

export interface RefreshedSlice {
  readonly entered: number
  readonly left_it: number
  /** Null if they were not asked for, or if there are none. */
  readonly entered_cards: readonly CardId[] | null
  readonly left_cards: readonly CardId[] | null
}

/** Computes which cards of a slice are in a segment, and stores only the differences, in one statement. */
export async function refreshSlice(
  db: Sql,
  { brand, segment, now, listens, listsCards }: Refreshing,
  range: CardRange,
): Promise<RefreshedSlice> {
  const ofSegment = sql`brand_id = ${brand.id}::text and segment_id = ${segment.id}::text`
  const ofSlice = sql`${ofSegment} and card_id > ${range.after}::bigint and card_id <= ${range.upto}::bigint`
  const [row] = await runFragment<RefreshedSlice>(
    db,
    sql`with ${wantedCards(brand, segment, range, now)},
    present as materialized (select card_id from segment_member where ${ofSlice}),
    entered as (
      insert into segment_member (brand_id, segment_id, card_id)
      select ${brand.id}::text, ${segment.id}::text, card_id from (select card_id from wanted except select card_id from present) as fresh
      on conflict do nothing
      returning card_id),
    gone as (
      delete from segment_member
      where ${ofSlice} and card_id in (select card_id from present except select card_id from wanted)
      returning card_id),
    noted as (
      insert into segment_change (brand_id, segment_id, card_id, change, happened_at)
      select ${brand.id}::text, ${segment.id}::text, card_id, change, ${instant(now)}
      from (
        select card_id, 'enter' as change from entered where ${listens.enter}::boolean
        union all
        select card_id, 'leave' from gone where ${listens.leave}::boolean) as changed)
    select (select count(*) from entered) as entered, (select count(*) from gone) as left_it,
      (select array_agg(card_id order by card_id) from entered where ${listsCards}::boolean) as entered_cards,
      (select array_agg(card_id order by card_id) from gone where ${listsCards}::boolean) as left_cards`,
  )
  assert(row, 'a count is one row')
  return row
}

/** The cards of a slice that belong in a segment, whatever the table of members says. */
export async function listWanted(
  db: Sql,
  { brand, segment, now }: Pick<Refreshing, 'brand' | 'segment' | 'now'>,
  range: CardRange,
): Promise<CardId[]> {
  const query = sql`with ${wantedCards(brand, segment, range, now)} select card_id from wanted order by card_id`
  const rows = await runFragment<{ card_id: CardId }>(db, query)
  return rows.map((row) => row.card_id)
}
