import type { BrandId, CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import { instantArray, plainArray, textArray } from './arrays.ts'
import { type Sql, toTimestamp } from './connection.ts'

/** That a rule was considered for a card on an occasion. */
export interface OccurrenceRow {
  /** campaignId/ruleId */
  readonly rule: string
  readonly occurrence: string
  readonly cardId: CardId
  readonly consideredAt: Instant
}

/** Fails where one is there already: whoever writes has looked, under the lock of the card. */
export function insertOccurrences(db: Sql, brand: BrandId, rows: readonly OccurrenceRow[]): Promise<unknown> {
  return db.rows`
    insert into date_firing (brand_id, rule_id, occurrence, card_id, considered_at)
    select ${brand}, rule_id, occurrence, card_id, to_timestamp(considered_at::float8 / 1000)
    from unnest(
      ${textArray(rows.map(({ rule }) => rule))}::text[],
      ${textArray(rows.map(({ occurrence }) => occurrence))}::text[],
      ${plainArray(rows.map(({ cardId }) => cardId))}::bigint[],
      ${instantArray(rows.map(({ consideredAt }) => consideredAt))}::bigint[])
      as made (rule_id, occurrence, card_id, considered_at)`
}

/** Which occasions were considered, in the order in which they are asked for. */
export async function findOccurrences(
  db: Sql,
  brand: BrandId,
  wanted: readonly Omit<OccurrenceRow, 'consideredAt'>[],
): Promise<boolean[]> {
  const rows = await db.rows<{ is_there: boolean }>`
    select date_firing.card_id is not null as is_there
    from unnest(
      ${textArray(wanted.map(({ rule }) => rule))}::text[],
      ${textArray(wanted.map(({ occurrence }) => occurrence))}::text[],
      ${plainArray(wanted.map(({ cardId }) => cardId))}::bigint[])
      with ordinality as wanted (rule_id, occurrence, card_id, place)
    left join date_firing on date_firing.brand_id = ${brand} and date_firing.rule_id = wanted.rule_id
      and date_firing.occurrence = wanted.occurrence and date_firing.card_id = wanted.card_id
    order by place`
  return rows.map((row) => row.is_there)
}

/** How far a rule has come. */
export interface Progress {
  readonly rule: string
  readonly doneUntil: Instant
  readonly notBefore?: Instant | undefined
}

/**
 * How far the rules have come. A rule that is new begins with the last change of the configuration, at the latest now:
 * it was not there before. What is said of rules that are no more is forgotten, so that they are new when they return.
 */
export async function beginProgress(
  db: Sql,
  brand: BrandId,
  rules: readonly string[],
  now: Instant,
): Promise<Progress[]> {
  const ids = textArray(rules)
  const known = await listProgress(db, brand)
  if (known.some(({ rule }) => !rules.includes(rule))) {
    await db.rows`delete from date_progress where brand_id = ${brand} and rule_id <> all(${ids}::text[])`
  }
  if (rules.every((rule) => known.some((one) => one.rule === rule))) return known
  await db.rows`
    insert into date_progress (brand_id, rule_id, done_until)
    select brand_id, rule_id, least(changed_at, ${toTimestamp(now)}::timestamptz)
    from brand
    cross join unnest(${ids}::text[]) as rule_id
    where brand_id = ${brand}
    on conflict do nothing`
  return listProgress(db, brand)
}

async function listProgress(db: Sql, brand: BrandId): Promise<Progress[]> {
  const rows = await db.rows<{ rule_id: string; done_until: Instant; not_before: Instant | null }>`
    select rule_id, done_until, not_before from date_progress where brand_id = ${brand}`
  return rows.map((row) => ({
    rule: row.rule_id,
    doneUntil: row.done_until,
    ...(row.not_before !== null && { notBefore: row.not_before }),
  }))
}

/** Never back: of two workers, the one that is behind does not undo what the other has done. */
export function updateProgress(db: Sql, brand: BrandId, rules: readonly Progress[]): Promise<unknown> {
  return db.rows`
    update date_progress
    set done_until = greatest(date_progress.done_until, to_timestamp(come.done_until::float8 / 1000)),
      not_before = to_timestamp(come.not_before::float8 / 1000)
    from unnest(
      ${textArray(rules.map(({ rule }) => rule))}::text[],
      ${instantArray(rules.map(({ doneUntil }) => doneUntil))}::bigint[],
      ${instantArray(rules.map(({ notBefore }) => notBefore))}::bigint[]) as come (rule_id, done_until, not_before)
    where date_progress.brand_id = ${brand} and date_progress.rule_id = come.rule_id`
}

/** Forgets some of what is known by its day and was considered long ago; answers how many. */
export async function deleteOccurrences(db: Sql, brand: BrandId, before: Instant, most: number): Promise<number> {
  const rows = await db.rows`
    delete from date_firing
    where brand_id = ${brand} and (rule_id, occurrence, card_id) in (
      select rule_id, occurrence, card_id
      from date_firing
      where brand_id = ${brand} and considered_at < ${toTimestamp(before)}::timestamptz and length(occurrence) > 4
      order by considered_at
      limit ${most})
    returning card_id`
  return rows.length
}
