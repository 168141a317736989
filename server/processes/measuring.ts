import type { MetricJson } from '../metrics/metric-json.ts'
import { within } from '../waiting/within.ts'
import type { ServingProcess } from './serving-process.ts'

/** One that does not answer in time is left out: its metrics are missing for once, those of the others are not. */
const answerMsMax = 3000

interface Asking {
  readonly answers: Map<ServingProcess, readonly MetricJson[]>
  readonly expected: number
  readonly complete: () => void
}

/** Asks processes for what they have measured, and collects the answers. */
export class Measuring {
  private readonly asking = new Map<number, Asking>()
  private last = 0

  async ask(processes: readonly ServingProcess[]): Promise<readonly (readonly MetricJson[])[]> {
    this.last += 1
    const asked = this.last
    const { promise, resolve } = Promise.withResolvers<true>()
    const asking = { answers: new Map(), expected: processes.length, complete: () => resolve(true) }
    this.asking.set(asked, asking)
    for (const one of processes) one.tell({ kind: 'measure', asked })
    if (processes.length > 0) await within(answerMsMax, promise)
    this.asking.delete(asked)
    return [...asking.answers.values()]
  }

  take(from: ServingProcess, asked: number, metrics: readonly MetricJson[]): void {
    const asking = this.asking.get(asked)
    asking?.answers.set(from, metrics)
    if (asking && asking.answers.size === asking.expected) asking.complete()
  }
}
