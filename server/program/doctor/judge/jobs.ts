import { formatDateTime, type Instant, minute } from '../../../ground/kernel/time.ts'
import { type Finding, ok, problem, skipped, warning } from '../finding.ts'

export interface JobSight {
  /** Whether the queue was ever made. */
  readonly hasQueues: boolean
  /** When anything of the queue was last begun, ended or announced. */
  readonly lastSignAt?: Instant
  readonly givenUp: number
  /** Whether a server is connected to the database, on whatever machine. */
  readonly hasServers: boolean
  /** How many days of the demo brand's history are made, while it is being made: jobs begin after it. */
  readonly historyDays?: number
}

/** Several jobs are announced every minute. */
const silentMs = 10 * minute

export function judgeJobs(sight: JobSight, now: Instant): Finding[] {
  const { hasQueues, lastSignAt, givenUp, hasServers, historyDays } = sight
  const begin = 'Run one process with jobs: purser start without --no-jobs, or purser work'
  const last = lastSignAt === undefined ? 'never' : `last ${formatDateTime(lastSignAt)} UTC`
  const isSilent = !hasQueues || lastSignAt === undefined || now - lastSignAt > silentMs
  const running = !hasServers
    ? skipped('jobs', `no server is connected, so that none run (${last})`)
    : isSilent && historyDays !== undefined
      ? skipped('jobs', `they begin when the demo brand's history is made: ${historyDays} of its days are`)
      : isSilent
        ? problem('jobs', `servers run, but no jobs do (${last}): nothing expires, no message is sent`, begin)
        : ok('jobs', `running (${last})`)
  const dead =
    givenUp === 0
      ? []
      : [warning('jobs', `${givenUp} given up after all retries`, 'Run: purser jobs, then purser jobs retry')]
  return [running, ...dead]
}
