import type { Minor } from '../../ground/kernel/money.ts'
import { allocateWhole, isSafe, positive, sumAt } from './allocate-whole.ts'

/**
 * How far a result may be off, by its size. A sum of 1,001 products of rounded numbers is off by 1.2e-13 at the most, and
 * what is computed of it by little more.
 */
export const doubt = 1e-12

/** The most that each part can take, rounded up: the least and the most that it may be. */
export interface Caps {
  readonly least: readonly Minor[]
  readonly most: readonly Minor[]
}

export interface QuickParts {
  /** Whether weights and caps are whole numbers, and exactly what they say. */
  readonly isWhole: boolean
  readonly weights: readonly number[]
  readonly caps: Caps
  /** Splits an amount among these parts exactly. */
  readonly exactly: (amount: Minor, indexes: readonly number[]) => readonly Minor[]
}

/**
 * Splits an amount as `allocateShares` does, with floating-point numbers. Where a share cannot be told from a bound, from a
 * whole number or from another, what is still to be split is split exactly.
 */
export function allocateQuickly(amount: Minor, { isWhole, weights, caps, exactly }: QuickParts): Minor[] {
  let open: readonly number[] = positive(weights)
  if (isWhole && isSafe(amount, sumAt(weights, open))) return allocateWhole(amount, weights, caps.most)
  const parts = weights.map(() => 0)
  let left = amount
  while (left > 0 && open.length > 1) {
    const total = sumAt(weights, open)
    const round = fillUp(left / total, open, { weights, caps })
    if (!round) break
    if (round.kept.length === open.length) {
      const split = byRemainder(left, open, { weights, total })
      if (!split) break
      putAt(parts, open, split)
      return parts
    }
    putAt(parts, round.full, round.amounts)
    for (const one of round.amounts) left -= one
    open = round.kept
  }
  if (left > 0) putAt(parts, open, exactly(left, open))
  return parts
}

function putAt(parts: Minor[], indexes: readonly number[], amounts: readonly Minor[]): void {
  for (let at = 0; at < indexes.length; at += 1) parts[indexes[at] ?? 0] = amounts[at] ?? 0
}

/** Tells the parts whose share is more than they can take from the others; undefined where that cannot be told. */
function fillUp(rate: number, open: readonly number[], { weights, caps }: Pick<QuickParts, 'weights' | 'caps'>) {
  const kept: number[] = []
  const full: number[] = []
  const amounts: Minor[] = []
  for (const index of open) {
    const least = caps.least[index] ?? 0
    const most = caps.most[index] ?? 0
    const share = rate * (weights[index] ?? 0)
    const off = doubt * (1 + share)
    if (share < least - off) kept.push(index)
    else if (least !== most || share <= most + off) return undefined
    else {
      full.push(index)
      amounts.push(most)
    }
  }
  return { kept, full, amounts }
}

/** Whole parts first; one more each for those with the largest remainders. Undefined where two are too much alike. */
function byRemainder(
  left: Minor,
  open: readonly number[],
  { weights, total }: { readonly weights: readonly number[]; readonly total: number },
): Minor[] | undefined {
  const off = doubt * (1 + left)
  const split: Minor[] = []
  const remainders = new Float64Array(open.length)
  let missing = left
  for (const index of open) {
    const share = (left * (weights[index] ?? 0)) / total
    const floor = Math.floor(share)
    const remainder = share - floor
    if (remainder < off || remainder > 1 - off) return undefined
    remainders[split.length] = remainder
    split.push(floor)
    missing -= floor
  }
  if (missing === 0) return split
  const sorted = remainders.toSorted()
  const last = sorted[sorted.length - missing] ?? 0
  const next = sorted[sorted.length - missing - 1] ?? Number.NEGATIVE_INFINITY
  if (last - next < off) return undefined
  return split.map((floor, at) => ((remainders[at] ?? 0) >= last ? floor + 1 : floor))
}
