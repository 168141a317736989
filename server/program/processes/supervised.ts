import cluster from 'node:cluster'
import type { SharedCounts } from '../../doors/api/count-exchange.ts'
import type { MetricJson } from '../../ground/observe/metrics/metric-json.ts'
import type { ProcessOrder, ProcessReport, ServeOrder } from './messages.ts'

/** What a process does with the orders that come while it serves. */
export interface OrderTaker {
  jobs(): void
  heard(told: SharedCounts): void
  known(id: number): void
  /** Undefined when nothing is measured. */
  measure(): Promise<readonly MetricJson[]> | undefined
}

/**
 * The supervisor, as one of its processes sees it. When the supervisor is gone, the process is to stop as if it had been
 * told to: whoever starts a server next shall not find another on its database.
 */
export class Supervised {
  /** Aborts when the process has to stop. */
  readonly stop: AbortSignal
  private readonly stopping = new AbortController()
  private readonly ordered = Promise.withResolvers<ServeOrder | undefined>()
  private taker: OrderTaker | undefined

  constructor() {
    this.stop = this.stopping.signal
    process.on('message', (order: ProcessOrder) => this.take(order))
    cluster.worker?.on('disconnect', () => {
      this.mayLeave()
      this.end()
    })
    // Ctrl-C and the end of a terminal reach all its processes, but they are the supervisor's to pass on.
    for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined)
    process.on('SIGTERM', () => this.end())
    // The log goes to the supervisor: without it there is nobody left to read it.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  }

  /** How to serve; undefined if it was told to stop before. */
  begin(): Promise<ServeOrder | undefined> {
    this.report({ kind: 'here' })
    return this.ordered.promise
  }

  serveAs(taker: OrderTaker): void {
    this.taker = taker
  }

  report(report: ProcessReport): void {
    if (process.connected) process.send?.(report, undefined, undefined, () => undefined)
  }

  /** Lets go of the supervisor, so that the process can end by itself. */
  leave(): void {
    this.mayLeave()
    if (process.connected) process.disconnect()
  }

  /** Otherwise Node ends a process whose supervisor is gone on the spot, with calls in flight. */
  private mayLeave(): void {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  }

  private end(): void {
    this.stopping.abort()
    this.ordered.resolve(undefined)
  }

  private take(order: ProcessOrder): void {
    switch (order.kind) {
      case 'serve':
        this.ordered.resolve(order)
        break
      case 'stop':
        this.end()
        break
      case 'jobs':
        this.taker?.jobs()
        break
      case 'heard':
        this.taker?.heard(order.told)
        this.report({ kind: 'confirmed', exchange: order.exchange })
        break
      case 'known':
        this.taker?.known(order.id)
        break
      case 'measure':
        void this.measure(order.asked)
    }
  }

  /** Whoever asks waits for a bounded time, so that what fails need not be told. */
  private async measure(asked: number): Promise<void> {
    const metrics = await this.taker?.measure()?.catch(() => undefined)
    if (metrics) this.report({ kind: 'measured', asked, metrics })
  }
}
