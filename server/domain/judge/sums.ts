import { parseDecimal } from '../../ground/kernel/money.ts'

/**
 * Money in the brand's main currency, and points, stars and punches together, both in millionths: no value type has more
 * decimals, so that sums and comparisons are exact.
 */
export interface Sums {
  readonly money: bigint
  readonly points: bigint
}

const decimals = 6
const one = 10n ** BigInt(decimals)

export const nothing: Sums = { money: 0n, points: 0n }

/** More than any limit: what has no exchange rate could be worth anything. */
export const beyondAll = 10n ** 30n

export const plus = (a: Sums, b: Sums): Sums => ({ money: a.money + b.money, points: a.points + b.points })

export const isAbove = (sums: Sums, limit: Sums): boolean => sums.money > limit.money || sums.points > limit.points

export const isNothing = ({ money, points }: Sums): boolean => money === 0n && points === 0n

/** A number with at most 15 digits, as files and columns have them; what is beyond a millionth is cut off. */
export function toMillionths(number: number | string): bigint {
  const decimal = parseDecimal(String(number))
  if (!decimal) return 0n
  const { units, scale } = decimal
  return scale <= decimals
    ? BigInt(units) * 10n ** BigInt(decimals - scale)
    : BigInt(units) / 10n ** BigInt(scale - decimals)
}

/** Decimal text, as the database takes it. */
export function toDecimalText(millionths: bigint): string {
  return `${millionths / one}.${String(millionths % one).padStart(decimals, '0')}`
}

/** What the database has: decimal text of any length. */
export function fromDecimalText(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * one + BigInt(fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** For whoever reads it. */
export const toNumber = (millionths: bigint): number => Number(millionths) / Number(one)
