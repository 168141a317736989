import cluster from 'node:cluster'
import type { Log, LogFormat } from '../../ground/log/log.ts'
import type { MetricJson } from '../../ground/observe/metrics/metric-json.ts'
import { within } from '../../ground/waiting/within.ts'
import { CountPost } from './count-post.ts'
import { Measuring } from './measuring.ts'
import type { ProcessReport, ServeOrder } from './messages.ts'
import { failuresAfter, isHopeless, isStarted, pauseMsAfter } from './replacement.ts'
import { ServingProcess } from './serving-process.ts'

export interface SupervisorParts extends Pick<ServeOrder, 'url' | 'coordinator' | 'port' | 'processes' | 'runsJobs'> {
  readonly log: Log
  readonly format: LogFormat
  readonly write: (line: string) => void
}

/** Where the server can be called. */
export interface ServedAt {
  readonly port: number
  readonly address: string
}

/** Some processes could not serve; the lines say why. */
export class ProcessesFailed extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Jobs may take 18 seconds to come to an end, calls 10; what still runs then is cut off. */
const stopMsMax = 30_000

/**
 * Starts the processes that serve calls, puts another in the place of one that ends, sees to it that one of them runs the
 * jobs, and passes on what they count. It has the port, and hands each connection to one of them in turn; calls go past it.
 */
export class Supervisor {
  /** Rejects when no process can be kept running. */
  readonly broken: Promise<never>
  private readonly parts: SupervisorParts
  private readonly running = new Set<ServingProcess>()
  /** By place: how often in a row its process has ended early. */
  private readonly failures: number[]
  private readonly counts = new CountPost()
  private readonly measuring = new Measuring()
  private readonly pauses = new Set<NodeJS.Timeout>()
  private readonly started = Promise.withResolvers<ServedAt>()
  private readonly breaking = Promise.withResolvers<never>()
  private runsJobs: boolean
  private jobHolder: ServingProcess | undefined
  private servedAt: ServedAt | undefined
  private hasStarted = false
  private isStopping = false

  constructor(parts: SupervisorParts) {
    this.parts = parts
    this.runsJobs = parts.runsJobs
    this.failures = Array.from({ length: parts.processes }, () => 0)
    this.broken = this.breaking.promise
    this.broken.catch(() => undefined)
    // In turns: left to the operating system, one process may get nearly all connections.
    cluster.schedulingPolicy = cluster.SCHED_RR
    // What has not stopped by now never will. If this process ends for another reason, they stop by themselves.
    process.once('exit', () => this.isStopping && this.killAll())
  }

  /**
   * Resolves when all of them serve. One that is killed meanwhile is replaced, as later on. Rejects if one says why it cannot
   * serve before any does, because the others would say the same, and if none can be kept running.
   */
  async start(): Promise<ServedAt> {
    for (let place = 1; place <= this.parts.processes; place += 1) this.launch(place)
    try {
      return await this.started.promise
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Lets all of them finish what is in flight, and waits until they are gone. */
  async stop(): Promise<void> {
    this.isStopping = true
    this.started.reject(new ProcessesFailed(['The server was told to stop while it was starting.']))
    for (const pause of this.pauses) clearTimeout(pause)
    const leaving = [...this.running]
    for (const one of leaving) one.send({ kind: 'stop' })
    const all = Promise.all(leaving.map(({ closed }) => closed)).then(() => true)
    if (await within(stopMsMax, all)) return
    this.killAll()
    await all
  }

  /** Has one of them run the jobs from now on, if none does yet. */
  async beginJobs(): Promise<void> {
    this.runsJobs = true
    this.findJobHolder()
  }

  /** What each process that serves has measured. */
  metricsOfAll(): Promise<readonly (readonly MetricJson[])[]> {
    return this.measuring.ask(this.serving())
  }

  /** Ends all of them at once, whatever they are doing. */
  killAll(): void {
    this.isStopping = true
    for (const one of this.running) one.kill()
  }

  private launch(place: number): void {
    const { format, write } = this.parts
    const launched: ServingProcess = new ServingProcess(
      place,
      { format, write },
      { onReport: (report) => this.hear(launched, report), onEnd: (how) => this.ended(launched, how) },
    )
    this.running.add(launched)
  }

  private hear(from: ServingProcess, report: ProcessReport): void {
    switch (report.kind) {
      case 'here':
        this.order(from)
        break
      case 'serving':
        this.serves(from, report)
        break
      case 'failed':
        from.failure = report.lines
        break
      case 'counted':
        this.counts.pass(
          from,
          report,
          this.serving().filter((other) => other !== from),
        )
        break
      case 'confirmed':
        this.counts.confirm(from, report.exchange)
        break
      case 'measured':
        this.measuring.take(from, report.asked, report.metrics)
    }
  }

  private order(to: ServingProcess): void {
    if (this.isStopping) {
      to.send({ kind: 'stop' })
      return
    }
    const { url, coordinator, port, processes } = this.parts
    const runsJobs = this.runsJobs && this.jobHolder === undefined
    if (runsJobs) this.giveJobs(to)
    to.send({ kind: 'serve', url, coordinator, port, processes, runsJobs, isFurther: this.hasStarted || to.place > 1 })
  }

  private serves(one: ServingProcess, { port, address }: ServedAt): void {
    one.isServing = true
    this.servedAt = { port, address }
    this.findJobHolder()
    if (this.failures[one.place - 1]) this.parts.log.info('process replaced', { process: one.place })
    this.findStarted()
  }

  private findStarted(): void {
    const places = new Set(this.serving().map(({ place }) => place))
    if (this.hasStarted || !this.servedAt || !isStarted(this.failures, places)) return
    this.hasStarted = true
    this.started.resolve(this.servedAt)
  }

  /** Jobs are never in two processes: they go to another when the one that had them is gone. */
  private findJobHolder(): void {
    if (!this.runsJobs || this.jobHolder || this.isStopping) return
    const [next] = this.serving()
    if (!next) return
    this.giveJobs(next)
    next.send({ kind: 'jobs' })
  }

  private giveJobs(to: ServingProcess): void {
    this.jobHolder = to
    this.parts.log.info('jobs', { process: to.place, text: 'background jobs run in this process' })
  }

  private ended(one: ServingProcess, how: string): void {
    this.running.delete(one)
    this.counts.leave(one)
    this.measuring.end(one)
    if (this.jobHolder === one) this.jobHolder = undefined
    if (this.isStopping) return
    const why = one.failure.length > 0 ? one.failure : [`Process ${one.place} of ${this.parts.processes} ended ${how}.`]
    const isFault = one.failure.length > 0 && !this.hasStarted && this.serving().length === 0
    if (isFault) {
      this.started.reject(new ProcessesFailed(why))
      return
    }
    this.findJobHolder()
    this.replace(one, why)
    this.findStarted()
  }

  private replace({ place, since }: ServingProcess, why: readonly string[]): void {
    const failures = failuresAfter(this.failures[place - 1] ?? 0, performance.now() - since)
    this.failures[place - 1] = failures
    if (isHopeless(this.failures, this.serving().length)) {
      const advice = 'No process serves calls, and none could be started again. The last one said:'
      const failed = new ProcessesFailed([advice, ...why])
      if (this.hasStarted) this.breaking.reject(failed)
      else this.started.reject(failed)
      return
    }
    const pauseMs = pauseMsAfter(failures)
    const next = pauseMs === 0 ? 'Another takes its place.' : `Another takes its place in ${pauseMs / 1000} s.`
    this.parts.log.error('process ended', { process: place, text: [...why, next].join(' ') })
    const pause = setTimeout(() => {
      this.pauses.delete(pause)
      this.launch(place)
    }, pauseMs)
    this.pauses.add(pause)
  }

  private serving(): readonly ServingProcess[] {
    return [...this.running].filter(({ isServing }) => isServing)
  }
}
