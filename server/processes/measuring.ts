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

/** Of processes that have ended; what still earlier ones had counted is forgotten. */
const endedMax = 20

/**
 * Asks processes for what they have measured, and collects the answers. What one that has ended had counted when it was
 * last asked still counts: a sum that falls would be read as a restart of all of them.
 */
export class Measuring {
  private readonly asking = new Map<number, Asking>()
  private readonly latest = new Map<ServingProcess, readonly MetricJson[]>()
  private readonly ended: (readonly MetricJson[])[] = []
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
    return [...asking.answers.values(), ...this.ended]
  }

  end(gone: ServingProcess): void {
    const counted = this.latest.get(gone)?.filter(({ type }) => type === 'counter' || type === 'histogram')
    this.latest.delete(gone)
    if (counted) this.ended.push(counted)
    if (this.ended.length > endedMax) this.ended.shift()
  }

  take(from: ServingProcess, asked: number, metrics: readonly MetricJson[]): void {
    const asking = this.asking.get(asked)
    this.latest.set(from, metrics)
    asking?.answers.set(from, metrics)
    if (asking && asking.answers.size === asking.expected) asking.complete()
  }
}
