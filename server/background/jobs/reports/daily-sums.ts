import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { inPatience, planForValues } from '../../../ground/database/timeouts.sql.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import { minute } from '../../../ground/kernel/time.ts'
import { addActivity, addUnsummed } from '../../../storage/report/activity-day.sql.ts'
import { listClosings } from '../../../storage/report/closed/closing.sql.ts'
import { addLateCalls, lockLateMark, putLateMark } from '../../../storage/report/closed/late-calls.sql.ts'
import { zonesOf } from '../../../storage/report/closed/zones.ts'
import { couponDay } from '../../../storage/report/coupon-day.sql.ts'
import { customerMonth } from '../../../storage/report/customer-month.sql.ts'
import { ledgerDay, lotDay } from '../../../storage/report/daily-sums.sql.ts'
import type { DaySum } from '../../../storage/report/day-sum.sql.ts'
import { handDay } from '../../../storage/report/hand-day.sql.ts'
import { addLotOrigins, lockOriginsMark, originsJob } from '../../../storage/report/lot-origin.sql.ts'
import { clearSums } from '../../../storage/report/mend-sums.sql.ts'
import { addOriginDays } from '../../../storage/report/origin-day.sql.ts'
import { openBooks } from '../../../storage/report/report.ts'
import { ruleDay } from '../../../storage/report/rule-day.sql.ts'
import { settleBooks, settledMs } from '../../../storage/report/settle.sql.ts'
import {
  endOfStep,
  findSummedTo,
  firstRef,
  handMark,
  lockMark,
  markOf,
  type OwnMark,
  ruleMark,
  type SummedBooks,
  sumsJob,
} from '../../../storage/report/sums-mark.sql.ts'
import { tierDay } from '../../../storage/report/tier-day.sql.ts'
import { deleteMark, putMark } from '../job-mark.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'

/** Keeps the sums of the ledger by day, so that reports need not read all of it: docs/reports.md. */
export const dailySums: Job = {
  name: sumsJob,
  every: { seconds: 60 },
  run: (context) => sumAll(context),
}

const callsPerStep = 20_000
const patienceMs = 2 * minute

/** Sums up what was stored until so long ago, so many calls at a time. */
export async function sumAll(context: JobContext, untilMs = settledMs, stepCalls = callsPerStep): Promise<JobReport> {
  const counts = { brands: 0, steps: 0 }
  const upTo = (await context.now()) - untilMs
  const settled = await settleBooks(context.pool, await context.listBrands(), upTo, () => context.isOver())
  // Somebody has been changing something for long. Reports add what is not summed themselves.
  if (!settled) return { counts }
  for (const [brand, horizon] of settled) {
    const { timeZone } = await context.brandAt(brand)
    while (await lateStep(context, { id: brand, timeZone }, horizon))
      if (context.isOver()) return { counts, more: true }
    while (await originStep(context, brand, horizon)) if (context.isOver()) return { counts, more: true }
    while (await sumStep(context, { brand, timeZone }, horizon)) {
      counts.steps += 1
      if (context.isOver()) return { counts, more: true }
    }
    for (const { mark, sum } of ownSums) {
      while (await ownStep(context, { brand, timeZone }, { horizon, mark, sum, stepCalls }))
        if (context.isOver()) return { counts, more: true }
    }
    counts.brands += 1
  }
  return { counts }
}

/** Keeps where the lots of the next calls were issued; returns whether there were any. */
function originStep(context: JobContext, brand: BrandId, horizon: string): Promise<boolean> {
  return inPatience(context.pool, patienceMs, async (db) => {
    await planForValues(db)
    const after = await lockOriginsMark(db, brand)
    const to = await endOfStep(db, brand, after, { calls: callsPerStep, horizon })
    if (to === undefined) return false
    await addLotOrigins(db, brand, { after, to })
    await putMark(db, brand, originsJob, to)
    return true
  })
}

/** Keeps which of the next calls were dated into closed months; returns whether there were any calls. */
function lateStep(context: JobContext, brand: Pick<Brand, 'id' | 'timeZone'>, horizon: string): Promise<boolean> {
  return inPatience(context.pool, patienceMs, async (db) => {
    if ((await listClosings(db, brand.id)).length === 0) return false
    await planForValues(db)
    // First the lock: a month that is being closed is closed then, or is closed later with a mark behind this one.
    const after = (await lockLateMark(db, brand.id)) ?? firstRef
    const to = await endOfStep(db, brand.id, after, { calls: callsPerStep, horizon })
    if (to === undefined) return false
    await addLateCalls(db, await openBooks(db, brand), { after, to })
    await putLateMark(db, brand.id, to)
    return true
  })
}

/** Adds the next calls to the sums; returns whether there were any. */
function sumStep(context: JobContext, own: SummedBooks, horizon: string): Promise<boolean> {
  return inPatience(context.pool, patienceMs, async (db) => {
    await planForValues(db)
    const { brand, timeZone } = own
    const books = { ...own, zones: zonesOf(await listClosings(db, brand), timeZone) }
    const known = await lockMark(db, books)
    if (!known) await beginAnew(db, brand)
    if (known?.earlier !== undefined) await takeOver(db, books, { ...known, earlier: known.earlier })
    const after = known?.summedTo ?? firstRef
    await addUnsummed(db, books, after)
    const to = await endOfStep(db, brand, after, { calls: callsPerStep, horizon })
    if (to !== undefined) {
      const span = { after, to }
      await ledgerDay.add(db, books, span)
      await lotDay.add(db, books, span)
      await addOriginDays(db, books, span)
      await couponDay.add(db, books, span)
      await addActivity(db, books, span)
      await customerMonth.add(db, books, span)
      await tierDay.add(db, books, span)
    }
    await putMark(db, brand, sumsJob, markOf(books, to ?? after))
    return to !== undefined
  })
}

/** Sums with a mark of their own. */
const ownSums = [
  { mark: ruleMark, sum: ruleDay },
  { mark: handMark, sum: handDay },
] as const

/** Sums that are forgotten have no mark: should the days be those of before again, it would count. */
async function beginAnew(db: Sql, brand: BrandId): Promise<void> {
  await clearSums(db, brand)
  for (const { mark } of ownSums) await deleteMark(db, brand, mark.job)
}

interface EarlierMark {
  readonly summedTo: RequestRef
  readonly earlier: string
}

/** A server of an earlier version summed up until now: its sums go on where it ended, as far as it had them. */
async function takeOver(db: Sql, books: SummedBooks, { summedTo, earlier }: EarlierMark): Promise<void> {
  for (const { mark } of ownSums) {
    if (mark.keptWith.includes(earlier)) await putMark(db, books.brand, mark.job, markOf(books, summedTo, mark))
    else await deleteMark(db, books.brand, mark.job)
  }
}

interface OwnStep {
  readonly horizon: string
  readonly mark: OwnMark
  readonly sum: DaySum
  readonly stepCalls: number
}

/** Adds the next calls to sums with a mark of their own, from the first on where they are new; returns whether there were any. */
function ownStep(context: JobContext, own: SummedBooks, { horizon, mark, sum, stepCalls }: OwnStep): Promise<boolean> {
  return inPatience(context.pool, patienceMs, async (db) => {
    await planForValues(db)
    const { brand, timeZone } = own
    const books = { ...own, zones: zonesOf(await listClosings(db, brand), timeZone) }
    const common = await lockMark(db, books)
    // A server of an earlier version has come in between: the next run takes over from it.
    if (!common || common.earlier !== undefined) return false
    const after = await findSummedTo(db, books, mark)
    const to = await endOfStep(db, brand, after, { calls: stepCalls, horizon })
    if (to === undefined) return false
    if (after === firstRef) await sum.clear(db, brand)
    await sum.add(db, books, { after, to })
    await putMark(db, brand, mark.job, markOf(books, to, mark))
    return true
  })
}
