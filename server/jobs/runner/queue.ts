import { PgBoss } from 'pg-boss'
import { faultFields, type Log } from '../../log/log.ts'
import type { Job } from './job.ts'

/** Where jobs that failed for good are kept until somebody has looked at them. */
export const deadQueue = 'dead'

export interface QueueParts {
  /** Of the database's owner: the queue keeps a schema of its own, which it makes and migrates itself. */
  readonly url: string
  /** Seconds after which the job of a worker that is no longer heard of goes to another. */
  readonly lease: number
  readonly log: Log
}

const day = 24 * 60 * 60
/** How long one run of a job may last, by its own watch and by that of the queue, in seconds. */
export const timeSlice = 600
const longestRun = timeSlice + 300

/** Opens the job queue on the database that everything else is in. */
export async function openQueue({ url, lease, log }: QueueParts, jobs: readonly Job[]): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'purser jobs',
    schema: 'pgboss',
    max: 3,
    // A job is given up when its lease has run out and somebody has looked: together well under a minute.
    superviseIntervalSeconds: Math.ceil(lease / 2),
    monitorIntervalSeconds: Math.ceil(lease / 2),
    maintenanceIntervalSeconds: 600,
    schedule: jobs.some(({ every }) => 'cron' in every),
    cronWorkerIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.error('jobs', faultFields(error)))
  boss.on('warning', ({ message }) => log.warn('jobs', { text: message }))
  await boss.start()
  try {
    await boss.createQueue(deadQueue, { retentionSeconds: 90 * day })
    for (const job of jobs) await makeQueue(boss, job, lease)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return boss
}

/** `exclusive`: of each job one at most waits or runs, over all processes. */
async function makeQueue(boss: PgBoss, { name, retries = 5 }: Job, lease: number): Promise<void> {
  const options = {
    heartbeatSeconds: lease,
    expireInSeconds: longestRun,
    retryLimit: retries,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: day / 4,
    deadLetter: deadQueue,
  }
  await boss.createQueue(name, { policy: 'exclusive', ...options })
  await boss.updateQueue(name, options)
}
