import { deleteMark } from '../../../background/jobs/job-mark.sql.ts'
import { retryDeadJobs } from '../../../background/jobs/runner/dead-jobs.ts'
import { openQueue } from '../../../background/jobs/runner/queue.ts'
import { type DeadJob, hasQueues, listDeadJobs, listQueues } from '../../../background/jobs/runner/queue-report.sql.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import type { Log } from '../../../ground/log/log.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { workedOut } from '../../../storage/store/queries/score-request.sql.ts'
import type { Config } from '../../configuration/config.ts'
import { CommandFailed } from '../command-failed.ts'
import { withPool } from '../pool.ts'

interface JobContext {
  readonly config: Config
  readonly log: Log
}

const noJobs = 'No jobs have run on this database yet.'

/** Prints the state of each job's queue, and the newest of those that failed for good. */
export async function showJobs(url: string): Promise<void> {
  const lines = await withPool(url, async (pool) => {
    if (!(await hasQueues(pool))) return [noJobs]
    const queues = await listQueues(pool)
    const dead = await listDeadJobs(pool)
    return [
      ...queues.map(
        ({ name, waiting, retrying, active, failed, lastDone, lastOutput }) =>
          `${name}: ${waiting} waiting, ${retrying} to be tried again, ${active} running, ${failed} failed; ` +
          `last done ${lastDone === null ? 'never' : `${formatDateTime(lastDone)} UTC ${lastOutput ?? ''}`}`.trimEnd(),
      ),
      ...(dead.length === 0 ? ['No job was given up.'] : ['Given up after all retries, the newest first:']),
      ...dead.map(lineOf),
    ]
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

const lineOf = ({ name, failedAt, reason }: DeadJob) =>
  `  ${formatDateTime(failedAt)} UTC ${name}: ${reason ?? 'no reason'}`

/** Runs a job as soon as possible; one that is done for the night starts over. */
export async function runJob(url: string, name: string, { config, log }: JobContext): Promise<void> {
  await withPool(url, async (pool) => {
    const names = (await hasQueues(pool)) ? (await listQueues(pool)).map((queue) => queue.name) : []
    if (!names.includes(name)) {
      throw new CommandFailed([
        `There is no job ${name}. ${names.length > 0 ? `Jobs are ${names.join(', ')}.` : noJobs}`,
      ])
    }
    if (!workedOut.some((what) => what === name)) return
    for (const brand of await listBrandIds(pool)) await deleteMark(pool, brand, name)
  })
  const boss = await openQueue({ url, leaseSeconds: config.jobLeaseSeconds, log }, [])
  try {
    const isNew = (await boss.send(name, null, {})) !== null
    const told = isNew ? 'A running server takes it up within seconds.' : 'It is waiting or running already.'
    process.stdout.write(`${told}\n`)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Prints what was given up one last time, and runs each of these jobs again. */
export async function retryJobs(url: string, { config, log }: JobContext): Promise<void> {
  const dead = await withPool(url, async (pool) => ((await hasQueues(pool)) ? listDeadJobs(pool) : []))
  if (dead.length === 0) {
    process.stdout.write('No job was given up.\n')
    return
  }
  const boss = await openQueue({ url, leaseSeconds: config.jobLeaseSeconds, log }, [])
  try {
    const names = await retryDeadJobs(boss)
    const told =
      names.length > 0
        ? `A running server takes up ${names.join(', ')} within seconds.`
        : 'None of them exists any more.'
    process.stdout.write(`${['These were given up; the list is now empty:', ...dead.map(lineOf), told].join('\n')}\n`)
  } finally {
    await boss.stop({ graceful: false })
  }
}
