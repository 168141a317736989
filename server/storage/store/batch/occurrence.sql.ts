import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Records that a rule was considered for a card in one occurrence. */
export interface OccurrenceRow {
  /** campaignId/ruleId */
  readonly rule: string
  readonly occurrence: string
  readonly cardId: CardId
  readonly consideredAt: Instant
}

/** Fails if a row already exists: the caller has checked under the lock of the card. */
export function insertOccurrences(db: Sql, brand: BrandId, rows: readonly OccurrenceRow[]): Promise<unknown> {
  return db.rows`
    insert into date_firing (brand_id, rule_id, occurrence, card_id, considered_at)
    values (${brand},
      unnest(${textArray(rows.map(({ rule }) => rule))}::text[]),
      unnest(${textArray(rows.map(({ occurrence }) => occurrence))}::text[]),
      unnest(${plainArray(rows.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${timeArray(rows.map(({ consideredAt }) => consideredAt))}::timestamptz[]))`
}

/** Which occurrences were considered, for the cards or those whose heirs they are, in the order of the questions. */
export async function findOccurrences(
  db: Sql,
  brand: BrandId,
  wanted: readonly Omit<OccurrenceRow, 'consideredAt'>[],
): Promise<boolean[]> {
  const rows = await db.rows<{ is_there: boolean }>`
    select exists (
      select from date_firing
      where date_firing.brand_id = ${brand} and date_firing.rule_id = wanted.rule_id
        and date_firing.occurrence = wanted.occurrence
        and (date_firing.card_id = wanted.card_id or date_firing.card_id = any(array(
          select card_id from card_heir where brand_id = ${brand} and heir_id = wanted.card_id)))) as is_there
    from unnest(
      ${textArray(wanted.map(({ rule }) => rule))}::text[],
      ${textArray(wanted.map(({ occurrence }) => occurrence))}::text[],
      ${plainArray(wanted.map(({ cardId }) => cardId))}::bigint[])
      with ordinality as wanted (rule_id, occurrence, card_id, place)
    order by place`
  return rows.map((row) => row.is_there)
}
