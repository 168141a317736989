import type { Minor } from '../../ground/kernel/money.ts'

/**
 * Splits an amount as `allocateShares` does, with plain numbers, which are exact as long as no product is too large for
 * one: the caller makes sure of `isSafe`. Every weight and cap is a whole number.
 */
export function allocateWhole(amount: Minor, weights: readonly number[], caps: readonly Minor[]): Minor[] {
  const parts = weights.map(() => 0)
  let open = positive(weights)
  let left = amount
  let total = sumAt(weights, open)
  for (;;) {
    // A product above the largest exact number is rounded, but stays above it, and so above one that is not.
    const kept = open.filter((place) => left * (weights[place] ?? 0) <= (caps[place] ?? 0) * total)
    if (kept.length === open.length) break
    const before = left
    for (const place of open) {
      const cap = caps[place] ?? 0
      if (before * (weights[place] ?? 0) <= cap * total) continue
      parts[place] = cap
      left -= cap
    }
    open = kept
    total = sumAt(weights, open)
  }
  if (left > 0) addByRemainder(parts, open, { left, weights, total })
  return parts
}

/** Whether an amount can be split by weights of this sum without a number that is not exact. */
export function isSafe(amount: Minor, total: number): boolean {
  return amount * total <= Number.MAX_SAFE_INTEGER
}

interface Split {
  readonly left: Minor
  readonly weights: readonly number[]
  readonly total: number
}

/** Whole parts first; one more each for those with the largest remainders, the earlier of equal ones. */
function addByRemainder(parts: Minor[], open: readonly number[], { left, weights, total }: Split): void {
  const remainders = new Float64Array(open.length)
  let missing = left
  for (let at = 0; at < open.length; at += 1) {
    const place = open[at] ?? 0
    const product = left * (weights[place] ?? 0)
    const remainder = product % total
    const whole = (product - remainder) / total
    remainders[at] = remainder
    parts[place] = whole
    missing -= whole
  }
  if (missing === 0) return
  const sorted = remainders.toSorted()
  const last = sorted[sorted.length - missing] ?? 0
  const larger = sorted.length - (sorted.lastIndexOf(last) + 1)
  let equal = missing - larger
  for (let at = 0; at < open.length; at += 1) {
    const remainder = remainders[at] ?? 0
    if (remainder < last || (remainder === last && equal === 0)) continue
    if (remainder === last) equal -= 1
    const place = open[at] ?? 0
    parts[place] = (parts[place] ?? 0) + 1
  }
}

export function positive(weights: readonly number[]): number[] {
  const places: number[] = []
  for (let place = 0; place < weights.length; place += 1) if ((weights[place] ?? 0) > 0) places.push(place)
  return places
}

export function sumAt(weights: readonly number[], places: readonly number[]): number {
  let sum = 0
  for (const place of places) sum += weights[place] ?? 0
  return sum
}
