import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import type { MetricJson } from './metric-json.ts'

let ofNode: Registry | undefined

/** Memory, processor time, garbage collection, open files: what prom-client knows of the process, under its own names. */
export async function nodeMetrics(): Promise<readonly MetricJson[]> {
  if (!ofNode) {
    ofNode = new Registry()
    collectDefaultMetrics({ register: ofNode })
  }
  const metrics = (await ofNode.getMetricsAsJSON()) as unknown as MetricJson[]
  return metrics.map((one) => ({ ...one, aggregator: aggregators[one.aggregator] ?? one.aggregator }))
}

/** Of several processes it would leave the start time out, and hide the one that is slow behind those that are not. */
const aggregators: Readonly<Record<string, string>> = { omit: 'min', average: 'max' }

/** The metrics of several processes as one text for Prometheus. */
export function mergeMetrics(processes: readonly (readonly MetricJson[])[]): Promise<string> {
  const together = AggregatorRegistry.aggregate(processes as unknown as object[])
  return together.metrics()
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE
