import { hasQueues, listDeadJobs, listQueues } from '../jobs/queue-report.sql.ts'
import { formatDateTime } from '../kernel/time.ts'
import { withPool } from './pool.ts'

/** Prints the state of each job's queue, and the newest of those that failed for good. */
export async function showJobs(url: string): Promise<void> {
  const lines = await withPool(url, async (pool) => {
    if (!(await hasQueues(pool))) return ['No jobs have run on this database yet.']
    const queues = await listQueues(pool)
    const dead = await listDeadJobs(pool)
    return [
      ...queues.map(
        ({ name, waiting, retrying, active, failed, lastDone, lastOutput }) =>
          `${name}: ${waiting} waiting, ${retrying} to be tried again, ${active} running, ${failed} failed; ` +
          `last done ${lastDone === null ? 'never' : `${formatDateTime(lastDone)} UTC ${lastOutput ?? ''}`}`.trimEnd(),
      ),
      ...(dead.length === 0 ? ['No job was given up.'] : ['Given up after all retries, the newest first:']),
      ...dead.map(
        ({ name, failedAt, reason }) => `  ${formatDateTime(failedAt)} UTC ${name}: ${reason ?? 'no reason'}`,
      ),
    ]
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}
