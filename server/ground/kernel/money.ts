// Browsers compute with it, too: nothing of Node is imported here.

/** A whole number of the value type's smallest unit: cents for a scale of 2. Always a safe integer. */
export type Minor = number

/** A decimal number as it was written: `units` / 10^`scale`, without trailing zeros. 12.50 is { units: 125, scale: 1 }. */
export interface Decimal {
  readonly units: number
  readonly scale: number
}

/** Not every JSON reader keeps more digits than this, so longer numbers are refused. */
export const digitsMax = 15
const scaleMax = 12
/** No sensible number is longer. */
const numberCharactersMax = 64
export const minorMax: Minor = 10 ** digitsMax - 1

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** Reads the text of a JSON number exactly; undefined if it has too many digits or is not a number. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = text.length <= numberCharactersMax ? decimalPattern.exec(text) : null
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  let digits = (whole + fraction).replace(/^0+/, '')
  let scale = fraction.length - Number(exponent)
  const trailing = /0*$/.exec(digits)?.[0].length ?? 0
  digits = digits.slice(0, digits.length - trailing)
  scale -= trailing
  if (digits === '') return { units: 0, scale: 0 }
  if (scale < 0) {
    if (digits.length - scale > digitsMax) return undefined
    digits += '0'.repeat(-scale)
    scale = 0
  }
  if (digits.length > digitsMax || scale > scaleMax) return undefined
  return { units: Number(sign + digits), scale }
}

/** Converts to minor units; undefined when the number has more decimals than `scale` or is too large. */
export function toMinor(decimal: Decimal, scale: number): Minor | undefined {
  if (decimal.scale > scale) return undefined
  const minor = decimal.units * 10 ** (scale - decimal.scale)
  return Math.abs(minor) <= minorMax ? minor : undefined
}

/** Prints minor units as decimal text without superfluous zeros: 1250 of scale 2 is "12.5". */
export function formatMinor(minor: Minor, scale: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError('an amount is a safe integer')
  if (scale === 0) return String(minor)
  const digits = String(Math.abs(minor)).padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  const whole = digits.slice(0, -scale)
  return (minor < 0 ? '-' : '') + (fraction ? `${whole}.${fraction}` : whole)
}

/** Prints with all decimals, as prices are written: 12.50. */
export function formatPrice(minor: Minor, scale: number): string {
  const [whole, fraction = ''] = formatMinor(minor, scale).split('.')
  return scale === 0 ? `${whole}` : `${whole}.${fraction.padEnd(scale, '0')}`
}

/** The JSON number that prints as exactly this amount; at most 15 digits, so nothing is lost. */
export function toJsonNumber(minor: Minor, scale: number): number {
  return scale === 0 ? minor : Number(formatMinor(minor, scale))
}

/** a * b / c, rounded half up by magnitude, computed without loss. */
export function multiplyDivide(a: number, b: number | bigint, c: number | bigint): Minor {
  const product = BigInt(a) * BigInt(b)
  const divisor = BigInt(c)
  if (divisor <= 0n) throw new RangeError('divides by a positive number')
  const magnitude = product < 0n ? -product : product
  const rounded = (2n * magnitude + divisor) / (2n * divisor)
  return Number(product < 0n ? -rounded : rounded)
}
