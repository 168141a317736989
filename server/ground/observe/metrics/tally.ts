import type { MetricValue } from './metric-json.ts'

/** Seconds, from a tenth of a millisecond to ten seconds. */
export const durationBounds = [
  0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
/** Seconds, for what takes longer. */
export const runBounds = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900]
export const countBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

/**
 * A histogram that allocates nothing when it observes. One of prom-client's costs ten times as much for each value,
 * because it puts the labels together and looks them up anew.
 */
export class HistogramTally {
  private readonly bounds: readonly number[]
  private readonly counts: Float64Array
  private sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const { bounds, counts } = this
    let place = 0
    while (place < bounds.length && value > (bounds[place] ?? 0)) place += 1
    counts[place] = (counts[place] ?? 0) + 1
    this.sum += value
  }

  /** As Prometheus counts: each bucket includes those below it. */
  values(name: string, labels: MetricValue['labels'] = {}): MetricValue[] {
    let count = 0
    const buckets = Array.from(this.counts, (one, place) => {
      count += one
      return { value: count, labels: { le: this.bounds[place] ?? '+Inf', ...labels }, metricName: `${name}_bucket` }
    })
    return [
      ...buckets,
      { value: this.sum, labels, metricName: `${name}_sum` },
      { value: count, labels, metricName: `${name}_count` },
    ]
  }
}

/** Things of their own for each name, made when the name comes up first. Names are of lists in the code, never a caller's. */
export class ByName<T> {
  private readonly made = new Map<string, T>()
  private readonly make: () => T

  constructor(make: () => T) {
    this.make = make
  }

  of(name: string): T {
    let one = this.made.get(name)
    if (one === undefined) {
      one = this.make()
      this.made.set(name, one)
    }
    return one
  }

  /** The values of all of them. */
  values(toValues: (name: string, one: T) => readonly MetricValue[]): MetricValue[] {
    return [...this.made].flatMap(([name, one]) => toValues(name, one))
  }
}

/** Counts by name. */
export class CountTally {
  private readonly counts = new Map<string, number>()

  add(name: string, more = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + more)
  }

  values(toLabels: (name: string) => MetricValue['labels']): MetricValue[] {
    return [...this.counts].map(([name, value]) => ({ value, labels: toLabels(name) }))
  }
}
