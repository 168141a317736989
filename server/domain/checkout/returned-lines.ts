import type { Minor } from '../../ground/kernel/money.ts'
import { commonUnder, type Micro, oneUnit, powerOfTen, shareOver, smaller, sum, underOf } from './exact.ts'

/** A checkout as it was sold; a Basket is one. `value` is the line's share of the total, before discounts. */
export interface SoldLines {
  readonly scale: number
  readonly total: Minor
  readonly lines: readonly SoldLine[]
}

interface SoldLine {
  readonly sku: string
  readonly sequenceId: number
  readonly unitPrice: Micro
  readonly quantity: Micro
  readonly value: Minor
}

/** What came back in one return, or in all so far. */
export interface ReturnedGoods {
  readonly products: readonly ReturnedProduct[]
  /** Not explained by products. */
  readonly additional: Minor
}

export interface ReturnedProduct {
  readonly sku: string
  readonly quantity: Micro
  readonly unitPrice?: Micro | undefined
  readonly sequenceId?: number | undefined
}

/** An exact amount: `over` / `under` of a minor unit. */
export interface Ratio {
  readonly over: bigint
  readonly under: bigint
}

export interface ReturnedLines {
  /** Units that are back, of each line. */
  readonly units: readonly Micro[]
  /** What was refunded for products: at the price given, or at the line's own. */
  readonly value: Ratio
  /** The same of some lines, by their indexes in the sale. */
  readonly valueOf: (lines: readonly number[]) => Ratio
  /** What the units that are back were worth when they were sold. */
  readonly worth: Ratio
}

/**
 * Finds the lines that returned products came from. All returns so far are looked at together, those first that name
 * their line best, so the order and the number of returns make no difference.
 */
export function findReturnedLines(sale: SoldLines, products: readonly ReturnedProduct[]): ReturnedLines {
  const units = sale.lines.map(() => 0n)
  const precise = products.filter((product) => product.sequenceId !== undefined || product.unitPrice !== undefined)
  const astray = precise.toSorted(byPrecision).flatMap((product) => put(product, isExactly(product)))
  const loose = products.filter((product) => product.sequenceId === undefined && product.unitPrice === undefined)
  for (const product of [...loose, ...astray.filter(isUnpriced)]) put(product, isSameSku(product))
  const atLinePrice = [...units]
  let priced = 0n
  const pricedOf = new Map<number, bigint>()
  for (const product of astray) {
    if (product.unitPrice === undefined) continue
    priced += product.quantity * product.unitPrice
    const before = [...units]
    for (const left of put(product, isSameLine(product))) put(left, isSameSku(product))
    for (const [index, back] of units.entries()) {
      const placed = back - (before[index] ?? 0n)
      if (placed > 0n) pricedOf.set(index, (pricedOf.get(index) ?? 0n) + placed * product.unitPrice)
    }
  }
  const value = worthOf(sale, atLinePrice)
  return {
    units,
    value: add(value, toMinorRatio(priced, sale.scale)),
    valueOf: (lines) => {
      const meant = new Set(lines)
      const ofMeant = atLinePrice.map((back, index) => (meant.has(index) ? back : 0n))
      const otherwise = sum(lines.map((line) => pricedOf.get(line) ?? 0n))
      return add(worthOf(sale, ofMeant), toMinorRatio(otherwise, sale.scale))
    },
    worth: worthOf(sale, units),
  }

  /** Fills the lines in their order; answers what found no place. */
  function put(product: ReturnedProduct, isMeant: (line: SoldLine) => boolean): ReturnedProduct[] {
    let left = product.quantity
    for (const [index, line] of sale.lines.entries()) {
      if (left === 0n) break
      if (!isMeant(line)) continue
      const back = units[index] ?? 0n
      const fits = smaller(left, line.quantity - back)
      units[index] = back + fits
      left -= fits
    }
    return left > 0n ? [{ ...product, quantity: left }] : []
  }
}

/** Lines named by sequence id go first; among those, products without a price, whose value depends on the line. */
function byPrecision(a: ReturnedProduct, b: ReturnedProduct): number {
  const rank = ({ sequenceId, unitPrice }: ReturnedProduct) =>
    sequenceId === undefined ? 2 : unitPrice === undefined ? 0 : 1
  return rank(a) - rank(b)
}

const isUnpriced = (product: ReturnedProduct) => product.unitPrice === undefined

function isSameSku({ sku }: ReturnedProduct) {
  return (line: SoldLine) => line.sku === sku
}

function isSameLine({ sku, sequenceId }: ReturnedProduct) {
  return (line: SoldLine) => line.sku === sku && line.sequenceId === sequenceId
}

function isExactly({ sku, sequenceId, unitPrice }: ReturnedProduct) {
  return (line: SoldLine) =>
    line.sku === sku &&
    (sequenceId === undefined || line.sequenceId === sequenceId) &&
    (unitPrice === undefined || line.unitPrice === unitPrice)
}

function worthOf(sale: SoldLines, units: readonly Micro[]): Ratio {
  return sumShares(sale.lines.map((line, index) => ({ ...line, units: units[index] ?? 0n })))
}

/** The sum of value * units / quantity. */
export function sumShares(shares: readonly { value: number | bigint; units: Micro; quantity: Micro }[]): Ratio {
  const under = commonUnder(shares.map(({ units, quantity }) => underOf(units, quantity)))
  return { over: sum(shares.map((one) => shareOver(under, BigInt(one.value), one.units, one.quantity))), under }
}

export function add(a: Ratio, b: Ratio): Ratio {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
}

/** Quantity times unit price, both in millionths, as an amount. */
function toMinorRatio(product: bigint, scale: number): Ratio {
  return { over: product * powerOfTen(scale), under: oneUnit * oneUnit }
}
