import type { CodeUse } from '../../../domain/coupon/public-code.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** How often a code has been used. A code that never was has none. */
export interface CodeCount {
  readonly code: string
  /** Including the reservations that have run out and are still counted. */
  readonly used: number
  readonly lapsed: number
}

/**
 * Reads the counts and locks nothing: tills that use the same code do not wait for each other until they store. Whoever
 * then finds the uses gone (code_count_fits) decides again.
 */
export function listCodeCounts(db: Sql, brand: BrandId, codes: readonly string[]): Promise<CodeCount[]> {
  return db.rows<CodeCount>`
    select code, used, (
      select count(*)
      from code_use
      where code_use.brand_id = ${brand} and code_use.code = code_count.code
        and until <= clock_timestamp())::integer as lapsed
    from code_count
    where brand_id = ${brand} and code = any(${textArray(codes)}::text[])`
}

export interface CardCodeUses {
  readonly code: string
  readonly card_id: CardId
  readonly count: number
}

/**
 * How often cards have used codes, with what those used whose heirs they are. Exact, because the cards are locked: a
 * checkout of a child card locks its root, and its use counts for the root.
 */
export function countCardCodeUses(
  db: Sql,
  brand: BrandId,
  codes: readonly string[],
  cards: readonly CardId[],
): Promise<CardCodeUses[]> {
  return db.rows<CardCodeUses>`
    select code_use.code, holder.holder_id as card_id, count(*)::integer as count
    from (
      select card_id as holder_id, card_id from unnest(${plainArray(cards)}::bigint[]) as own (card_id)
      union all
      select heir_id, card_id
      from card_heir
      where brand_id = ${brand} and heir_id = any(${plainArray(cards)}::bigint[])) as holder
    join code_use on code_use.brand_id = ${brand} and code_use.card_id = holder.card_id
    where code_use.code = any(${textArray(codes)}::text[]) and (until is null or until > clock_timestamp())
    group by code_use.code, holder.holder_id`
}

interface CodeUseRow {
  request_ref: RequestRef
  code: string
  card_id: CardId | null
  until: Instant | null
}

/**
 * Locks the uses of earlier calls: whoever completes a setup holds what it reserved before it looks at the time, so
 * that nobody releases it meanwhile. Comes after coupons.
 */
export async function lockCodeUses(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<CodeUse[]> {
  const rows = await db.rows<CodeUseRow>`
    select request_ref, code, card_id, until
    from code_use
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])
    order by request_ref, code
    for update`
  return rows.map((row) =>
    defined({
      ref: row.request_ref,
      key: row.code,
      cardId: row.card_id ?? undefined,
      until: row.until ?? undefined,
    }),
  )
}

/** What was read about public codes. */
export interface LoadedCodes {
  readonly counts: readonly CodeCount[]
  readonly cardUses: readonly CardCodeUses[]
  /** Of the earlier checkouts that the batch names, locked. */
  readonly uses: readonly CodeUse[]
  /** The codes that were asked for: of others nothing is known. */
  readonly named: ReadonlySet<string>
}

/** A use of a code as it is inserted. */
export interface CodeUseInsert extends CodeUse {
  readonly happenedAt: Instant
}

export function insertCodeUses(db: Sql, brand: BrandId, uses: readonly CodeUseInsert[]): Promise<unknown> {
  return db.rows`
    insert into code_use (brand_id, request_ref, code, card_id, happened_at, until)
    values (${brand},
      unnest(${plainArray(uses.map(({ ref }) => ref))}::uuid[]),
      unnest(${textArray(uses.map(({ key }) => key))}::text[]),
      unnest(${plainArray(uses.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${timeArray(uses.map(({ happenedAt }) => happenedAt))}::timestamptz[]),
      unnest(${timeArray(uses.map(({ until }) => until))}::timestamptz[]))`
}

/** Makes the uses that locked setups reserved those of the calls that completed them, for good. */
export function confirmCodeUses(
  db: Sql,
  brand: BrandId,
  completed: readonly { readonly setup: RequestRef; readonly by: RequestRef }[],
): Promise<unknown> {
  return db.rows`
    update code_use
    set request_ref = completed.by, until = null
    from unnest(${plainArray(completed.map(({ setup }) => setup))}::uuid[],
      ${plainArray(completed.map(({ by }) => by))}::uuid[]) as completed (setup, by)
    where code_use.brand_id = ${brand} and code_use.request_ref = completed.setup`
}

/** How the count of a code changes in a batch. */
export interface CodeChange {
  readonly key: string
  /** Uses that are added, and how many the code has by the file. */
  readonly taken: number
  readonly uses?: number
  /** Whether it was never counted before. */
  readonly isNew: boolean
}

export interface CodeChanges {
  readonly counts: readonly CodeChange[]
  /** The calls whose uses are given back. */
  readonly freed: readonly RequestRef[]
  /** The codes of which reservations have run out, and by when. */
  readonly lapsed: readonly string[]
  readonly now: Instant
}

/** What a batch did with public codes. */
export interface CodeRows extends CodeChanges {
  readonly made: readonly CodeUseInsert[]
  readonly confirmed: readonly { readonly setup: RequestRef; readonly by: RequestRef }[]
}

/**
 * Counts what the batch used and gave back. The last locks of all, by code, and taken last, so that they are held for no
 * longer than the commit takes. Each statement says in what order it takes them.
 */
export function changeCodeCounts(db: Sql, brand: BrandId, changes: CodeChanges): (Promise<unknown> | false)[] {
  const { freed, lapsed } = changes
  const counts = changes.counts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const made = counts.filter(({ isNew }) => isNew)
  const taken = counts.filter((one) => one.taken > 0)
  return [
    made.length > 0 && insertCodeCounts(db, brand, made),
    counts.length > 1 && lockCodeCounts(db, brand, counts),
    (freed.length > 0 || lapsed.length > 0) && freeCodeUses(db, brand, changes),
    taken.length > 0 && takeCodeUses(db, brand, taken),
  ]
}

/** Should another batch count the same code for the first time, this one waits for it. */
function insertCodeCounts(db: Sql, brand: BrandId, counts: readonly CodeChange[]): Promise<unknown> {
  return db.rows`
    insert into code_count (brand_id, code, used)
    values (${brand}, unnest(${textArray(counts.map(({ key }) => key).toSorted())}::text[]), 0)
    on conflict (brand_id, code) do nothing`
}

function lockCodeCounts(db: Sql, brand: BrandId, counts: readonly CodeChange[]): Promise<unknown> {
  return db.rows`
    select from code_count
    where brand_id = ${brand} and code = any(${textArray(counts.map(({ key }) => key))}::text[])
    order by code
    for no key update`
}

/**
 * Gives uses back. A reservation that has run out, but that a call holds, is about to be completed or cancelled and is
 * left alone.
 */
function freeCodeUses(db: Sql, brand: BrandId, { freed, lapsed, now }: CodeChanges): Promise<unknown> {
  return db.rows`
    with gone as (
      delete from code_use
      where brand_id = ${brand} and (request_ref, code) in (
        select request_ref, code
        from code_use
        where brand_id = ${brand} and (request_ref = any(${plainArray(freed)}::uuid[])
          or code = any(${textArray(lapsed)}::text[]) and until <= ${toTimestamp(now)})
        for update skip locked)
      returning code),
    freed as (select code, count(*)::integer as count from gone group by code)
    update code_count
    set used = used - freed.count
    from freed
    where code_count.brand_id = ${brand} and code_count.code = freed.code`
}

function takeCodeUses(db: Sql, brand: BrandId, counts: readonly CodeChange[]): Promise<unknown> {
  return db.rows`
    update code_count
    set used = used + taken.count, uses = taken.uses
    from unnest(
      ${textArray(counts.map(({ key }) => key))}::text[],
      ${plainArray(counts.map(({ taken }) => taken))}::integer[],
      ${plainArray(counts.map(({ uses }) => uses))}::integer[]) as taken (code, count, uses)
    where code_count.brand_id = ${brand} and code_count.code = taken.code`
}
