import assert from 'node:assert/strict'
import type { PgBoss } from 'pg-boss'
import type { Dispatcher } from '../../../calls/engine/work.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import type { LongRead } from '../../../ground/database/long-reads.ts'
import { codeOf } from '../../../ground/kernel/code-of.ts'
import type { BrandId, RandomBytes } from '../../../ground/kernel/ids.ts'
import { faultFields } from '../../../ground/log/log.ts'
import type { Observer } from '../../../ground/observe/observer.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import type { Job, JobContext, JobReport } from './job.ts'
import { putBack } from './put-back.sql.ts'
import { closeQueue, openQueue, type QueueParts, runSeconds } from './queue.ts'

export interface RunnerParts extends QueueParts {
  readonly jobs: readonly Job[]
  readonly engine: Dispatcher & { readonly atLength: LongRead }
  readonly brands: { load(brand: BrandId): Promise<Brand | undefined> }
  readonly pool: ConnectionPool
  readonly home?: ConnectionPool
  readonly random: RandomBytes
  /** Whether there is no database just now, so that nothing can be announced. */
  readonly isAway?: () => boolean
  readonly observer?: Observer
}

export interface RunningJobs {
  /** Makes the job run as soon as its current run is over, whatever its schedule; any process may be the one to run it. */
  wake(name: string): Promise<void>
  /** Tells what is running to come to an end soon, and waits for it. */
  stop(): Promise<void>
}

/** How often a process asks for jobs that other processes have announced. */
const pollSeconds = 5
/** How long jobs have to come to an end when the process stops: a message that is being sent may take 15 seconds. */
const stopMsMax = 18_000
/** How soon the queue follows a clock that was put back. */
const putBackMs = 30_000
/** The pause before a job goes on that could not do everything in one run. */
const pauseMs = 250

/** Runs the jobs in this process, each once at a time over all processes of the database. */
export async function startJobs(parts: RunnerParts): Promise<RunningJobs> {
  let runner: Runner | undefined
  try {
    runner = new Runner(await openQueue(parts, parts.jobs), parts)
    await runner.begin()
    return runner
  } catch (error) {
    await runner?.abandon()
    throw new Error(`The background jobs could not be started: ${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  const isDenied = codeOf(error) === '42501'
  return isDenied ? `${reason}. The database login needs all rights on the schema pgboss.` : reason
}

class Runner implements RunningJobs {
  private readonly boss: PgBoss
  private readonly parts: RunnerParts
  private readonly timers: NodeJS.Timeout[] = []
  private readonly workers = new Map<string, string>()
  private stopping = false

  constructor(boss: PgBoss, parts: RunnerParts) {
    this.boss = boss
    this.parts = parts
  }

  /** Everything that can be refused comes before the first job is taken. */
  async begin(): Promise<void> {
    const { jobs, leaseSeconds } = this.parts
    await this.followClock()
    this.timers.push(setInterval(() => void this.followClock(), putBackMs))
    for (const { name, every } of jobs) {
      if ('cron' in every) await this.boss.schedule(name, every.cron, null, { missed: 'once' })
    }
    const options = { pollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: leaseSeconds / 4 }
    for (const job of jobs) {
      const worker = await this.boss.work<null>(job.name, options, async ([taken]) => {
        assert(taken, 'a worker is given a job')
        return this.run(job, taken.signal)
      })
      this.workers.set(job.name, worker)
    }
    for (const job of jobs) await this.announceRegularly(job)
  }

  private async announceRegularly({ name, every }: Job): Promise<void> {
    if ('cron' in every) return
    assert(every.seconds <= 3600, 'a job that runs less often than once an hour has a cron expression')
    this.timers.push(setInterval(() => void this.announce(name, every.seconds), every.seconds * 1000))
    await this.announce(name, every.seconds)
  }

  async wake(name: string): Promise<void> {
    await this.announce(name)
  }

  async stop(): Promise<void> {
    this.takeNoMore()
    await this.boss.stop({ graceful: true, timeout: stopMsMax })
  }

  /** Ends what has begun after a start that failed. */
  async abandon(): Promise<void> {
    this.takeNoMore()
    await closeQueue(this.boss)
  }

  private takeNoMore(): void {
    this.stopping = true
    for (const timer of this.timers) clearInterval(timer)
  }

  private async followClock(): Promise<void> {
    if (this.stopping || this.parts.isAway?.()) return
    try {
      const { rows } = await this.boss.getDb().executeSql(putBack)
      if (rows.length > 0)
        this.parts.log.warn('jobs', { text: 'The database clock was put back, and the queue with it.' })
    } catch (error) {
      this.parts.log.error('jobs', faultFields(error))
    }
  }

  /** Of all the processes that announce a job, one succeeds in each interval, and takes the job at once. */
  private async announce(name: string, seconds?: number): Promise<void> {
    if (this.stopping || this.parts.isAway?.()) return
    try {
      const id = await this.boss.send(name, null, seconds === undefined ? {} : { singletonSeconds: seconds })
      if (id) this.boss.notifyWorker(this.workers.get(name) ?? '')
    } catch (error) {
      this.parts.log.error('jobs', faultFields(error))
    }
  }

  /** The queue keeps the reason of a failure where operators see it, so it must not quote any data. */
  private async run(job: Job, signal: AbortSignal): Promise<object> {
    const began = performance.now()
    const isOver = () => this.stopping || signal.aborted || performance.now() - began > runSeconds * 1000
    try {
      const report = await job.run(this.contextOf(isOver))
      this.logReport(job, report, performance.now() - began)
      this.parts.observer?.jobRan(job.name, performance.now() - began, report.counts)
      if (report.more) setTimeout(() => void this.announce(job.name), pauseMs)
      return report.counts
    } catch (error) {
      const fields = faultFields(error)
      this.parts.observer?.jobRan(job.name, performance.now() - began, undefined)
      this.parts.log.error('job failed', { ...fields, operation: job.name })
      throw new Error(fields.text.split('\n')[0])
    }
  }

  private logReport({ name }: Job, { counts }: JobReport, milliseconds: number): void {
    const done = Object.entries(counts).filter(([, count]) => count > 0)
    if (done.length === 0) return
    const text = done.map(([what, count]) => `${count} ${what}`).join(', ')
    this.parts.log.info('job', { operation: name, milliseconds: Math.round(milliseconds), text })
  }

  private contextOf(isOver: () => boolean): JobContext {
    const { engine, brands, pool, home, random, log } = this.parts
    return {
      listBrands: () => listBrandIds(pool),
      brandAt: async (id) => {
        const brand = await brands.load(id)
        assert(brand, 'a brand that is listed can be read')
        return brand
      },
      run: (work) => engine.run(work),
      pool,
      atLength: engine.atLength,
      home,
      now: () => readNow(pool),
      random,
      log,
      isOver,
    }
  }
}
