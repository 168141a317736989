/** What one customer was shown, by two ways of choosing, and whether it was among what they bought next. */
export interface Shot {
  readonly isHit: boolean
  readonly isBaselineHit: boolean
}

/** A share from 0 to 1, or a difference of shares, with the bounds that contain the true one in 95 of 100 cases. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

export type HitVerdict = 'better' | 'worse' | 'notDistinguishable'

export interface HitRates {
  readonly customers: number
  readonly ours: Estimate
  readonly baseline: Estimate
  readonly difference: Estimate
  readonly verdict: HitVerdict
}

/** Of the normal distribution, for 95 %. */
const z = 1.959964

/** Compares two ways of choosing on the same customers. */
export function hitRatesOf(shots: readonly Shot[]): HitRates {
  const customers = shots.length
  const count = (is: (shot: Shot) => boolean) => shots.filter(is).length
  const difference = differenceOf(
    customers,
    count(({ isHit, isBaselineHit }) => isHit && !isBaselineHit),
    count(({ isHit, isBaselineHit }) => !isHit && isBaselineHit),
  )
  return {
    customers,
    ours: shareOf(
      customers,
      count(({ isHit }) => isHit),
    ),
    baseline: shareOf(
      customers,
      count(({ isBaselineHit }) => isBaselineHit),
    ),
    difference,
    verdict: difference.low > 0 ? 'better' : difference.high < 0 ? 'worse' : 'notDistinguishable',
  }
}

/** The score interval (Wilson 1927): true for small numbers, too, and for shares near 0 and 1. */
export function shareOf(count: number, hits: number): Estimate {
  if (count === 0) return { value: 0, low: 0, high: 1 }
  const value = hits / count
  const middle = (value + z ** 2 / (2 * count)) / (1 + z ** 2 / count)
  const reach = (z * Math.sqrt((value * (1 - value)) / count + z ** 2 / (4 * count ** 2))) / (1 + z ** 2 / count)
  return { value, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/**
 * The difference of two shares of the same customers, of whom `won` are hit by the first way alone and `lost` by the
 * second alone. Half a customer is added to each of the four cells (Agresti and Min 2005), which keeps the interval
 * honest when there are few.
 */
function differenceOf(count: number, won: number, lost: number): Estimate {
  if (count === 0) return { value: 0, low: -1, high: 1 }
  const [all, b, c] = [count + 2, won + 0.5, lost + 0.5]
  const middle = (b - c) / all
  const reach = (z * Math.sqrt(b + c - (b - c) ** 2 / all)) / all
  return { value: (won - lost) / count, low: Math.max(-1, middle - reach), high: Math.min(1, middle + reach) }
}
