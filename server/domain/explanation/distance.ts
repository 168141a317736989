import type { Comparison } from '../brand/rules/conditions.ts'
import type { ConditionFailure, FailedComparison } from '../campaign/finding.ts'
import type { Silent } from '../campaign/judge.ts'
import { measureOf } from './words/measures.ts'
import type { Names } from './words/names.ts'

/** Of what is needed, the share that may be missing from a rule that is called near. One unit is always near. */
const missingShareMax = 0.5

/** Of what is not about how much or how many: behind every amount. */
export const distanceWithoutMeasure = 1

/** Found when all conditions hold already. */
const foundLast: ReadonlySet<Silent['kind']> = new Set([
  'throttled',
  'uncounted',
  'overBudget',
  'short',
  'nothingToDiscount',
  'nothingToConvert',
  'nothingToAdd',
  'notApplied',
])

/**
 * How far a rule was from firing that one thing kept from it: 0 where all its conditions held, then the share that is
 * missing of an amount or a count, then all else. Undefined if what is missing is more than anybody would call near.
 */
export function distanceOf(silent: Silent, names: Names): number | undefined {
  if (silent.kind !== 'failed') return foundLast.has(silent.kind) ? 0 : distanceWithoutMeasure
  const gap = gapOf(silent.failure, names)
  if (!gap) return distanceWithoutMeasure
  const { missing, needed, isCounted } = gap
  if (isCounted && missing <= 1) return Math.min(missing / Math.max(needed, 2), missingShareMax)
  return missing <= needed * missingShareMax ? missing / needed : undefined
}

interface Gap {
  readonly missing: number
  readonly needed: number
  readonly isCounted: boolean
}

/** Undefined for conditions that are not about how much or how many. */
function gapOf(failure: ConditionFailure, names: Names): Gap | undefined {
  if ('group' in failure) return undefined
  const { fact, op } = failure
  const measure = measureOf({ fact, op: op as Comparison['op'] }, names)
  const isCounted = measure?.unit !== undefined
  if (!measure || !(isCounted || measure.isWorth)) return undefined
  const [has, needed] = [Number(failure.observed ?? 0), neededOf(failure)]
  const missing = Math.abs(needed - has)
  return Number.isNaN(missing) ? undefined : { missing, needed, isCounted }
}

/** The bound that was missed. */
function neededOf({ op, expected, observed }: FailedComparison): number {
  const [low = Number.NaN, high = low] = [expected ?? []].flat().map(Number)
  return op === 'between' && Number(observed) > high ? high : low
}
