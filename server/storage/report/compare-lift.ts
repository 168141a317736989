/** What one side of an experiment measured, one value for each customer: how many, their mean, and their variance. */
export interface Sample {
  readonly customers: number
  readonly mean: number
  readonly variance: number
}

/** How much more a customer of the one side brings than one of the other. */
export interface LiftDifference {
  readonly difference: number
  /** The interval that has the true difference in it 19 times of 20, however often one looks. */
  readonly low: number
  readonly high: number
  readonly verdict: Verdict
}

/** `early`: too few customers to say anything. `unclear`: the interval still has 0 in it. */
type Verdict = 'higher' | 'lower' | 'unclear' | 'early'

/** Means of fewer customers on either side are not told apart: a single large basket would decide. */
export const customersMin = 100

const misleading = 0.05

/** The size of differences that the interval is tuned for: a tenth of what customers of the other side bring. */
const typicalEffect = 0.1

/**
 * Compares two samples by a mixture of normal likelihoods, whose interval is valid at every moment at once, so that
 * looking every day and stopping at the first good one misleads nobody. It is wider than the interval of a single look.
 * docs/lift.md has the formula, its sources, and how it was checked.
 */
export function compare(treated: Sample, control: Sample): LiftDifference {
  const difference = treated.mean - control.mean
  const half = halfWidth(varianceOf(treated, control), scaleOf(treated, control))
  const [low, high] = [difference - half, difference + half]
  return { difference, low, high, verdict: verdictOf([low, high], [treated, control]) }
}

function verdictOf([low, high]: readonly [number, number], samples: readonly Sample[]): Verdict {
  if (samples.some(({ customers }) => customers < customersMin)) return 'early'
  if (low > 0) return 'higher'
  return high < 0 ? 'lower' : 'unclear'
}

/** The variance of the difference of the means. */
const varianceOf = (one: Sample, other: Sample) => one.variance / one.customers + other.variance / other.customers

const scaleOf = (treated: Sample, control: Sample) =>
  typicalEffect * Math.max(Math.abs(control.mean), Math.abs(treated.mean))

function halfWidth(variance: number, scale: number): number {
  if (!Number.isFinite(variance)) return Number.POSITIVE_INFINITY
  if (variance === 0) return 0
  const prior = scale * scale
  if (prior === 0) return Number.POSITIVE_INFINITY
  const mixed = variance + prior
  return Math.sqrt(((variance * mixed) / prior) * (2 * Math.log(1 / misleading) + Math.log(mixed / variance)))
}

/** Longer than this nobody waits, and nothing stays as it was. */
const factorMax = 50

/**
 * How many times as many customers it would take to tell the difference, if it is as large as it looks now; undefined
 * if it would take longer than anybody waits.
 */
export function customersNeeded(treated: Sample, control: Sample): number | undefined {
  const wanted = Math.abs(treated.mean - control.mean)
  const scale = scaleOf(treated, control)
  const isTold = (factor: number) => halfWidth(varianceOf(treated, control) / factor, scale) < wanted
  if (!isTold(factorMax)) return undefined
  let [low, high] = [1, factorMax]
  while (high - low > 0.01) {
    const middle = (low + high) / 2
    if (isTold(middle)) high = middle
    else low = middle
  }
  return high
}

/** A sample from sums, as the database adds them up: of the values and of their squares. */
export function sampleOf(customers: number, sum: number, sumOfSquares: number): Sample {
  if (customers === 0) return { customers, mean: 0, variance: Number.POSITIVE_INFINITY }
  const mean = sum / customers
  const spread = Math.max(0, sumOfSquares - customers * mean * mean)
  return { customers, mean, variance: customers > 1 ? spread / (customers - 1) : Number.POSITIVE_INFINITY }
}
