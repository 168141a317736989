import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** How far a rule has been processed. */
export interface RuleProgress {
  readonly rule: string
  readonly doneUntil: Instant
  readonly notBefore?: Instant | undefined
  /** The day, `yyyy-MM-dd`, with which it began. */
  readonly firstDay?: string | undefined
  /** When it began; not kept of rules that began under earlier versions. */
  readonly beganAt?: Instant | undefined
}

export interface BegunRule {
  readonly rule: string
  /** Its schedule, if it has one. If the schedule changes, the rule starts over. */
  readonly schedule?: string | undefined
}

/** Where a new rule begins: when, the brand's day, and the last instant before its first day anywhere. */
export interface RuleBeginning {
  readonly beganAt: Instant
  readonly firstDay: string
  readonly doneUntil: Instant
}

/**
 * How far the rules have been processed. A new rule begins where `begin` says, given when the configuration last changed:
 * before that it did not exist. The progress of removed rules is deleted, so that they are new if they return.
 */
export async function beginProgress(
  db: Sql,
  brand: BrandId,
  rules: readonly BegunRule[],
  begin: (changedAt: Instant) => RuleBeginning,
): Promise<RuleProgress[]> {
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

/** Rules stored without the schedule that they began with go on with the current one. */
function insertProgress(db: Sql, brand: BrandId, rules: readonly BegunRule[], begin: RuleBeginning): Promise<unknown> {
  return db.rows`
    insert into date_progress (brand_id, rule_id, done_until, schedule, first_day, began_at)
    values (${brand},
      unnest(${textArray(rules.map(({ rule }) => rule))}::text[]),
      ${toTimestamp(begin.doneUntil)}::timestamptz,
      unnest(${textArray(rules.map(({ schedule }) => schedule))}::text[]),
      ${begin.firstDay}, ${toTimestamp(begin.beganAt)}::timestamptz)
    on conflict (brand_id, rule_id) do update
    set schedule = excluded.schedule, first_day = excluded.first_day, began_at = excluded.began_at, not_before = null,
      done_until = case when date_progress.first_day is null then date_progress.done_until else excluded.done_until end
    where date_progress.schedule is distinct from excluded.schedule`
}

async function listProgress(db: Sql, brand: BrandId): Promise<(RuleProgress & { readonly schedule: string | null })[]> {
  const rows = await db.rows<{
    rule_id: string
    done_until: Instant
    not_before: Instant | null
    schedule: string | null
    first_day: string | null
    began_at: Instant | null
  }>`
    select rule_id, done_until, not_before, schedule, first_day, began_at from date_progress where brand_id = ${brand}`
  return rows.map((row) => ({
    rule: row.rule_id,
    doneUntil: row.done_until,
    schedule: row.schedule,
    ...(row.not_before !== null && { notBefore: row.not_before }),
    ...(row.first_day !== null && { firstDay: row.first_day }),
    ...(row.began_at !== null && { beganAt: row.began_at }),
  }))
}

export interface Reached {
  readonly rule: string
  readonly doneUntil: Instant
  /** Whether cards had to be left for a later round. */
  readonly isHeld: boolean
  readonly notBefore?: Instant | undefined
}

/**
 * If two workers run, the one that is behind does not undo the other's progress. But a worker that had to leave cards
 * moves the progress back to them. Cards that are then considered a second time are not run a second time.
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

/** Deletes at most `limit` occurrences that are identified by their day and are long past; returns how many. */
export function deleteOccurrences(db: Sql, brand: BrandId, before: Instant, limit: number): Promise<number> {
  return db.affected`
    delete from date_firing
    where brand_id = ${brand} and (rule_id, occurrence, card_id) in (
      select rule_id, occurrence, card_id
      from date_firing
      where brand_id = ${brand} and considered_at < ${toTimestamp(before)}::timestamptz and length(occurrence) > 4
      order by considered_at
      limit ${limit})`
}
