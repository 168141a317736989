import type { ForeseenShare } from '../../../domain/judge/given-limit.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { day, type Instant, parseDateTime } from '../../../ground/kernel/time.ts'

/** Replays that are looked through: whoever publishes has just had one made. */
const lookedMax = 50
/** Fewer days tell nothing of a month. */
const daysLeast = 28
const daysAgoMost = 3

interface TriedRow {
  readonly errand_id: string
  readonly input: string
}

interface BrandState {
  readonly version: number
  readonly timeZone: string
}

interface ForeseenDraft extends BrandState {
  readonly draftId: string
}

/**
 * What all campaigns would have given with a draft, as a share of sales: by the last replay of this very revision, on the
 * brand as it is now, over a month and every card. Undefined if there is none: what was tried on another state tells nothing.
 */
export async function findForesight(
  db: Sql,
  brand: BrandId,
  { draftId, ...state }: ForeseenDraft,
): Promise<ForeseenShare | undefined> {
  const [draft] = await db.rows<{ revision: number }>`
    select revision from draft where brand_id = ${brand} and draft_id = ${draftId}`
  const tried = await db.rows<TriedRow>`
    select errand_id, input
    from errand
    where brand_id = ${brand} and kind = 'replay' and state = 'done' and octet_length(input) <= 20000
    order by ended_at desc
    limit ${lookedMax}`
  const now = await readNow(db)
  for (const { errand_id: id, input } of tried) {
    const asked = JSON.parse(input) as TriedDraft
    const isThis = asked.draftId === draftId && asked.draftRevision === draft?.revision && (asked.sample ?? 1) === 1
    const foreseen = isThis ? await readShare(db, brand, { ...state, id, now }) : undefined
    if (foreseen) return foreseen
  }
  return undefined
}

interface TriedDraft {
  readonly draftId?: string
  readonly draftRevision?: number
  readonly sample?: number
}

/** A replay's report, as far as it matters here. */
interface TriedReport {
  readonly from: string
  readonly to: string
  readonly liveVersion?: number
  readonly revenue: { readonly happened: string; readonly replayed: string }
  readonly worth: { readonly happened: string; readonly replayed: string }
}

interface SoughtReport extends BrandState {
  readonly id: string
  readonly now: Instant
}

async function readShare(
  db: Sql,
  brand: BrandId,
  { id, version, timeZone, now }: SoughtReport,
): Promise<ForeseenShare | undefined> {
  const [row] = await db.rows<{ result: string | null; ended_at: Instant }>`
    select result, ended_at from errand where brand_id = ${brand} and errand_id = ${id}`
  const report = row?.result ? (JSON.parse(row.result) as TriedReport) : undefined
  if (!row || !report || report.liveVersion !== version) return undefined
  const [from, to] = [parseDateTime(report.from, timeZone), parseDateTime(report.to, timeZone)]
  if (from === undefined || to === undefined) return undefined
  if (!isOfLastMonth({ from, to: Math.min(to, row.ended_at) }, now)) return undefined
  const { worth, revenue } = report
  const percent = percentOf(worth.replayed, revenue.replayed)
  return percent === undefined
    ? undefined
    : { percent, percentBefore: percentOf(worth.happened, revenue.happened) ?? 0 }
}

interface TriedDays {
  readonly from: Instant
  /** Not later than the replay itself: of days to come, there are no sales. */
  readonly to: Instant
}

/** Days that somebody chose could be any that suit. */
const isOfLastMonth = ({ from, to }: TriedDays, now: Instant): boolean =>
  to - from >= daysLeast * day && to >= now - daysAgoMost * day

/** Where nothing was sold, nobody knows what share of it would have been given. */
function percentOf(worth: string, revenue: string): number | undefined {
  const [given, sold] = [Number(worth), Number(revenue)]
  return sold > 0 ? (Math.max(given, 0) / sold) * 100 : undefined
}
