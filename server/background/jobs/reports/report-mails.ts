import type { Senders } from '../../../calls/delivery/senders.ts'
import { listBrandsWithMails } from '../../../doors/report-mail/mail.sql.ts'
import { putDueInLine } from '../../../doors/report-mail/put-in-line.ts'
import { listBrandsWithSchedules } from '../../../doors/report-mail/schedule.sql.ts'
import { type MailCounts, sendDueMails } from '../../../doors/report-mail/send-mails.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { databaseClock } from '../runner/database-clock.ts'
import type { Job, JobContext } from '../runner/job.ts'

export interface ReportMailMeans {
  readonly senders: Pick<Senders, 'email'>
  /** Where users reach the portal; undefined while nobody knows. */
  readonly reachedAt?: () => Promise<string | undefined>
}

/** Sends reports to users of the portal, within a minute of their hour. */
export function reportMails(means: ReportMailMeans): Job {
  return {
    name: 'report-mails',
    every: { seconds: 20 },
    async run(context) {
      const now = await databaseClock(context)
      const counts = { inLine: 0, sent: 0, failed: 0, notSent: 0 }
      const add = (more: Partial<typeof counts>) => {
        for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += more[name] ?? 0
      }
      for (const brand of await listBrandsWithSchedules(context.pool))
        await inBrand(context, brand, async () =>
          add({ inLine: await putDueInLine(context.pool, await context.brandAt(brand), now()) }),
        )
      const { pool, atLength, log, random } = context
      const { senders } = means
      const parts = { pool, log, random, now, senders, atLength, reachedAt: await means.reachedAt?.() }
      for (const brand of await listBrandsWithMails(pool, now())) {
        if (context.isOver()) return { counts, more: true }
        await inBrand(context, brand, async () => add({ ...(await sendAll(context, brand, parts)) }))
      }
      return { counts }
    },
  }
}

/** A brand that cannot be read, or whose reports cannot be made, does not hold up the others. */
async function inBrand({ log }: JobContext, brand: BrandId, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error('report mail', { ...faultFields(error), brand })
  }
}

async function sendAll(
  context: JobContext,
  brand: BrandId,
  parts: Parameters<typeof sendDueMails>[0],
): Promise<MailCounts> {
  const all: MailCounts = { sent: 0, failed: 0, notSent: 0 }
  while (!context.isOver()) {
    const { sent, failed, notSent } = await sendDueMails(parts, await context.brandAt(brand))
    all.sent += sent
    all.failed += failed
    all.notSent += notSent
    if (sent + failed + notSent === 0) break
  }
  return all
}
