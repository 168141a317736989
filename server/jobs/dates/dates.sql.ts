import { textArray } from '../../database/arrays.ts'
import { type Sql, toTimestamp } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'

/** How far a rule has come. */
export interface Progress {
  readonly rule: string
  readonly doneUntil: Instant
  readonly notBefore?: Instant | undefined
  /** The day, `yyyy-MM-dd`, with which it began. */
  readonly firstDay?: string | undefined
}

export interface BegunRule {
  readonly rule: string
  /** Its schedule, if it has one: with another it begins anew. */
  readonly schedule?: string | undefined
}

/** Where a rule begins that is first seen: the day, and the last instant before it. */
export interface Beginning {
  readonly firstDay: string
  readonly doneUntil: Instant
}

/**
 * How far the rules have come. One that is new begins where `begin` says, given when the configuration last changed: it
 * was not there before. What is said of rules that are no more is forgotten, so that they are new when they return.
 */
export async function beginProgress(
  db: Sql,
  brand: BrandId,
  rules: readonly BegunRule[],
  begin: (changedAt: Instant) => Beginning,
): Promise<Progress[]> {
  const known = await listProgress(db, brand)
  if (known.some(({ rule }) => !rules.some((one) => one.rule === rule))) {
    const ids = textArray(rules.map(({ rule }) => rule))
    await db.rows`delete from date_progress where brand_id = ${brand} and rule_id <> all(${ids}::text[])`
  }
  const isKnown = ({ rule, schedule }: BegunRule) =>
    known.some((one) => one.rule === rule && one.schedule === (schedule ?? null))
  const fresh = rules.filter((rule) => !isKnown(rule))
  if (fresh.length === 0) return known
  const [row] = await db.rows<{ changed_at: Instant }>`select changed_at from brand where brand_id = ${brand}`
  if (row) await insertProgress(db, brand, fresh, begin(row.changed_at))
  return listProgress(db, brand)
}

/** Rules of which it was not kept what schedule they began with go on with the present one. */
function insertProgress(db: Sql, brand: BrandId, rules: readonly BegunRule[], begin: Beginning): Promise<unknown> {
  return db.rows`
    insert into date_progress (brand_id, rule_id, done_until, schedule, first_day)
    select ${brand}, rule_id, ${toTimestamp(begin.doneUntil)}::timestamptz, schedule, ${begin.firstDay}
    from unnest(
      ${textArray(rules.map(({ rule }) => rule))}::text[],
      ${textArray(rules.map(({ schedule }) => schedule))}::text[]) as begun (rule_id, schedule)
    on conflict (brand_id, rule_id) do update
    set schedule = excluded.schedule, first_day = excluded.first_day, not_before = null,
      done_until = case when date_progress.first_day is null then date_progress.done_until else excluded.done_until end
    where date_progress.schedule is distinct from excluded.schedule`
}

async function listProgress(db: Sql, brand: BrandId): Promise<(Progress & { readonly schedule: string | null })[]> {
  const rows = await db.rows<{
    rule_id: string
    done_until: Instant
    not_before: Instant | null
    schedule: string | null
    first_day: string | null
  }>`
    select rule_id, done_until, not_before, schedule, first_day from date_progress where brand_id = ${brand}`
  return rows.map((row) => ({
    rule: row.rule_id,
    doneUntil: row.done_until,
    schedule: row.schedule,
    ...(row.not_before !== null && { notBefore: row.not_before }),
    ...(row.first_day !== null && { firstDay: row.first_day }),
  }))
}

export interface Reached {
  readonly rule: string
  readonly doneUntil: Instant
  /** Whether something was left to do there. */
  readonly isHeld: boolean
  readonly notBefore?: Instant | undefined
}

/**
 * Of two workers, the one that is behind does not undo what the other has done. But whoever had to leave something
 * goes back to it: what is considered a second time by that is not done a second time.
 */
export function updateProgress(db: Sql, brand: BrandId, rule: Reached): Promise<unknown> {
  const { doneUntil, isHeld, notBefore } = rule
  return db.rows`
    update date_progress
    set done_until = case
        when ${isHeld}::boolean then ${toTimestamp(doneUntil)}::timestamptz
        else greatest(done_until, ${toTimestamp(doneUntil)}::timestamptz) end,
      not_before = ${notBefore === undefined ? null : toTimestamp(notBefore)}::timestamptz
    where brand_id = ${brand} and rule_id = ${rule.rule}`
}

/** Forgets some of what is known by its day and was considered long ago; returns how many. */
export function deleteOccurrences(db: Sql, brand: BrandId, before: Instant, most: number): Promise<number> {
  return db.affected`
    delete from date_firing
    where brand_id = ${brand} and (rule_id, occurrence, card_id) in (
      select rule_id, occurrence, card_id
      from date_firing
      where brand_id = ${brand} and considered_at < ${toTimestamp(before)}::timestamptz and length(occurrence) > 4
      order by considered_at
      limit ${most})`
}
