import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import type { Job } from '../../server/background/jobs/runner/job.ts'
import { openJobRoom } from './job-room.ts'
import { type Shop, testDatabase } from './shop.ts'
import { makeDatabase } from './template-database.ts'

/** A database for this test file alone: workers on the one that all share would work for the other tests' brands, too. */
export async function useOwnDatabase(): Promise<void> {
  process.env.PURSER_TEST_DATABASE = await makeDatabase(testDatabase(), `jobs_${randomBytes(6).toString('hex')}`)
}

/** Runs jobs for the shop's brand, as a worker of its own would, and answers their counts. */
export async function openWorker(shop: Shop) {
  const context = await openJobRoom(shop)
  return { context, run: async (job: Job) => (await job.run(context)).counts }
}

/** Books what has expired of a shop's cards, as the job does. */
export async function bookExpiry(shop: Shop): Promise<void> {
  await (await openWorker(shop)).run(expiry)
}

/** Looks again and again until it is so. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 120): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} seconds: ${what}`)
    await wait(50)
  }
}
