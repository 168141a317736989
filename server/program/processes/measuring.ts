import type { MetricJson } from '../../ground/observe/metrics/metric-json.ts'
import { within } from '../../ground/waiting/within.ts'
import { addCounts, countsIn } from './counts.ts'
import type { ServingProcess } from './serving-process.ts'

/** Of one that does not answer in time, what it had counted last still counts; its other metrics are missing for once. */
const answerMsMax = 3000

interface Asking {
  readonly answers: Map<ServingProcess, readonly MetricJson[]>
  readonly expected: number
  readonly complete: () => void
}

/**
 * Asks processes for what they have measured, and collects the answers. What one that has ended had counted when it was
 * last asked still counts: a sum that falls would be read as a restart of all of them.
 */
export class Measuring {
  private readonly asking = new Map<number, Asking>()
  private readonly latest = new Map<ServingProcess, readonly MetricJson[]>()
  private ended: readonly MetricJson[] = []
  private last = 0

  async ask(processes: readonly ServingProcess[]): Promise<readonly (readonly MetricJson[])[]> {
    this.last += 1
    const asked = this.last
    const { promise, resolve } = Promise.withResolvers<true>()
    const asking: Asking = { answers: new Map(), expected: processes.length, complete: () => resolve(true) }
    this.asking.set(asked, asking)
    for (const one of processes) one.send({ kind: 'measure', asked })
    if (processes.length > 0) await within(answerMsMax, promise)
    this.asking.delete(asked)
    const told = processes.map((one) => asking.answers.get(one) ?? countsIn(this.latest.get(one)))
    return [...told, this.ended]
  }

  end(gone: ServingProcess): void {
    this.ended = addCounts(this.ended, countsIn(this.latest.get(gone)))
    this.latest.delete(gone)
  }

  take(from: ServingProcess, asked: number, metrics: readonly MetricJson[]): void {
    const asking = this.asking.get(asked)
    this.latest.set(from, metrics)
    asking?.answers.set(from, metrics)
    if (asking && asking.answers.size === asking.expected) asking.complete()
  }
}
