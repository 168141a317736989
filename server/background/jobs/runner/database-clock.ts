import type { Instant } from '../../../ground/kernel/time.ts'
import type { JobContext } from './job.ts'

/** The database's time without asking for it each time. */
export async function databaseClock(context: Pick<JobContext, 'now'>): Promise<() => Instant> {
  const began = (await context.now()) - performance.now()
  return () => Math.floor(began + performance.now())
}

/** A number from 0 to 1 for whoever spreads things out. */
export const jitterOf = ({ random }: Pick<JobContext, 'random'>) => Buffer.from(random(4)).readUInt32BE() / 2 ** 32
