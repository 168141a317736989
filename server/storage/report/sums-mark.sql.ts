import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import type { BrandId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Closing } from './closed/closing.sql.ts'
import type { ZoneRun } from './closed/zones.ts'

/** Whose ledger, and in whose days. */
export interface SummedBooks {
  readonly brand: BrandId
  readonly timeZone: string
  /** Until when days are those of other time zones, because months were closed in them. */
  readonly zones?: readonly ZoneRun[]
}

/** The books as a report opens them. */
export interface OpenBooks extends SummedBooks {
  /** The last call that the sums had a moment ago; by now they may have more. */
  readonly summedTo: RequestRef
  /** The months that are closed, and the last call up to which late ones are kept; by now there may be more. */
  readonly closings: readonly Closing[]
  readonly lateTo: RequestRef
}

/** The name of the mark: up to which call the sums go, in which time zone their days are, and how rules are counted. */
export const sumsJob = 'daily-sums'

/** Changes with what is counted of rules: their sums are then made anew. Marks of earlier versions do not say it. */
const ruleDaysVersion = '4'

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
  (books: SummedBooks): Calls =>
  (ref) =>
    sql`${ref} <= ${lastSummed(books)}`

/** The mark of sums up to this call. */
export const markOf = (books: Pick<SummedBooks, 'timeZone' | 'zones'>, to: RequestRef) =>
  `${to} ${zoneKey(books)} ${ruleDaysVersion}`

/** Whose days the sums have: sums of other days are made anew. */
const zoneKey = ({ timeZone, zones = [] }: Pick<SummedBooks, 'timeZone' | 'zones'>) =>
  [timeZone, ...zones.map((run) => `${run.timeZone}@${run.until}`)].join(';')

/** The time zone that a mark was made with. */
export const zoneOfMark = (mark: string) => mark.split(' ')[1]?.split(';', 1)[0]

/** The last call that the sums have. Sums of days of another time zone, or of another definition, count as none. */
function lastSummed(books: SummedBooks): Fragment {
  return sql`coalesce((
      select nullif(split_part(mark, ' ', 1), '')::uuid from job_mark
      where brand_id = ${books.brand} and job = ${sumsJob} and split_part(mark, ' ', 2) = ${zoneKey(books)}
        and split_part(mark, ' ', 3) = ${ruleDaysVersion}), ${firstRef}::uuid)`
}

export async function findSummedTo(db: Sql, books: SummedBooks): Promise<RequestRef> {
  const [row] = await runFragment<{ ref: RequestRef }>(db, sql`select ${lastSummed(books)} as ref`)
  return row?.ref ?? firstRef
}

export const isSummed = (books: SummedBooks) => sql`${lastSummed(books)} > ${firstRef}::uuid`

/** The day of a call: that of its customRequestDate, if it has one. */
export const dayOf = (books: SummedBooks) => dayAt(books, sql`coalesce(request.custom_date, request.happened_at)`)

/** The day of an instant. A day of a closed month stays one, and no other becomes one, if the time zone changes. */
export function dayAt({ timeZone, zones = [] }: SummedBooks, at: Fragment): Fragment {
  let earliest: string | undefined
  let whens = nothing
  const dayIn = (zone: string) => {
    const own = sql`(${at} at time zone ${zone})::date`
    return earliest === undefined ? own : sql`greatest(${own}, ${earliest}::date)`
  }
  for (const run of zones) {
    whens = sql`${whens} when ${at} < ${new Date(run.until).toISOString()}::timestamptz then ${dayIn(run.timeZone)}`
    earliest = run.nextDay
  }
  return zones.length === 0 ? dayIn(timeZone) : sql`case ${whens} else ${dayIn(timeZone)} end`
}

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
export async function lockMark(db: Sql, books: SummedBooks): Promise<LockedMark | undefined> {
  await db.rows`insert into job_mark (brand_id, job, mark) values (${books.brand}, ${sumsJob}, '') on conflict do nothing`
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${books.brand} and job = ${sumsJob} for update`
  const [summedTo, zone, version] = row?.mark.split(' ') ?? []
  return summedTo && zone === zoneKey(books) ? { summedTo, hasRules: version === ruleDaysVersion } : undefined
}

/** A stored sum that is not what it is made of. */
export interface WrongSum {
  readonly subject: string
  readonly expected: string
  readonly found: string
}
