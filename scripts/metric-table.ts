import type { Metric } from '../server/ground/observe/metrics/metric-list.ts'

/** A table of docs/metrics.md. */
export function metricTable(metrics: Readonly<Record<string, Metric>>): string {
  const lines = Object.entries(metrics).map(
    ([name, { type, labels, help }]) => `| \`${name}\` | ${type} | ${labels.join(', ')} | ${help} |`,
  )
  return ['| metric | type | labels | meaning |', '|---|---|---|---|', ...lines].join('\n')
}
