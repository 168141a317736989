import { type MetricName, metricOf } from './metric-list.ts'

/** A metric with its values, in the form that prom-client's `getMetricsAsJSON` has: plain JSON, so that it can be sent. */
export interface MetricJson {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly aggregator: string
  readonly values: readonly MetricValue[]
}

export interface MetricValue {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  /** Of a histogram: the name with _bucket, _sum or _count. */
  readonly metricName?: string
}

/** Every metric of ours comes from here, so that none is missing in the list, which the documentation is made from. */
export function toMetric(name: MetricName, values: readonly MetricValue[]): MetricJson {
  const { help, type, joined } = metricOf(name)
  return { name, help, type, aggregator: joined, values }
}

/** A metric without labels. */
export const toSingle = (name: MetricName, value: number): MetricJson => toMetric(name, [{ value, labels: {} }])
