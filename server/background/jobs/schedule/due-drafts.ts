import type { BrandId } from '../../../ground/kernel/ids.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { listBrandsWithDueDrafts } from '../../../storage/brand-store/drafts/draft.sql.ts'
import { publishDue } from '../../../storage/brand-store/drafts/publish-due.ts'
import type { DueMeans } from '../../../storage/brand-store/history/apply-due.ts'
import type { Job, JobContext } from '../runner/job.ts'

/** Publishes drafts at the time that was set for them, a few seconds later at the latest. */
export function dueDrafts(means: () => DueMeans): Job {
  return {
    name: 'due-drafts',
    every: { seconds: 5 },
    async run(context) {
      const counts = { published: 0, refused: 0, failed: 0 }
      for (const brand of await listBrandsWithDueDrafts(context.pool)) {
        if (context.isOver()) return { counts, more: true }
        await publishAllDue(context, { brand, means: means(), counts })
      }
      return { counts }
    },
  }
}

interface Turn {
  readonly brand: BrandId
  readonly means: DueMeans
  readonly counts: { published: number; refused: number; failed: number }
}

/** What cannot be published for now does not hold up the other brands, and is tried again at the next run. */
async function publishAllDue({ pool, log, isOver }: JobContext, { brand, means, counts }: Turn): Promise<void> {
  try {
    while (!isOver()) {
      const due = await pool.withConnection((db) => publishDue(db, brand, means))
      if (!due) return
      const { draftId, isRefused } = due
      counts[isRefused ? 'refused' : 'published'] += 1
      if (isRefused)
        log.error('brand', { brand, text: `draft ${draftId} was refused when it was due; draftLookup says why` })
      else log.info('brand', { brand, text: `draft ${draftId} was published` })
    }
  } catch (error) {
    counts.failed += 1
    log.error('brand', { ...faultFields(error), brand })
  }
}
