import { setTimeout as wait } from 'node:timers/promises'
import { type ErrorCode, refuse } from '../kernel/errors.ts'
import type { BrandId } from '../kernel/ids.ts'
import { Connection, type ConnectionOptions } from '../store/connection.ts'
import { type BatchParts, type BatchResult, runBatch } from './batch.ts'
import { faultOf } from './fault.ts'
import type { Job } from './job.ts'
import { wasCommitted } from './unknown-outcome.ts'

export interface LaneParts extends BatchParts {
  readonly connection: ConnectionOptions
  readonly batchSize: number
  /** Told of exceptions that a command ended in. */
  readonly onFault: (error: unknown, job: Job) => void
}

/** How long after its arrival a command is tried again before it is refused (109). */
const patience = 5000

/**
 * Runs batches one after the other on a connection of its own. A card always goes to the same lane, so commands on
 * one card queue here, in memory, and not on row locks.
 */
export class Lane {
  private readonly parts: LaneParts
  private readonly queues = new Map<BrandId, Job[]>()
  private connection: Promise<Connection> | undefined
  private running: Promise<void> | undefined

  constructor(parts: LaneParts) {
    this.parts = parts
  }

  add(job: Job): void {
    const brand = job.work.brand.id
    const queue = this.queues.get(brand)
    if (queue) queue.push(job)
    else this.queues.set(brand, [job])
    // Not at once but after the events at hand: what arrived together goes into one batch.
    this.running ??= new Promise((resolve) => setImmediate(resolve)).then(() => this.work())
  }

  /** Finishes what is queued and closes the connection. */
  async close(): Promise<void> {
    await this.running
    const connection = await this.connection?.catch(() => undefined)
    await connection?.close()
  }

  private async work(): Promise<void> {
    for (let batch = this.next(); batch; batch = this.next()) await this.run(batch)
    this.running = undefined
  }

  /** The next batch, of one brand. Brands take turns. */
  private next(): Job[] | undefined {
    const [first] = this.queues
    if (!first) return undefined
    const [brand, queue] = first
    this.queues.delete(brand)
    const batch = queue.splice(0, this.parts.batchSize)
    if (queue.length > 0) this.queues.set(brand, queue)
    return batch
  }

  /** A batch that fails is tried once more, then one command at a time: a bad one cannot fail its neighbours. */
  private async run(jobs: readonly Job[]): Promise<void> {
    if (await this.attempt(jobs)) return
    if (jobs.length > 1 && (await this.attempt(jobs))) return
    for (const job of jobs) await this.runAlone(job)
  }

  private async runAlone(job: Job): Promise<void> {
    for (let pause = 20; !(await this.attempt([job], true)); pause = Math.min(2 * pause, 500)) await wait(pause)
  }

  /** Runs a batch; false when nothing was executed and it may be tried again. */
  private async attempt(jobs: readonly Job[], alone = false): Promise<boolean> {
    let connection: Connection | undefined
    let storing: BatchResult | undefined
    const onStore = (result: BatchResult) => {
      storing = result
    }
    try {
      connection = await this.connect()
      await this.finish(await runBatch(connection, jobs, this.parts, { patient: alone, onStore }))
      return true
    } catch (error) {
      const lost = !connection?.alive || faultOf(error) === 'connection'
      if (lost) this.connection = undefined
      if (connection && !lost) await connection.rows`rollback`.catch(() => undefined)
      if (connection && lost && storing) return await this.settle(jobs, storing, connection)
      return alone && this.giveUp(jobs[0], error)
    }
  }

  private connect(): Promise<Connection> {
    this.connection ??= Connection.open({ ...this.parts.connection, name: 'purser lane' })
    return this.connection
  }

  private async finish({ finished, again }: BatchResult): Promise<void> {
    for (const [job, answer] of finished) job.finish(answer)
    for (const job of again) await this.runAlone(job)
  }

  /** The connection broke while the batch was being stored: finds out what became of it. */
  private async settle(jobs: readonly Job[], result: BatchResult, connection: Connection): Promise<boolean> {
    const refs = jobs.filter((job) => result.finished.get(job)?.kind === 'done').map((job) => job.work.call.ref)
    const brand = jobs[0]?.work.brand.id ?? ''
    const committed = await wasCommitted(this.parts.connection, connection.backend, { brand, refs })
    if (committed === false) return false
    if (committed) await this.finish(result)
    else
      for (const job of jobs)
        refuseJob(job, 1, 'The outcome is unknown; repeat the call with the same customRequestId.')
    return true
  }

  /** Whether a command that failed alone is at its end: a bug at once, a conflict after some time. */
  private giveUp(job: Job | undefined, error: unknown): boolean {
    if (!job) return true
    const fault = faultOf(error)
    if (fault === 'bug') {
      this.parts.onFault(error, job)
      refuseJob(job, 1)
      return true
    }
    if (fault !== 'busy' && performance.now() < job.since + patience) return false
    refuseJob(job, 109)
    return true
  }
}

function refuseJob(job: Job, code: ErrorCode, text?: string): void {
  job.finish({ ...refuse(code, text), kind: 'refused' })
}
