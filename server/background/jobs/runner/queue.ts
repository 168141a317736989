import { PgBoss } from 'pg-boss'
import { faultFields, type Log } from '../../../ground/log/log.ts'
import { within } from '../../../ground/waiting/within.ts'
import type { Job } from './job.ts'

/** Where jobs that failed for good are kept until somebody has looked at them. */
export const deadQueue = 'dead'

export interface QueueParts {
  /** Of the database's owner: the queue keeps a schema of its own, which it makes and migrates itself. */
  readonly url: string
  /** How long a worker that is no longer heard from keeps its job before another takes it over. */
  readonly leaseSeconds: number
  readonly log: Log
}

const daySeconds = 24 * 60 * 60
/** How long one run of a job should last, by its own watch. */
export const runSeconds = 600
/** When the queue gives up on a run that has not ended. */
const runSecondsMax = runSeconds + 300
/** A queue whose database is gone cannot be closed in order. */
const closeMsMax = 5000

/** Opens the job queue on the database that everything else is in. */
export async function openQueue({ url, leaseSeconds, log }: QueueParts, jobs: readonly Job[]): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'purser jobs',
    schema: 'pgboss',
    max: 3,
    connectionTimeoutMillis: 5000,
    // A job is given up when its lease has run out and somebody has looked: together well under a minute.
    superviseIntervalSeconds: Math.ceil(leaseSeconds / 2),
    monitorIntervalSeconds: Math.ceil(leaseSeconds / 2),
    maintenanceIntervalSeconds: 600,
    schedule: jobs.some(({ every }) => 'cron' in every),
    cronWorkerIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.error('jobs', faultFields(error)))
  boss.on('warning', ({ message }) => log.warn('jobs', { text: message }))
  try {
    await boss.start()
    await boss.createQueue(deadQueue, { retentionSeconds: 90 * daySeconds })
    for (const job of jobs) await makeQueue(boss, job, leaseSeconds)
  } catch (error) {
    await closeQueue(boss)
    throw error
  }
  return boss
}

/** Closes a queue that is of no use: whatever has begun is cut off. */
export async function closeQueue(boss: PgBoss): Promise<void> {
  await within(closeMsMax, boss.stop({ graceful: false })).catch(() => undefined)
}

/** `exclusive`: of each job one at most waits or runs, over all processes. */
async function makeQueue(boss: PgBoss, { name, retries = 5 }: Job, leaseSeconds: number): Promise<void> {
  const options = {
    heartbeatSeconds: leaseSeconds,
    expireInSeconds: runSecondsMax,
    retryLimit: retries,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: daySeconds / 4,
    deadLetter: deadQueue,
  }
  await boss.createQueue(name, { policy: 'exclusive', ...options })
  await boss.updateQueue(name, options)
}
