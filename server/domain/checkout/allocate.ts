import assert from 'node:assert/strict'
import type { Minor } from '../../ground/kernel/money.ts'
import { sum } from './exact.ts'

/**
 * Splits an amount in proportion to the weights into whole parts that add up to it: by largest remainder, ties to the
 * earlier part. No part exceeds its cap: what one cannot take, the others share.
 */
export function allocateShares(amount: Minor, weights: readonly bigint[], caps: readonly Minor[]): Minor[] {
  const parts = weights.map(() => 0)
  let open = [...weights.keys()].filter((index) => weightAt(index) > 0n)
  let left = amount
  let total = sum(open.map(weightAt))
  let full = open.filter(exceedsCap)
  while (full.length > 0) {
    for (const index of full) {
      parts[index] = capAt(index)
      left -= capAt(index)
    }
    open = open.filter((index) => !full.includes(index))
    total = sum(open.map(weightAt))
    full = open.filter(exceedsCap)
  }
  assert(left >= 0 && (left === 0 || open.length > 0), 'an amount fits into its parts')
  for (const [index, part] of byLargestRemainder(left, open.map(weightAt)).entries()) parts[open[index] ?? 0] = part
  return parts

  function weightAt(index: number): bigint {
    return weights[index] ?? 0n
  }
  function capAt(index: number): Minor {
    return caps[index] ?? 0
  }
  function exceedsCap(index: number): boolean {
    return BigInt(left) * weightAt(index) > BigInt(capAt(index)) * total
  }
}

function byLargestRemainder(amount: Minor, weights: readonly bigint[]): Minor[] {
  const total = sum(weights)
  if (total === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(amount) * weight)
  const parts = exact.map((one) => Number(one / total))
  const missing = amount - parts.reduce((taken, part) => taken + part, 0)
  const remainders = exact.map((one, index) => ({ index, remainder: one % total }))
  // Sorting is stable, so equal remainders stay in the order of the parts.
  remainders.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of remainders.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}
