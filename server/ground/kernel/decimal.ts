import { type Decimal, formatMinor, type Minor, parseDecimal } from './money.ts'

/** Minor units of a scale as a decimal. Unlike a parsed one it may end in zeros. */
export const ofMinor = (minor: Minor, scale: number): Decimal => ({ units: minor, scale })
export const ofInteger = (integer: number): Decimal => ({ units: integer, scale: 0 })

/** The number exactly as it is written, but with at most 15 digits. Undefined if that is still too long. */
export function toDecimal(value: number): Decimal | undefined {
  return parseDecimal(String(value)) ?? parseDecimal(value.toPrecision(15))
}

/** Below, equal to or above 0 as `a` is less than, equal to or greater than `b`. Exact at any size. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.scale === b.scale) return a.units - b.units
  const scale = Math.max(a.scale, b.scale)
  const left = scaledUp(a, scale)
  const right = scaledUp(b, scale)
  if (left === right) return 0
  return left < right ? -1 : 1
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: Number(BigInt(scaledUp(a, scale)) + BigInt(scaledUp(b, scale))), scale }
}

function scaledUp(decimal: Decimal, scale: number): number | bigint {
  const units = decimal.units * 10 ** (scale - decimal.scale)
  return Number.isSafeInteger(units) ? units : BigInt(decimal.units) * 10n ** BigInt(scale - decimal.scale)
}

/** The canonical text of a number, without superfluous zeros. */
export function decimalText(decimal: Decimal): string {
  return formatMinor(decimal.units, decimal.scale)
}
