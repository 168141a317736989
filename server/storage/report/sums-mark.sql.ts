import { textArray } from '../../ground/database/arrays.ts'
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
  /** The same of sums with a mark of their own, by its name. */
  readonly ownTo: ReadonlyMap<string, RequestRef>
  /** The months that are closed, and the last call up to which late ones are kept; by now there may be more. */
  readonly closings: readonly Closing[]
  readonly lateTo: RequestRef
}

/** The name of the mark: up to which call the sums go, in which time zone their days are, and by which version. */
export const sumsJob = 'daily-sums'

/** Up to version 6 the sums of rules, and in version 6 those by hand, went as far as all others and had no mark of their own. */
const sumsVersion = '7'

/**
 * How far sums go whose definition changes more often than that of the ledger's, or which came later: only they are made anew
 * then, and all others count meanwhile. Whatever is added to reports from now on gets one.
 */
export interface OwnMark {
  readonly job: string
  /** Changes with what is counted. */
  readonly version: string
  /** The versions of the common mark that stood for these sums as they are counted now. */
  readonly keptWith: readonly string[]
}

export const ruleMark: OwnMark = { job: 'daily-sums rules', version: '1', keptWith: ['5', '6'] }
export const handMark: OwnMark = { job: 'daily-sums hands', version: '2', keptWith: [] }
const ownMarks: readonly OwnMark[] = [ruleMark, handMark]

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
  (books: OpenBooks, own?: OwnMark): Calls =>
  (ref) => {
    const before = own ? (books.ownTo.get(own.job) ?? firstRef) : books.summedTo
    return sql`${ref} > ${lastSummed(books, own)} and ${ref} > ${before}::uuid`
  }

export const upToSummed =
  (books: SummedBooks, own?: OwnMark): Calls =>
  (ref) =>
    sql`${ref} <= ${lastSummed(books, own)}`

/** The mark of sums up to this call. */
export const markOf = (books: Pick<SummedBooks, 'timeZone' | 'zones'>, to: RequestRef, own?: OwnMark) =>
  `${to} ${zoneKey(books)} ${own?.version ?? sumsVersion}`

/** Whose days the sums have: sums of other days are made anew. */
const zoneKey = ({ timeZone, zones = [] }: Pick<SummedBooks, 'timeZone' | 'zones'>) =>
  [timeZone, ...zones.map((run) => `${run.timeZone}@${run.until}`)].join(';')

/** The time zone that a mark was made with. */
export const zoneOfMark = (mark: string) => mark.split(' ')[1]?.split(';', 1)[0]

/** The last call that the sums have. Sums of days of another time zone, or of another definition, count as none. */
function lastSummed(books: SummedBooks, own?: OwnMark): Fragment {
  return sql`coalesce((${own ? ownRef(books, own) : commonRef(books)}), ${firstRef}::uuid)`
}

const commonRef = (books: SummedBooks): Fragment => sql`
  select nullif(split_part(mark, ' ', 1), '')::uuid from job_mark
  where brand_id = ${books.brand} and job = ${sumsJob} and split_part(mark, ' ', 2) = ${zoneKey(books)}`

/** As long as a server of an earlier version sums up, the common mark stands for these sums, too. */
function ownRef(books: SummedBooks, { job, version, keptWith }: OwnMark): Fragment {
  const common = sql`split_part(common.mark, ' ', 3)`
  const isKept = sql`${common} = any(${textArray(keptWith)}::text[])`
  return sql`
    select nullif(split_part(case when ${isKept} then common.mark else own.mark end, ' ', 1), '')::uuid
    from job_mark as common
    left join job_mark as own on own.brand_id = ${books.brand} and own.job = ${job}
    where common.brand_id = ${books.brand} and common.job = ${sumsJob}
      and split_part(common.mark, ' ', 2) = ${zoneKey(books)}
      and (${isKept} or (${common} = ${sumsVersion} and split_part(own.mark, ' ', 2) = ${zoneKey(books)}
        and split_part(own.mark, ' ', 3) = ${version}))`
}

export async function findSummedTo(db: Sql, books: SummedBooks, own?: OwnMark): Promise<RequestRef> {
  const [row] = await runFragment<{ ref: RequestRef }>(db, sql`select ${lastSummed(books, own)} as ref`)
  return row?.ref ?? firstRef
}

/** How far all sums with a mark of their own go. */
export async function findOwnTo(db: Sql, books: SummedBooks): Promise<ReadonlyMap<string, RequestRef>> {
  const found = new Map<string, RequestRef>()
  for (const own of ownMarks) found.set(own.job, await findSummedTo(db, books, own))
  return found
}

export const isSummed = (books: SummedBooks, own?: OwnMark) => sql`${lastSummed(books, own)} > ${firstRef}::uuid`

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
  /** The version that put it, if it is an earlier one. */
  readonly earlier?: string
}

/** Where the sums end now. Locks the mark, so that a second worker waits, also for sums with a mark of their own. */
export async function lockMark(db: Sql, books: SummedBooks): Promise<LockedMark | undefined> {
  await db.rows`insert into job_mark (brand_id, job, mark) values (${books.brand}, ${sumsJob}, '') on conflict do nothing`
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${books.brand} and job = ${sumsJob} for update`
  const [summedTo, zone, version = ''] = row?.mark.split(' ') ?? []
  if (!summedTo || zone !== zoneKey(books)) return undefined
  return version === sumsVersion ? { summedTo } : { summedTo, earlier: version }
}

/** A stored sum that is not what it is made of. */
export interface WrongSum {
  readonly subject: string
  readonly expected: string
  readonly found: string
}
