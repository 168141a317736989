import type { Sql } from '../database/connection.ts'
import { type Fragment, runFragment, sql } from '../database/fragment.ts'
import type { BrandId, RequestRef } from '../kernel/ids.ts'

/** Whose ledger, and in whose days. */
export interface Books {
  readonly brand: BrandId
  readonly timeZone: string
}

/** The books as a report opens them. */
export interface OpenBooks extends Books {
  /** The last call that the sums had a moment ago; by now they may have more. */
  readonly summedTo: RequestRef
}

/** The name of the mark: up to which call the sums go, in which time zone their days are, and how rules are counted. */
export const sumsJob = 'daily-sums'

/** Changes with what is counted of rules: their sums are then made anew. Marks of earlier versions do not say it. */
const ruleDaysVersion = '2'

export const firstRef = '00000000-0000-0000-0000-000000000000'

/** Calls after the first reference, up to the second. */
export interface RefSpan {
  readonly after: RequestRef
  readonly to: RequestRef
}

/** Which calls are meant, as a condition on a column that has their references. */
export type Calls = (ref: Fragment) => Fragment

export const inSpan =
  ({ after, to }: RefSpan): Calls =>
  (ref) =>
    sql`${ref} > ${after}::uuid and ${ref} <= ${to}::uuid`

/**
 * Calls that the sums do not have yet. The mark is read by the same statement as the sums, so that nothing counts twice or
 * not at all. What it was a moment ago only tells the planner how few calls there are: it would read the whole ledger.
 */
export const sinceSummed =
  (books: OpenBooks): Calls =>
  (ref) =>
    sql`${ref} > ${lastSummed(books)} and ${ref} > ${books.summedTo}::uuid`

export const upToSummed =
  (books: Books): Calls =>
  (ref) =>
    sql`${ref} <= ${lastSummed(books)}`

/** The mark of sums up to this call. */
export const markOf = ({ timeZone }: Pick<Books, 'timeZone'>, to: RequestRef) => `${to} ${timeZone} ${ruleDaysVersion}`

/** The last call that the sums have. Sums of days of another time zone, or of another definition, count as none. */
function lastSummed({ brand, timeZone }: Books): Fragment {
  return sql`coalesce((
      select nullif(split_part(mark, ' ', 1), '')::uuid from job_mark
      where brand_id = ${brand} and job = ${sumsJob} and split_part(mark, ' ', 2) = ${timeZone}
        and split_part(mark, ' ', 3) = ${ruleDaysVersion}), ${firstRef}::uuid)`
}

export async function findSummedTo(db: Sql, books: Books): Promise<RequestRef> {
  const [row] = await runFragment<{ ref: RequestRef }>(db, sql`select ${lastSummed(books)} as ref`)
  return row?.ref ?? firstRef
}

export const isSummed = (books: Books) => sql`${lastSummed(books)} > ${firstRef}::uuid`

/** The day of a call: that of its customRequestDate, if it has one. */
export const dayOf = ({ timeZone }: Books) =>
  sql`(coalesce(request.custom_date, request.happened_at) at time zone ${timeZone})::date`

/** The last of the next calls before a horizon; undefined if there are none. */
export async function endOfStep(
  db: Sql,
  brand: BrandId,
  after: RequestRef,
  { calls, horizon }: { readonly calls: number; readonly horizon: RequestRef },
): Promise<RequestRef | undefined> {
  const [found] = await db.rows<{ last: RequestRef }>`
    select request_ref as last
    from (
      select request_ref from request
      where brand_id = ${brand} and request_ref > ${after}::uuid and request_ref < ${horizon}::uuid
      order by request_ref limit ${calls}) as step
    order by request_ref desc limit 1`
  return found?.last
}

interface LockedMark {
  readonly summedTo: RequestRef
  /** Whether rules were counted as they are now. */
  readonly hasRules: boolean
}

/** Where the sums end now. Locks the mark, so that a second worker waits. */
export async function lockMark(db: Sql, { brand, timeZone }: Books): Promise<LockedMark | undefined> {
  await db.rows`insert into job_mark (brand_id, job, mark) values (${brand}, ${sumsJob}, '') on conflict do nothing`
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${brand} and job = ${sumsJob} for update`
  const [summedTo, zone, version] = row?.mark.split(' ') ?? []
  return summedTo && zone === timeZone ? { summedTo, hasRules: version === ruleDaysVersion } : undefined
}

/** A stored sum that is not what it is made of. */
export interface WrongSum {
  readonly subject: string
  readonly expected: string
  readonly found: string
}
