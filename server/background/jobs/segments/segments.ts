import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { Condition } from '../../../domain/brand/rules/conditions.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { keepsNotices, listeningOf } from '../../../domain/view/notice/notices-of.ts'
import { segmentNotices } from '../../../domain/view/notice/segment-notices.ts'
import { inPatience } from '../../../ground/database/timeouts.sql.ts'
import { canonicalJson } from '../../../ground/kernel/canonical-json.ts'
import { type BrandId, uuidV7 } from '../../../ground/kernel/ids.ts'
import { day, hour, type Instant } from '../../../ground/kernel/time.ts'
import { refreshSlice } from '../../../storage/segment/refresh.sql.ts'
import type { Segment } from '../../../storage/segment/segment-query.sql.ts'
import { insertNotices } from '../../../storage/store/batch/notice.sql.ts'
import { listSegmentStates, type SegmentState } from '../../../storage/store/queries/segment-state.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { fireSegmentChanges } from './segment-changes.ts'
import {
  deleteOldChanges,
  deleteSegmentState,
  deleteStrayMembers,
  findSliceEnd,
  lockSegment,
  updateSegmentState,
} from './segments.sql.ts'

/** Checks every minute which segments are due: every hour, or at once when their conditions have changed. */
export const segmentsJob: Job = { name: 'segments', every: { seconds: 60 }, run: (context) => workOutSegments(context) }

const dueAfterMs = hour
/** How many cards one transaction judges, in some tens of milliseconds. */
const sliceCardsUsual = 5000
/** The job rests as long as it worked, so that tills have at least half of the database to themselves. */
const restFactorUsual = 1
const changesKeptMs = 30 * day
/** How long a slice may take, with many conditions and a busy database. */
const slicePatienceMs = 60_000

export interface RefreshOptions {
  readonly brands?: readonly BrandId[]
  /** Refresh all segments, even those that are not due. */
  readonly all?: boolean
  readonly sliceCards?: number
  /** How long to rest after each slice, as a multiple of the time it took. */
  readonly restFactor?: number
}

/** Computes which cards are in which segment, then runs the rules for those that entered or left. */
export async function workOutSegments(context: JobContext, options: RefreshOptions = {}): Promise<JobReport> {
  const counts = { segments: 0, entered: 0, left: 0, fired: 0, later: 0 }
  let more = false
  for (const id of options.brands ?? (await context.listBrands())) {
    const brand = await context.brandAt(id)
    const states = await listSegmentStates(context.pool, brand.id)
    if (states.length === 0 && brand.document.segments.length === 0) continue
    await removeStrays(context, brand, states)
    for (const segment of listDue(brand, states, await context.now(), options)) {
      const refreshed = await refreshSegment(context, brand, segment, options)
      counts.segments += refreshed.isDone ? 1 : 0
      counts.entered += refreshed.entered
      counts.left += refreshed.left
      more ||= !refreshed.isDone
    }
    const fired = await fireSegmentChanges(context, brand.id)
    counts.fired += fired.done
    counts.later += fired.later
    if (context.isOver()) return { counts, more: true }
  }
  return { counts, ...(more && { more }) }
}

function listDue(brand: Brand, known: readonly SegmentState[], now: Instant, { all }: RefreshOptions) {
  const states = new Map(known.map((state) => [state.segment_id, state]))
  return inOrder(brand.document.segments).filter((segment) => all || isDue(states.get(segment.id), segment, now))
}

function isDue(state: SegmentState | undefined, segment: Segment, now: Instant): boolean {
  if (!state?.refreshed_at || state.cursor_card !== null) return true
  // A time that is still to come was that of a clock which was put back since.
  return !isOf(state, segment) || Math.abs(now - state.refreshed_at) >= dueAfterMs
}

const hashOf = ({ where }: Segment) => createHash('sha256').update(canonicalJson(where)).digest()
const isOf = ({ config_sha256 }: SegmentState, segment: Segment) => config_sha256?.equals(hashOf(segment)) ?? false

/** Orders segments after those that they refer to. Segments that form a circle keep the order of the file. */
export function inOrder(all: readonly Segment[]): readonly Segment[] {
  const byId = new Map(all.map((segment) => [segment.id, segment]))
  const placed = new Set<Segment>()
  const visit = (segment: Segment, above: readonly Segment[]): void => {
    if (placed.has(segment) || above.includes(segment)) return
    for (const id of segmentsAsked({ all: segment.where })) {
      const asked = byId.get(id)
      if (asked) visit(asked, [...above, segment])
    }
    placed.add(segment)
  }
  for (const segment of all) visit(segment, [])
  return [...placed]
}

function segmentsAsked(condition: Condition): readonly string[] {
  if ('fact' in condition) return condition.fact === 'segment' ? [condition.value ?? []].flat().map(String) : []
  const [inner = []] = Object.values(condition).filter((value): value is readonly Condition[] => Array.isArray(value))
  return inner.flatMap(segmentsAsked)
}

/** Goes slice by slice, each in its own transaction, from where the last attempt ended. */
async function refreshSegment(
  context: JobContext,
  brand: Brand,
  segment: Segment,
  { sliceCards = sliceCardsUsual, restFactor = restFactorUsual }: RefreshOptions,
) {
  const sums = { entered: 0, left: 0, isDone: false }
  while (!sums.isDone && !context.isOver()) {
    const began = performance.now()
    const slice = await refreshNext(context, brand, segment, sliceCards)
    sums.entered += slice.entered
    sums.left += slice.left
    sums.isDone = slice.isDone
    const pauseMs = restFactor * (performance.now() - began)
    if (!sums.isDone && pauseMs > 0) await wait(pauseMs)
  }
  return sums
}

async function refreshNext(context: JobContext, brand: Brand, segment: Segment, size: number) {
  const now = await context.now()
  const listens = listenersOf(brand, segment.id)
  const configSha256 = hashOf(segment)
  return inPatience(context.pool, slicePatienceMs, async (db) => {
    const state = await lockSegment(db, brand.id, segment.id)
    const after = isOf(state, segment) ? (state.cursor_card ?? 0) : 0
    const upto = await findSliceEnd(db, brand.id, after, size)
    if (upto === undefined) {
      await updateSegmentState(db, brand.id, segment.id, { configSha256, refreshedAt: now })
      return { entered: 0, left: 0, isDone: true }
    }
    const refreshing = { brand, segment, now, listens, listsCards: keepsNotices(brand) }
    const found = await refreshSlice(db, refreshing, { after, upto })
    const told = segmentNotices(segment, found, { ref: uuidV7(now, context.random(10)), happenedAt: now })
    if (told.length > 0) await insertNotices(db, brand.id, told, listeningOf(brand))
    const refreshedAt = state.refreshed_at ?? undefined
    await updateSegmentState(db, brand.id, segment.id, { configSha256, refreshedAt, cursor: upto })
    return { entered: found.entered, left: found.left_it, isDone: false }
  })
}

/** The changes that rules of active campaigns wait for. */
function listenersOf(brand: Brand, segment: string) {
  const waiting = campaignsOf(brand).rules.filter((rule) => rule.segment?.id === segment)
  return {
    enter: waiting.some((rule) => rule.segment?.on === 'enter'),
    leave: waiting.some((rule) => rule.segment?.on === 'leave'),
  }
}

/** Empties segments that the brand no longer has. Its cards do not count as leaving: no rule can refer to it any more. */
async function removeStrays(context: JobContext, brand: Brand, states: readonly SegmentState[]): Promise<void> {
  const { pool } = context
  const known = new Set(brand.document.segments.map(({ id }) => id))
  for (const { segment_id: id } of states) {
    if (known.has(id)) continue
    while ((await deleteStrayMembers(pool, brand.id, id, sliceCardsUsual)) > 0 && !context.isOver());
    if (!context.isOver()) await deleteSegmentState(pool, brand.id, id)
  }
  await deleteOldChanges(pool, brand.id, (await context.now()) - changesKeptMs, sliceCardsUsual)
}
