import assert from 'node:assert/strict'
import { type Decimal, type Minor, minorMax, parseDecimal, toJsonNumber, toMinor } from '../../ground/kernel/money.ts'

/** A quantity or a unit price in millionths: 1.5 kg is 1_500_000n. Large ones have more digits than a number keeps. */
export type Micro = bigint

const microScale = 6
export const oneUnit: Micro = 1_000_000n

const powersOfTen = Array.from({ length: 25 }, (_, exponent) => 10n ** BigInt(exponent))

export function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent)
}

/** Undefined when the number has more than 6 decimals. */
export function toMicro(decimal: Decimal): Micro | undefined {
  return decimal.scale > microScale ? undefined : BigInt(decimal.units) * powerOfTen(microScale - decimal.scale)
}

/** The configuration's numbers have up to 12 decimals: no quantity lies between the next millionth and the number. */
export function toMicroUp({ units, scale }: Decimal): Micro {
  return divideUp(BigInt(units) * oneUnit, powerOfTen(scale))
}

/** As a decimal number without trailing zeros; beyond 15 digits the last decimals are rounded away. */
export function fromMicro(micro: Micro): Decimal {
  let rounded = micro
  let scale = microScale
  while (scale > 0 && rounded > minorMax) {
    scale -= 1
    rounded = halfUp(micro, powerOfTen(microScale - scale))
  }
  let units = Number(rounded)
  while (scale > 0 && units % 10 === 0) {
    scale -= 1
    units /= 10
  }
  return { units, scale }
}

export function microNumber(micro: Micro): number {
  const { units, scale } = fromMicro(micro)
  return toJsonNumber(units, scale)
}

/** A number of the brand file; it was read as one of at most 15 digits, so its text is exact. */
export function decimalOf(value: number): Decimal {
  const decimal = parseDecimal(String(value))
  assert(decimal, 'a number of the configuration has at most 15 digits')
  return decimal
}

/** To the minor unit, half up; undefined when it is too large. */
export function toMinorHalfUp(decimal: Decimal, scale: number): Minor | undefined {
  if (decimal.scale <= scale) return toMinor(decimal, scale)
  return Number(halfUp(BigInt(decimal.units), powerOfTen(decimal.scale - scale)))
}

/** To the minor unit, down: what a bound still allows. */
export function toMinorDown({ units, scale }: Decimal, minorScale: number): Minor {
  const minor = (BigInt(units) * powerOfTen(minorScale)) / powerOfTen(scale)
  return minor > BigInt(minorMax) ? minorMax : Number(minor)
}

/** over / under, rounded half up; neither is negative. */
export function halfUp(over: bigint, under: bigint): bigint {
  return (2n * over + under) / (2n * under)
}

export function divideUp(over: bigint, under: bigint): bigint {
  return (over + under - 1n) / under
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b]
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

/** Beyond it, baskets made to be difficult would cost seconds: what is finer is rounded half up. */
const finest = powerOfTen(24)

/** The smallest denominator that fractions have in common, so that they add up exactly. */
export function commonUnder(unders: Iterable<bigint>): bigint {
  let common = 1n
  for (const under of unders) {
    if (common % under === 0n) continue
    common = (common / greatestDivisor(common, under)) * under
    if (common > finest) return finest
  }
  return common
}

/** amount * units / quantity, over the denominator `under`. */
export function shareOver(under: bigint, amount: bigint, units: Micro, quantity: Micro): bigint {
  if (units === quantity) return amount * under
  return units === 0n ? 0n : halfUp(amount * under * units, quantity)
}

/** The denominator of units / quantity. */
export function underOf(units: Micro, quantity: Micro): bigint {
  return units === quantity || units === 0n ? 1n : quantity / greatestDivisor(units, quantity)
}

export function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
