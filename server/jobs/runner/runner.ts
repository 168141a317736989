import assert from 'node:assert/strict'
import type { PgBoss } from 'pg-boss'
import type { Brand } from '../../brand/brand.ts'
import { listBrandIds } from '../../brand-store/brand-list.sql.ts'
import { readNow } from '../../database/clock.sql.ts'
import type { ConnectionPool } from '../../database/connection.ts'
import type { Dispatcher } from '../../engine/work.ts'
import type { BrandId, RandomBytes } from '../../kernel/ids.ts'
import { faultFields } from '../../log/log.ts'
import type { Job, JobContext, Report } from './job.ts'
import { openQueue, type QueueParts, timeSlice } from './queue.ts'

export interface RunnerParts extends QueueParts {
  readonly jobs: readonly Job[]
  readonly engine: Dispatcher
  readonly brands: { load(brand: BrandId): Promise<Brand | undefined> }
  readonly pool: ConnectionPool
  readonly random: RandomBytes
}

export interface RunningJobs {
  /** Has the job run as soon as its last run is over, whatever its time; any process may be the one that runs it. */
  wake(name: string): Promise<void>
  /** Lets what is under way come to an end, which it is told to do soon. */
  stop(): Promise<void>
}

/** How often a process asks for work that others have announced, in seconds. */
const polling = 5
/** How long jobs have to come to an end when the process stops, in milliseconds: what is being sent may take 15 seconds. */
const longestStop = 18_000
/** When a job that was not done in its time goes on, in milliseconds. */
const breath = 250

/** Runs the jobs in this process, each once at a time over all processes of the database. */
export async function startJobs(parts: RunnerParts): Promise<RunningJobs> {
  const boss = await openQueue(parts, parts.jobs)
  const runner = new Runner(boss, parts)
  for (const job of parts.jobs) await runner.begin(job)
  return runner
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

  async begin(job: Job): Promise<void> {
    const { name, every } = job
    const options = { pollingIntervalSeconds: polling, heartbeatRefreshSeconds: this.parts.lease / 4 }
    const worker = await this.boss.work<null>(name, options, async ([taken]) => {
      assert(taken, 'a worker is given a job')
      return this.run(job, taken.signal)
    })
    this.workers.set(name, worker)
    if ('cron' in every) {
      await this.boss.schedule(name, every.cron, null, { missed: 'once' })
      return
    }
    assert(every.seconds <= 3600, 'a job that runs less often than once an hour has a cron expression')
    this.timers.push(setInterval(() => void this.announce(name, every.seconds), every.seconds * 1000))
    await this.announce(name, every.seconds)
  }

  async wake(name: string): Promise<void> {
    await this.announce(name)
  }

  async stop(): Promise<void> {
    this.stopping = true
    for (const timer of this.timers) clearInterval(timer)
    await this.boss.stop({ graceful: true, timeout: longestStop })
  }

  /** Of all the processes that announce a job, one succeeds in each stretch of time; it takes the job up at once. */
  private async announce(name: string, seconds?: number): Promise<void> {
    if (this.stopping) return
    try {
      const id = await this.boss.send(name, null, seconds === undefined ? {} : { singletonSeconds: seconds })
      if (id) this.boss.notifyWorker(this.workers.get(name) ?? '')
    } catch (error) {
      this.parts.log.error('jobs', faultFields(error))
    }
  }

  /** What fails is told without its data, because the queue keeps it for everybody to see. */
  private async run(job: Job, signal: AbortSignal): Promise<object> {
    const began = performance.now()
    const isOver = () => this.stopping || signal.aborted || performance.now() - began > timeSlice * 1000
    try {
      const report = await job.run(this.contextOf(isOver))
      this.tell(job, report, performance.now() - began)
      if (report.more) setTimeout(() => void this.announce(job.name), breath)
      return report.counts
    } catch (error) {
      const fields = faultFields(error)
      this.parts.log.error('job failed', { ...fields, operation: job.name })
      throw new Error(fields.text.split('\n')[0])
    }
  }

  private tell({ name }: Job, { counts }: Report, milliseconds: number): void {
    const done = Object.entries(counts).filter(([, count]) => count > 0)
    if (done.length === 0) return
    const text = done.map(([what, count]) => `${count} ${what}`).join(', ')
    this.parts.log.info('job', { operation: name, milliseconds: Math.round(milliseconds), text })
  }

  private contextOf(isOver: () => boolean): JobContext {
    const { engine, brands, pool, random, log } = this.parts
    return {
      listBrands: () => listBrandIds(pool),
      brandAt: async (id) => {
        const brand = await brands.load(id)
        assert(brand, 'a brand that is listed can be read')
        return brand
      },
      run: (work) => engine.run(work),
      pool,
      now: () => readNow(pool),
      random,
      log,
      isOver,
    }
  }
}
