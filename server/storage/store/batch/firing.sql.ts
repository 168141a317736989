import { instantArray, plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type BrandId, type CardId, type RequestRef, uuidFloor } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

export interface FiringRow {
  /** campaignId/ruleId */
  readonly rule: string
  readonly ref: RequestRef
  readonly cardId?: CardId
  readonly childId?: CardId
  readonly locationId?: string
  readonly terminalId?: string
  readonly code?: string
  readonly happenedAt: Instant
  readonly until?: Instant
}

export function insertFirings(db: Sql, brand: BrandId, firings: readonly FiringRow[]): Promise<unknown> {
  return db.rows`
    insert into rule_firing (brand_id, rule_id, request_ref, card_id, child_id, location_id, terminal_id, code,
      happened_at, until)
    select owner.brand_id, rule_id, request_ref, card_id, child_id, location_id, terminal_id, code,
      to_timestamp(happened_at::float8 / 1000), to_timestamp(until::float8 / 1000)
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${textArray(firings.map((firing) => firing.rule))}::text[],
      ${plainArray(firings.map((firing) => firing.ref))}::uuid[],
      ${plainArray(firings.map((firing) => firing.cardId))}::bigint[],
      ${plainArray(firings.map((firing) => firing.childId))}::bigint[],
      ${textArray(firings.map((firing) => firing.locationId))}::text[],
      ${textArray(firings.map((firing) => firing.terminalId))}::text[],
      ${textArray(firings.map((firing) => firing.code))}::text[],
      ${instantArray(firings.map((firing) => firing.happenedAt))}::bigint[],
      ${instantArray(firings.map((firing) => firing.until))}::bigint[])
      as fired (rule_id, request_ref, card_id, child_id, location_id, terminal_id, code, happened_at, until)`
}

/** Takes firings back. */
export function deleteFirings(
  db: Sql,
  brand: BrandId,
  firings: readonly Pick<FiringRow, 'rule' | 'ref'>[],
): Promise<unknown> {
  return db.rows`
    delete from rule_firing
    using unnest(${textArray(firings.map(({ rule }) => rule))}::text[],
      ${plainArray(firings.map(({ ref }) => ref))}::uuid[]) as gone (rule_id, request_ref)
    where rule_firing.brand_id = ${brand} and rule_firing.rule_id = gone.rule_id
      and rule_firing.request_ref = gone.request_ref`
}

/** Makes the firings of locked setups those of the calls that completed them, for good. */
export function confirmFirings(
  db: Sql,
  brand: BrandId,
  completed: readonly { readonly setup: RequestRef; readonly by: RequestRef }[],
): Promise<unknown> {
  return db.rows`
    update rule_firing
    set request_ref = completed.by, until = null
    from unnest(${plainArray(completed.map(({ setup }) => setup))}::uuid[],
      ${plainArray(completed.map(({ by }) => by))}::uuid[]) as completed (setup, by)
    where rule_firing.brand_id = ${brand} and rule_firing.request_ref = completed.setup and until is not null`
}

/** The firings of one rule, since an instant or ever. */
export interface FiringCount {
  readonly rule: string
  readonly since?: Instant | undefined
}

/** How often rules fired for child cards, and for those whose heirs they are, in the order in which they are asked for. */
export async function countChildFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly child: CardId })[],
  now: Instant,
): Promise<number[]> {
  const rows = await db.rows<{ count: number }>`
    select (
      select count(*)
      from rule_firing
      where rule_firing.brand_id = ${brand} and (rule_firing.child_id = wanted.child_id
          or rule_firing.child_id = any(array(
            select card_id from card_heir where brand_id = ${brand} and heir_id = wanted.child_id)))
        and rule_firing.rule_id = wanted.rule_id
        and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
        and (until is null or until > to_timestamp(${now}::float8 / 1000))) as count
    from unnest(
      ${plainArray(wanted.map(({ child }) => child))}::bigint[],
      ${textArray(wanted.map(({ rule }) => rule))}::text[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[])
      with ordinality as wanted (child_id, rule_id, since, place)
    order by place`
  return rows.map((row) => row.count)
}

/** How often rules fired for cards, and for those whose heirs they are, in the order in which they are asked for. */
export async function countCardFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly card: CardId })[],
  now: Instant,
): Promise<number[]> {
  const rows = await db.rows<{ count: number }>`
    select (
      select count(*)
      from rule_firing
      where rule_firing.brand_id = ${brand} and (rule_firing.card_id = wanted.card_id or rule_firing.card_id = any(array(
          select card_id from card_heir where brand_id = ${brand} and heir_id = wanted.card_id)))
        and rule_firing.rule_id = wanted.rule_id
        and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
        and (until is null or until > to_timestamp(${now}::float8 / 1000))) as count
    from unnest(
      ${plainArray(wanted.map(({ card }) => card))}::bigint[],
      ${textArray(wanted.map(({ rule }) => rule))}::text[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[])
      with ordinality as wanted (card_id, rule_id, since, place)
    order by place`
  return rows.map((row) => row.count)
}

/**
 * How often rules fired in the whole brand. Under the brand's counter lock the answer stays true until the commit. A
 * call's reference begins with when it came in, by its server's clock: so only the firings since the day before are read.
 */
export async function countBrandFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly FiringCount[],
  now: Instant,
): Promise<number[]> {
  const rows = await db.rows<{ count: number }>`
    select (
      select count(*)
      from rule_firing
      where rule_firing.brand_id = ${brand} and rule_firing.rule_id = wanted.rule_id
        and rule_firing.request_ref >= wanted.since_ref
        and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
        and (until is null or until > to_timestamp(${now}::float8 / 1000))) as count
    from unnest(
      ${textArray(wanted.map(({ rule }) => rule))}::text[],
      ${plainArray(wanted.map(({ since = 0 }) => uuidFloor(Math.max(since - day, 0))))}::uuid[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[])
      with ordinality as wanted (rule_id, since_ref, since, place)
    order by place`
  return rows.map((row) => row.count)
}

/** How often rules fired at locations, of those that count by location, under the brand's counter lock. */
export async function countPlaceFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly location: string; readonly terminal?: string | undefined })[],
  now: Instant,
): Promise<number[]> {
  const rows = await db.rows<{ count: number }>`
    select (
      select count(*)
      from rule_firing
      where rule_firing.brand_id = ${brand} and rule_firing.rule_id = wanted.rule_id
        and rule_firing.location_id = wanted.location_id
        and (wanted.terminal_id is null or rule_firing.terminal_id = wanted.terminal_id)
        and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
        and (until is null or until > to_timestamp(${now}::float8 / 1000))) as count
    from unnest(
      ${textArray(wanted.map(({ rule }) => rule))}::text[],
      ${textArray(wanted.map(({ location }) => location))}::text[],
      ${textArray(wanted.map(({ terminal }) => terminal))}::text[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[])
      with ordinality as wanted (rule_id, location_id, terminal_id, since, place)
    order by place`
  return rows.map((row) => row.count)
}

/** How often rules fired for public codes, under the brand's counter lock. */
export async function countCodeFirings(
  db: Sql,
  brand: BrandId,
  wanted: readonly (FiringCount & { readonly code: string })[],
  now: Instant,
): Promise<number[]> {
  const rows = await db.rows<{ count: number }>`
    select (
      select count(*)
      from rule_firing
      where rule_firing.brand_id = ${brand} and rule_firing.rule_id = wanted.rule_id
        and rule_firing.code = wanted.code
        and happened_at >= coalesce(to_timestamp(wanted.since::float8 / 1000), '-infinity')
        and (until is null or until > to_timestamp(${now}::float8 / 1000))) as count
    from unnest(
      ${textArray(wanted.map(({ rule }) => rule))}::text[],
      ${textArray(wanted.map(({ code }) => code))}::text[],
      ${instantArray(wanted.map(({ since }) => since))}::bigint[])
      with ordinality as wanted (rule_id, code, since, place)
    order by place`
  return rows.map((row) => row.count)
}

/** Makes whoever counts firings that several cards share wait for each other. The last of all locks. */
export async function lockBrandCounter(db: Sql, brand: BrandId): Promise<void> {
  if (await holdsBrandCounter(db, brand)) return
  await db.rows`insert into brand_counter (brand_id) values (${brand}) on conflict do nothing`
  await holdsBrandCounter(db, brand)
}

async function holdsBrandCounter(db: Sql, brand: BrandId): Promise<boolean> {
  const rows = await db.rows`select from brand_counter where brand_id = ${brand} for update`
  return rows.length > 0
}
