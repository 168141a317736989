import type { Minor } from '../../ground/kernel/money.ts'
import { addRatios, type Ratio } from '../../ground/kernel/ratio.ts'
import type { Attributes } from '../brand/attributes.ts'
import { commonUnder, type Micro, oneUnit, powerOfTen, shareOver, sum, underOf } from './exact.ts'
import { LinePlaces } from './line-places.ts'

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
  readonly attributes?: Attributes | undefined
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
  const places = new LinePlaces(sale.lines)
  const precise = products.filter((product) => product.sequenceId !== undefined || product.unitPrice !== undefined)
  const astray = precise.toSorted(byPrecision).flatMap((product) => {
    const left = places.put(product.quantity, product)
    return left > 0n ? [{ ...product, quantity: left }] : []
  })
  const loose = products.filter((product) => product.sequenceId === undefined && product.unitPrice === undefined)
  for (const { sku, quantity } of [...loose, ...astray.filter(isUnpriced)]) places.put(quantity, { sku })
  const atLinePrice = [...places.units]
  let priced = 0n
  const pricedOf = new Map<number, bigint>()
  for (const { sku, sequenceId, unitPrice, quantity } of astray) {
    if (unitPrice === undefined) continue
    priced += quantity * unitPrice
    const note = (line: number, units: Micro) => void pricedOf.set(line, (pricedOf.get(line) ?? 0n) + units * unitPrice)
    places.put(places.put(quantity, { sku, sequenceId }, note), { sku }, note)
  }
  return {
    units: places.units,
    value: addRatios(worthOf(sale, atLinePrice), toMinorRatio(priced, sale.scale)),
    valueOf: (lines) => {
      const otherwise = sum(lines.map((line) => pricedOf.get(line) ?? 0n))
      return addRatios(worthOf(sale, atLinePrice, new Set(lines)), toMinorRatio(otherwise, sale.scale))
    },
    worth: worthOf(sale, places.units),
  }
}

/** Lines named by sequence id go first; among those, products without a price, whose value depends on the line. */
function byPrecision(a: ReturnedProduct, b: ReturnedProduct): number {
  const rank = ({ sequenceId, unitPrice }: ReturnedProduct) =>
    sequenceId === undefined ? 2 : unitPrice === undefined ? 0 : 1
  return rank(a) - rank(b)
}

const isUnpriced = (product: ReturnedProduct) => product.unitPrice === undefined

/** Of all lines or of some, so many units of each. */
function worthOf({ lines }: SoldLines, units: readonly Micro[], some: Iterable<number> = lines.keys()): Ratio {
  const shares = Iterator.from(some).flatMap((index) => {
    const line = lines[index]
    return line ? [{ value: line.value, quantity: line.quantity, units: units[index] ?? 0n }] : []
  })
  return sumShares([...shares])
}

/** The sum of value * units / quantity. */
export function sumShares(shares: readonly { value: number | bigint; units: Micro; quantity: Micro }[]): Ratio {
  const under = commonUnder(shares.map(({ units, quantity }) => underOf(units, quantity)))
  return { over: sum(shares.map((one) => shareOver(under, BigInt(one.value), one.units, one.quantity))), under }
}

/** Quantity times unit price, both in millionths, as an amount. */
function toMinorRatio(product: bigint, scale: number): Ratio {
  return { over: product * powerOfTen(scale), under: oneUnit * oneUnit }
}
