import { availableParallelism, hostname } from 'node:os'
import { ErrandRunner } from '../../background/errand-runner/runner.ts'
import type { RunningJobs } from '../../background/jobs/runner/runner.ts'
import type { ConnectionOptions, ConnectionPool } from '../../ground/database/connection.ts'
import type { Log } from '../../ground/log/log.ts'
import type { ErrandTable } from '../../storage/errand/kind.ts'
import type { Config } from '../configuration/config.ts'

interface ErrandRooms {
  readonly connection: ConnectionOptions
  readonly pool: ConnectionPool
  readonly config: Config
  readonly log: Log
  readonly table: ErrandTable
}

/** Long work runs where the jobs run, one or two pieces at a time. */
export function withErrands(jobs: RunningJobs, { connection, pool: db, config, log, table }: ErrandRooms): RunningJobs {
  const { jobLeaseSeconds: leaseSeconds } = config
  const server = `${hostname()} ${process.pid}`
  const runner = new ErrandRunner({ db, connection, table, log, leaseSeconds, server, atOnceMax: atOnce() })
  runner.begin()
  return {
    wake: (name) => jobs.wake(name),
    stop: async () => {
      await Promise.all([jobs.stop(), runner.stop()])
    },
  }
}

const atOnceMax = 2

/** On two cores the tills and the database have one to themselves. */
const atOnce = () => Math.max(1, Math.min(atOnceMax, availableParallelism() - 1))
