/** An exact number as a fraction. `under` is above 0. */
export interface Ratio {
  readonly over: bigint
  readonly under: bigint
}

export const zeroRatio: Ratio = { over: 0n, under: 1n }

export function addRatios(one: Ratio, other: Ratio): Ratio {
  if (one.under === other.under) return { over: one.over + other.over, under: one.under }
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under }
}

/** Below, equal to or above 0 as `one` is less than, equal to or greater than `other`. */
export function compareRatios(one: Ratio, other: Ratio): number {
  const [left, right] = [one.over * other.under, other.over * one.under]
  return left === right ? 0 : left < right ? -1 : 1
}

/** How far apart two are, as a number with so many decimals, or as many more as it takes not to say 0. */
export function distanceText(one: Ratio, other: Ratio, scale: number): string {
  const over = one.over * other.under - other.over * one.under
  const [size, under] = [over < 0n ? -over : over, one.under * other.under]
  for (let decimals = scale; ; decimals += 1) {
    const units = roundHalfUp(size * 10n ** BigInt(decimals), under)
    if (units > 0n || size === 0n || decimals >= decimalsMax) return withPoint(units, decimals)
  }
}

const decimalsMax = 12

/** Away from zero at a half, so that what is taken back is worth what was given. */
export function roundHalfUp(over: bigint, under: bigint): bigint {
  const size = over < 0n ? -over : over
  const rounded = (size * 2n + under) / (under * 2n)
  return over < 0n ? -rounded : rounded
}

function withPoint(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units)
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
