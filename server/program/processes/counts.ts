import type { MetricJson, MetricValue } from '../../ground/observe/metrics/metric-json.ts'

/** What only grows while a process lives. */
export function countsIn(metrics: readonly MetricJson[] = []): readonly MetricJson[] {
  return metrics.filter(({ type }) => type === 'counter' || type === 'histogram')
}

/** The sums of both. */
export function addCounts(some: readonly MetricJson[], more: readonly MetricJson[]): readonly MetricJson[] {
  const byName = Map.groupBy([...some, ...more], ({ name }) => name)
  return [...byName.values()].flatMap(([first, second]) => {
    if (!first) return []
    return second ? { ...first, values: addValues([...first.values, ...second.values]) } : first
  })
}

function addValues(values: readonly MetricValue[]): readonly MetricValue[] {
  const sums = new Map<string, MetricValue>()
  for (const one of values) {
    const key = JSON.stringify([one.metricName, Object.entries(one.labels).toSorted()])
    sums.set(key, { ...one, value: one.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()]
}
