import { keepsNotices, listeningOf } from '../../../domain/view/notice/notices-of.ts'
import { scheduleNotice } from '../../../domain/view/notice/schedule-notice.ts'
import { type BrandId, uuidV7 } from '../../../ground/kernel/ids.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { applyDue, type DueMeans, type OnRefused } from '../../../storage/brand-store/history/apply-due.ts'
import { listDueBrands } from '../../../storage/brand-store/history/schedule.sql.ts'
import { insertNotices } from '../../../storage/store/batch/notice.sql.ts'
import type { Job, JobContext } from '../runner/job.ts'

/** Applies changes of brands that were scheduled, a few seconds after their time at the latest. */
export function scheduledChanges(means: () => DueMeans): Job {
  return {
    name: 'scheduled-changes',
    every: { seconds: 5 },
    async run(context) {
      const counts = { applied: 0, refused: 0, failed: 0 }
      for (const brand of await listDueBrands(context.pool)) {
        if (context.isOver()) return { counts, more: true }
        await applyAllDue(context, { brand, means: means(), counts })
      }
      return { counts }
    },
  }
}

interface Turn {
  readonly brand: BrandId
  readonly means: DueMeans
  readonly counts: { applied: number; refused: number; failed: number }
}

/** What cannot be applied for now does not hold up the other brands, and is tried again at the next run. */
async function applyAllDue(context: JobContext, { brand, means, counts }: Turn): Promise<void> {
  const { pool, log, isOver } = context
  try {
    while (!isOver()) {
      const tell = await teller(context, brand)
      const outcome = await pool.withConnection((db) => applyDue(db, brand, means, tell))
      if (!outcome) return
      if (!outcome.refused) {
        counts.applied += 1
        log.info('brand', { brand, text: `scheduled change ${outcome.number} was applied` })
        continue
      }
      counts.refused += 1
      const history = `see purser brand history ${brand}`
      log.error('brand', { brand, text: `scheduled change ${outcome.number} was refused; ${history}` })
    }
  } catch (error) {
    counts.failed += 1
    log.error('brand', { ...faultFields(error), brand })
  }
}

/** Tells the brand's webhooks of a refusal, in the transaction that keeps it. */
async function teller(context: JobContext, brandId: BrandId): Promise<OnRefused> {
  const brand = await context.brandAt(brandId)
  const now = await context.now()
  const ref = uuidV7(now, context.random(10))
  return async (db, refused) => {
    if (!keepsNotices(brand)) return
    await insertNotices(db, brandId, [scheduleNotice(refused, { ref, happenedAt: now })], listeningOf(brand))
  }
}
