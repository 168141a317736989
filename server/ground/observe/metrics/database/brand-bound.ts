import type { MetricValue } from '../metric-json.ts'
import { type MetricName, metricOf } from '../metric-list.ts'

/** So many brands are shown by name, the first by their ids; and of each so many sets or value types. */
const brandsMax = 200
const ofBrandMax = 100

const others = 'others'

/** Values about brands, of which there may be any number. Those beyond the bounds are joined under the name others. */
export function boundBrands(name: MetricName, values: readonly MetricValue[]): MetricValue[] {
  const seen = new Map<string, number>()
  const joined = new Map<string, MetricValue>()
  for (const { value, labels } of values) {
    const brand = String(labels.brand)
    if (!seen.has(brand) && seen.size < brandsMax) seen.set(brand, 0)
    const count = seen.get(brand)
    if (count !== undefined) seen.set(brand, count + 1)
    const shown = boundLabels(labels, count)
    const key = JSON.stringify(shown)
    const known = joined.get(key)
    joined.set(key, { value: known ? join(name, known.value, value) : value, labels: shown })
  }
  return [...joined.values()]
}

/** `count`: how many of the brand came before; undefined for a brand beyond the bound. */
function boundLabels(labels: MetricValue['labels'], count: number | undefined): MetricValue['labels'] {
  if (count !== undefined && count < ofBrandMax) return labels
  const isBrandShown = count !== undefined
  return Object.fromEntries(
    Object.entries(labels).map(([label, text]) => [label, isBrandShown && label === 'brand' ? text : others]),
  )
}

function join(name: MetricName, one: number, other: number): number {
  switch (metricOf(name).joined) {
    case 'sum':
      return one + other
    case 'max':
      return Math.max(one, other)
    case 'min':
      return Math.min(one, other)
  }
}
