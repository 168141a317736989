import type { Estimate } from './hit-rate.ts'

const z = 1.959964

/**
 * Spearman's rank correlation: 1 where whoever has more of one has more of the other, 0 where one says nothing about the
 * other. Equal values share their rank. The interval is Fisher's, with the variance of Bonett and Wright (2000).
 */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): Estimate {
  const count = pairs.length
  if (count < 4) return { value: 0, low: -1, high: 1 }
  const value = correlation(ranksOf(pairs.map(([a]) => a)), ranksOf(pairs.map(([, b]) => b)))
  const bounded = Math.min(0.999999, Math.max(-0.999999, value))
  const reach = z * Math.sqrt((1 + bounded ** 2 / 2) / (count - 3))
  return { value, low: Math.tanh(Math.atanh(bounded) - reach), high: Math.tanh(Math.atanh(bounded) + reach) }
}

/** From 1; equal values have the mean of the ranks that they take up. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value)
  const ranks = new Array<number>(values.length).fill(0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (order[to + 1]?.value === order[from]?.value && to + 1 < order.length) to += 1
    for (let at = from; at <= to; at += 1) ranks[order[at]?.index ?? 0] = (from + to) / 2 + 1
    from = to + 1
  }
  return ranks
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [middleA, middleB] = [meanOf(a), meanOf(b)]
  let [both, ofA, ofB] = [0, 0, 0]
  a.forEach((value, index) => {
    const [x, y] = [value - middleA, (b[index] ?? 0) - middleB]
    both += x * y
    ofA += x * x
    ofB += y * y
  })
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB)
}

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
