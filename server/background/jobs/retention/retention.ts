import { type BrandId, uuidFloor } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { deleteOldErrands } from '../../../storage/errand/errand.sql.ts'
import { deleteOldMemberRows } from '../../../storage/store/member/code.sql.ts'
import { findMark, putMark } from '../job-mark.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import {
  clearWaitingPins,
  deleteOldBudgets,
  deleteOldBudgetUses,
  deleteOldDeliveries,
  dropNoticeMonths,
  dropRequestMonths,
  makePartitions,
  trimRequests,
} from './retention.sql.ts'

export interface RetentionPolicy {
  /** Days after which requests lose their traces and details; 0 keeps them forever. */
  readonly traceDays: number
  /** Months after which requests that nothing refers to are dropped; 0 means never. */
  readonly requestMonths: number
  /** Months after which notices are dropped; 0 means never. */
  readonly noticeMonths: number
}

const sliceSize = 1000
const name = 'retention'

/** Creates coming partitions, and deletes what the operator does not want to keep. At night, in UTC. */
export function retention(policy: RetentionPolicy): Job {
  return { name, every: { cron: '17 3 * * *' }, run: (context) => keepHouse(context, policy) }
}

async function keepHouse(context: JobContext, policy: RetentionPolicy): Promise<JobReport> {
  const { traceDays, requestMonths, noticeMonths } = policy
  await makePartitions(context.home ?? context.pool)
  const counts = { requests: 0, months: 0, noticeMonths: 0 }
  if (requestMonths > 0) counts.months = await dropMonths(context, requestMonths)
  if (noticeMonths > 0) counts.noticeMonths = await dropOldNotices(context, noticeMonths)
  await dropOldBudgets(context)
  await dropOldErrands(context)
  await dropWaitingPins(context)
  await dropOldMembers(context)
  if (traceDays === 0) return { counts }
  const before = (await context.now()) - traceDays * day
  for (const brand of await context.listBrands()) {
    for (;;) {
      if (context.isOver()) return { counts, more: true }
      const looked = await trimSlice(context, brand, before)
      counts.requests += looked
      if (looked < sliceSize) break
    }
  }
  return { counts }
}

async function dropMonths({ pool, home = pool, log }: JobContext, months: number): Promise<number> {
  const old = await dropRequestMonths(home, months)
  const kept = old.filter(({ dropped }) => !dropped).map(({ month }) => month)
  if (kept.length > 0) {
    const text = `requests of ${kept.join(', ')} stay: the ledger, checkouts, cards or customRequestIds refer to them`
    log.warn(name, { text })
  }
  return old.length - kept.length
}

/** Deliveries that still wait are deleted first: a delivery needs its notice. */
async function dropOldNotices({ pool, home = pool, listBrands, isOver }: JobContext, months: number): Promise<number> {
  for (const brand of await listBrands()) {
    while ((await deleteOldDeliveries(pool, brand, { months, limit: sliceSize })) === sliceSize) if (isOver()) return 0
  }
  return dropNoticeMonths(home, months)
}

async function dropOldBudgets({ pool, listBrands, isOver }: JobContext): Promise<void> {
  for (const brand of await listBrands()) {
    await deleteOldBudgets(pool, brand)
    while ((await deleteOldBudgetUses(pool, brand, sliceSize)) === sliceSize) if (isOver()) return
  }
}

async function dropOldErrands({ pool, listBrands, isOver }: JobContext): Promise<void> {
  for (const brand of await listBrands()) {
    if (isOver()) return
    await deleteOldErrands(pool, brand)
  }
}

async function dropWaitingPins({ pool, listBrands, isOver }: JobContext): Promise<void> {
  for (const brand of await listBrands())
    while ((await clearWaitingPins(pool, brand, sliceSize)) === sliceSize) if (isOver()) return
}

/** Sessions of members that are over, and codes that nobody counts any longer. */
async function dropOldMembers({ pool, listBrands, isOver, now }: JobContext): Promise<void> {
  const at = await now()
  for (const brand of await listBrands())
    while ((await deleteOldMemberRows(pool, brand, at, sliceSize)) >= sliceSize) if (isOver()) return
}

async function trimSlice({ pool }: JobContext, brand: BrandId, before: Instant): Promise<number> {
  const after = (await findMark(pool, brand, name)) ?? uuidFloor(0)
  const { looked, last } = await trimRequests(pool, brand, { after, before: uuidFloor(before), limit: sliceSize })
  if (last !== null) await putMark(pool, brand, name, last)
  return looked
}
