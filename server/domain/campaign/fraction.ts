import assert from 'node:assert/strict'
import { toDecimal } from '../../ground/kernel/decimal.ts'
import { type Decimal, type Minor, minorMax } from '../../ground/kernel/money.ts'
import type { RatedAmount } from '../brand/rules/amounts.ts'

type Rounding = RatedAmount['round']

/** A number as a fraction of whole numbers, so that nothing is rounded before the end. What is under is above 0. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

export function fraction({ units, scale }: Decimal): Fraction {
  return { over: BigInt(units), under: 10n ** BigInt(scale) }
}

export const multiply = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
export const divide = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.under, under: a.under * b.over })
export const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
export const subtract = (a: Fraction, { over, under }: Fraction): Fraction => add(a, { over: -over, under })
export const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under

/** Rounds a number that is not negative to a scale. Anything above the largest amount becomes the largest amount. */
export function toScale({ over, under }: Fraction, scale: number, round: Rounding): Minor {
  const scaled = scale === 0 ? over : over * 10n ** BigInt(scale)
  const minor = (round === 'down' ? scaled : scaled + (round === 'up' ? under - 1n : under / 2n)) / under
  return minor > BigInt(minorMax) ? minorMax : Number(minor)
}

/** A bound with more decimals than the value type has is rounded inwards: min up, max down. */
export function bounded(minor: Minor, { min, max }: Pick<RatedAmount, 'min' | 'max'>, scale: number) {
  const least = min === undefined ? 0 : toScale(fraction(exact(min)), scale, 'up')
  const most = max === undefined ? minorMax : toScale(fraction(exact(max)), scale, 'down')
  if (minor > most || least > most) return { minor: most, bound: 'max' as const }
  return minor < least ? { minor: least, bound: 'min' as const } : { minor }
}

/** A number of the brand file in minor units, rounded down if it has more decimals than the scale. */
export function configuredMinor(value: number, scale: number): Minor {
  return toScale(fraction(exact(value)), scale, 'down')
}

/** Files have few different numbers, and rules ask for the same ones in each call. */
const decimals = new Map<number, Decimal>()
const decimalsMax = 10_000

export function exact(value: number): Decimal {
  const known = decimals.get(value)
  if (known) return known
  const decimal = toDecimal(value)
  assert(decimal, 'a number of an applied file has at most 15 digits')
  if (decimals.size >= decimalsMax) decimals.clear()
  decimals.set(value, decimal)
  return decimal
}

export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && 'units' in value
}
