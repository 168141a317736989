import { inPatience } from '../../database/timeouts.sql.ts'
import { uuidFloor } from '../../kernel/ids.ts'
import { minute } from '../../kernel/time.ts'
import {
  addToSums,
  type Books,
  deleteSums,
  endOfStep,
  firstRef,
  lockMark,
  sumsJob,
} from '../../report/daily-sums.sql.ts'
import { putMark } from '../job-mark.sql.ts'
import type { Job, JobContext, Report } from '../runner/job.ts'

/** Keeps the sums of the ledger by day, so that reports need not read all of it: docs/reports.md. */
export const dailySums: Job = {
  name: sumsJob,
  every: { seconds: 60 },
  run: (context) => sumAll(context),
}

/** Calls are named by when they arrived. After this long, one that arrived has been stored, or never will be. */
const settledMs = 15 * minute
const rowsPerStep = 20_000
const patienceMs = 2 * minute

async function sumAll(context: JobContext): Promise<Report> {
  const counts = { brands: 0, rows: 0 }
  for (const brand of await context.listBrands()) {
    const { timeZone } = await context.brandAt(brand)
    const horizon = uuidFloor((await context.now()) - settledMs)
    let rows = rowsPerStep
    while (rows >= rowsPerStep) {
      if (context.isOver()) return { counts, more: true }
      rows = await sumStep(context, { brand, timeZone }, horizon)
      counts.rows += rows
    }
    counts.brands += 1
  }
  return { counts }
}

/** Adds the next calls to the sums; answers how many rows of the ledger those were. */
function sumStep(context: JobContext, books: Books, horizon: string): Promise<number> {
  return inPatience(context.pool, patienceMs, async (db) => {
    const { brand, timeZone } = books
    const known = await lockMark(db, books)
    if (known === undefined) await deleteSums(db, brand)
    const after = known ?? firstRef
    const to = await endOfStep(db, brand, after, { rows: rowsPerStep, horizon })
    const rows = to === undefined ? 0 : await addToSums(db, books, { after, to })
    await putMark(db, brand, sumsJob, `${to ?? after} ${timeZone}`)
    return rows
  })
}
