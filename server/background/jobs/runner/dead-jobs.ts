import type { PgBoss } from 'pg-boss'
import { deadQueue } from './queue.ts'

/**
 * Has each job that was given up run once more, and forgets the rest: a job does all that is due, so one run does the
 * work of all that failed, and the queue takes no second one anyway. What is given up meanwhile stays. Answers the
 * jobs' names.
 */
export async function retryDeadJobs(boss: PgBoss): Promise<string[]> {
  const ids = (await boss.findJobs(deadQueue)).map(({ id }) => id)
  if (ids.length === 0) return []
  const { destinations } = await boss.previewRedrive(deadQueue, { ids })
  const names = destinations.map(({ name }) => name).toSorted()
  for (const sourceName of names) await boss.redrive(deadQueue, { sourceName, ids, limit: 1 })
  await boss.deleteJob(deadQueue, ids)
  return names
}
