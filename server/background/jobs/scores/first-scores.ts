import type { Brand } from '../../../domain/brand/brand.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { askedFor, firstMark, type WorkedOut, workedOut } from '../../../storage/store/queries/score-request.sql.ts'
import { putMark } from '../job-mark.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { type FirstLook, findFirstLook, hasMoreCheckouts } from './first-scores.sql.ts'
import { nightOf } from './nightly.ts'
import { recommendBrand } from './recommendations.ts'
import { scoreBrand } from './scores.ts'

/**
 * Computes scores and recommendations that cannot wait for the night: on a brand's first day of sales, whenever it has
 * sold more; and whenever the brand asks for it.
 */
export const firstScores: Job = { name: 'first-scores', every: { seconds: 60 }, run: runFirstScores }

/** With more checkouts than this, the first day is computed only once. The rest is left to the nightly job. */
const fewCheckouts = 10_000

async function runFirstScores(context: JobContext): Promise<JobReport> {
  const counts = { scores: 0, recommendations: 0 }
  const night = nightOf(await context.now())
  for (const brand of await context.listBrands()) {
    if (context.isOver()) return { counts, more: true }
    try {
      const look = await findFirstLook(context.pool, brand)
      for (const what of workedOut) {
        if (await isDue(context, brand, { look, what, night }))
          counts[what] += await work(context, brand, { look, what, night })
      }
    } catch (error) {
      // A brand that fails does not hold up the others.
      context.log.error('first-scores failed', { ...faultFields(error), brand })
    }
  }
  return { counts }
}

interface Step {
  readonly look: FirstLook
  readonly what: WorkedOut
  readonly night: string
}

async function isDue({ pool }: JobContext, brand: BrandId, { look, what, night }: Step): Promise<boolean> {
  const mark = look.marks[what]
  if (mark === askedFor) return true
  const isFirstDay = mark?.startsWith(night) ?? false
  if (look.newest === null || mark === markOf(night, look.newest) || (look.has[what] && !isFirstDay)) return false
  return !isFirstDay || !(await hasMoreCheckouts(pool, brand, fewCheckouts))
}

async function work(context: JobContext, brandId: BrandId, { look, what, night }: Step): Promise<number> {
  const brand = await context.brandAt(brandId)
  const asked = look.marks[what] === askedFor
  if (!asked && !isWanted(brand, what)) return 0
  await (what === 'scores' ? scoreBrand(context, brand) : recommendBrand(context, brand))
  // A request on a later day does not make that day the first one. On the first day it is handled like any other.
  const isFirstDay = !look.has[what]
  const mark = asked && !isFirstDay ? 'done' : markOf(night, look.newest ?? '')
  await putMark(context.pool, brandId, firstMark(what), mark)
  return 1
}

const markOf = (night: string, newest: string) => `${night} ${newest}`

const isWanted = ({ enabled }: Brand, what: WorkedOut) => what === 'scores' || enabled.has('recommendations')
