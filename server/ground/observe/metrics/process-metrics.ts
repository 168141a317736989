import type { ObservedBatch, Observer } from '../observer.ts'
import { LoopDelay } from './loop-delay.ts'
import { nodeMetrics } from './merge-metrics.ts'
import { type MetricJson, type MetricValue, toMetric, toSingle } from './metric-json.ts'
import { ByName, CountTally, countBounds, durationBounds, HistogramTally, runBounds } from './tally.ts'

/** What is looked up when somebody asks for metrics, rather than told as it happens. */
export interface ProcessState {
  readonly version: string
  /** Absent in a process that serves no calls. */
  readonly callersRefused?: Readonly<Record<string, number>>
  readonly pools: Readonly<Record<string, PoolState>>
  engine(): EngineState
  isWritable(): Promise<boolean>
  /** By how much this machine's clock is ahead of the database's. */
  clockAheadMs(): number
}

interface PoolState {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

interface EngineState {
  readonly queued: number
  readonly queuedMax: number
  readonly lanes: readonly { readonly name: string; readonly queued: number }[]
  readonly recordsWaiting: number
}

/** Codes of the catalogue are below this. */
const codesMax = 1000

/** The calls of one operation. */
class CallTally {
  readonly duration = new HistogramTally(durationBounds)
  /** By code. */
  readonly answers = new Float64Array(codesMax)
}

class JobTally {
  readonly duration = new HistogramTally(runBounds)
  readonly work = new CountTally()
  done = 0
  failed = 0
}

/** Counts what happens in this process, and tells it as prom-client would. */
export class ProcessMetrics implements Observer {
  private readonly calls = new ByName(() => new CallTally())
  private readonly jobs = new ByName(() => new JobTally())
  private readonly waits = new HistogramTally(durationBounds)
  private readonly sizes = new HistogramTally(countBounds)
  private readonly phases = {
    load: new HistogramTally(durationBounds),
    decide: new HistogramTally(durationBounds),
    store: new HistogramTally(durationBounds),
  }
  private readonly faults = new CountTally()
  private readonly loopDelay = new LoopDelay()

  follow(): undefined {
    return undefined
  }

  answered(operation: string | undefined, code: number, milliseconds: number): void {
    const call = this.calls.of(operation ?? 'none')
    call.answers[code] = (call.answers[code] ?? 0) + 1
    if (operation !== undefined) call.duration.observe(milliseconds / 1000)
  }

  batchEnded(batch: ObservedBatch): void {
    const { commands, isAlone, beganMs, loadedMs, decidedMs, endedMs, fault } = batch
    // Those that run alone were counted in the batch that failed.
    if (!isAlone) {
      this.sizes.observe(commands.length)
      for (const { since } of commands) this.waits.observe((beganMs - since) / 1000)
    }
    if (fault !== undefined) this.faults.add(fault)
    this.phases.load.observe(((loadedMs ?? endedMs) - beganMs) / 1000)
    if (loadedMs === undefined) return
    this.phases.decide.observe(((decidedMs ?? endedMs) - loadedMs) / 1000)
    if (decidedMs !== undefined) this.phases.store.observe((endedMs - decidedMs) / 1000)
  }

  jobRan(job: string, milliseconds: number, counts: Readonly<Record<string, number>> | undefined): void {
    const tally = this.jobs.of(job)
    tally.duration.observe(milliseconds / 1000)
    if (counts) tally.done += 1
    else tally.failed += 1
    for (const [what, count] of Object.entries(counts ?? {})) tally.work.add(what, count)
  }

  /** This process's metrics. Those of several are added up by mergeMetrics. */
  async toJson(state: ProcessState): Promise<readonly MetricJson[]> {
    const { version, callersRefused } = state
    const info = { value: 1, labels: { version, node: process.version } }
    return [
      toMetric('purser_build_info', [info]),
      ...this.callMetrics(),
      toMetric('purser_callers_refused_total', byLabel('reason', callersRefused ?? {})),
      ...engineMetrics(state.engine()),
      toSingle('purser_storage_writable', (await state.isWritable()) ? 1 : 0),
      toSingle('purser_clock_skew_seconds', Math.abs(state.clockAheadMs()) / 1000),
      ...this.batchMetrics(),
      ...poolMetrics(state.pools),
      toMetric('purser_event_loop_delay_seconds', this.loopDelay.tally.values('purser_event_loop_delay_seconds')),
      ...this.jobMetrics(),
      ...(await nodeMetrics()),
    ]
  }

  stop(): void {
    this.loopDelay.stop()
  }

  private callMetrics(): MetricJson[] {
    const name = 'purser_request_duration_seconds'
    const answers = this.calls.values((operation, call) =>
      Array.from(call.answers, (value, code) => ({ value, labels: { operation, code } })).filter(
        ({ value }) => value > 0,
      ),
    )
    const durations = this.calls.values((operation, call) =>
      operation === 'none' ? [] : call.duration.values(name, { operation }),
    )
    return [toMetric('purser_requests_total', answers), toMetric(name, durations)]
  }

  private batchMetrics(): MetricJson[] {
    const phase = 'purser_batch_phase_duration_seconds'
    const phases = Object.entries(this.phases).flatMap(([one, tally]) => tally.values(phase, { phase: one }))
    return [
      toMetric('purser_command_wait_seconds', this.waits.values('purser_command_wait_seconds')),
      toMetric('purser_batch_commands', this.sizes.values('purser_batch_commands')),
      toMetric(phase, phases),
      toMetric(
        'purser_batch_faults_total',
        this.faults.values((fault) => ({ fault })),
      ),
    ]
  }

  private jobMetrics(): MetricJson[] {
    const name = 'purser_job_run_duration_seconds'
    const runs = this.jobs.values((job, { done, failed }) => [
      { value: done, labels: { job_name: job, result: 'done' } },
      { value: failed, labels: { job_name: job, result: 'failed' } },
    ])
    return [
      toMetric('purser_job_runs_total', runs),
      toMetric(
        name,
        this.jobs.values((job, { duration }) => duration.values(name, { job_name: job })),
      ),
      toMetric(
        'purser_job_work_total',
        this.jobs.values((job, { work }) => work.values((what) => ({ job_name: job, what }))),
      ),
    ]
  }
}

function engineMetrics({ queued, queuedMax, lanes, recordsWaiting }: EngineState): MetricJson[] {
  return [
    toSingle('purser_commands_queued', queued),
    toSingle('purser_commands_queued_max', queuedMax),
    toMetric(
      'purser_lane_commands_queued',
      lanes.map((lane) => ({ value: lane.queued, labels: { lane: lane.name } })),
    ),
    toSingle('purser_records_waiting', recordsWaiting),
  ]
}

function poolMetrics(pools: Readonly<Record<string, PoolState>>): MetricJson[] {
  const all = Object.entries(pools)
  const connections = all.flatMap(([pool, { totalCount, idleCount }]) => [
    { value: totalCount - idleCount, labels: { pool, state: 'used' } },
    { value: idleCount, labels: { pool, state: 'idle' } },
  ])
  const waiting = all.map(([pool, { waitingCount }]) => ({ value: waitingCount, labels: { pool } }))
  return [toMetric('purser_pool_connections', connections), toMetric('purser_pool_waiting', waiting)]
}

const byLabel = (label: string, counts: Readonly<Record<string, number>>): MetricValue[] =>
  Object.entries(counts).map(([name, value]) => ({ value, labels: { [label]: name } }))
