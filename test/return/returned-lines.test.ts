import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type Micro, oneUnit, powerOfTen, smaller } from '../../server/domain/checkout/exact.ts'
import {
  findReturnedLines,
  type ReturnedLines,
  type ReturnedProduct,
  type SoldLines,
  sumShares,
} from '../../server/domain/checkout/returned-lines.ts'
import { addRatios, type Ratio } from '../../server/ground/kernel/ratio.ts'

type Line = SoldLines['lines'][number]
type Meant = (line: Line) => boolean

/** The same as plainly as it can be said: every product walks over all lines. */
function walkAllLines(sale: SoldLines, products: readonly ReturnedProduct[]): ReturnedLines {
  const units = sale.lines.map(() => 0n)
  const isNamed = ({ sequenceId, unitPrice }: ReturnedProduct) => sequenceId !== undefined || unitPrice !== undefined
  const rank = ({ sequenceId, unitPrice }: ReturnedProduct) =>
    sequenceId === undefined ? 2 : unitPrice === undefined ? 0 : 1
  const precise = products.filter(isNamed).toSorted((a, b) => rank(a) - rank(b))
  const astray = precise.flatMap((product) =>
    put(
      product,
      (line) =>
        (product.sequenceId === undefined || line.sequenceId === product.sequenceId) &&
        (product.unitPrice === undefined || line.unitPrice === product.unitPrice),
    ),
  )
  const loose = products.filter((product) => !isNamed(product))
  for (const product of [...loose, ...astray.filter(({ unitPrice }) => unitPrice === undefined)]) put(product, anyLine)
  const atLinePrice = [...units]
  let priced = 0n
  const pricedOf = units.map(() => 0n)
  for (const product of astray) {
    const { unitPrice, sequenceId } = product
    if (unitPrice === undefined) continue
    priced += product.quantity * unitPrice
    const before = [...units]
    for (const left of put(product, (line) => line.sequenceId === sequenceId)) put(left, anyLine)
    for (const [index, back] of units.entries())
      pricedOf[index] = (pricedOf[index] ?? 0n) + (back - (before[index] ?? 0n)) * unitPrice
  }
  const valueOfLines = (which: readonly number[]) => {
    const ofThese = atLinePrice.map((back, index) => (which.includes(index) ? back : 0n))
    const otherwise = which.reduce((sum, index) => sum + (pricedOf[index] ?? 0n), 0n)
    return addRatios(worthOf(ofThese), toMinor(otherwise))
  }
  return {
    units,
    value: addRatios(worthOf(atLinePrice), toMinor(priced)),
    valueOf: valueOfLines,
    worth: worthOf(units),
  }

  function put(product: ReturnedProduct, isMeant: Meant): ReturnedProduct[] {
    let left = product.quantity
    for (const [index, line] of sale.lines.entries()) {
      if (line.sku !== product.sku || !isMeant(line)) continue
      const fits = smaller(left, line.quantity - (units[index] ?? 0n))
      units[index] = (units[index] ?? 0n) + fits
      left -= fits
    }
    return left > 0n ? [{ ...product, quantity: left }] : []
  }

  function worthOf(back: readonly Micro[]): Ratio {
    return sumShares(sale.lines.map((line, index) => ({ ...line, units: back[index] ?? 0n })))
  }

  function toMinor(product: bigint): Ratio {
    return { over: product * powerOfTen(sale.scale), under: oneUnit * oneUnit }
  }
}

const anyLine = () => true

function told({ units, value, worth, ...more }: ReturnedLines, some: readonly number[][]) {
  return { units, value, worth, values: some.map((which) => more.valueOf(which)) }
}

const sku = fc.constantFrom('a', 'b', '1 a')
const price = fc.constantFrom(0n, oneUnit, 2n * oneUnit, 2_000_001n)
const quantity = fc.oneof(fc.constantFrom(0n, 1n, oneUnit, 3n * oneUnit), fc.bigInt(0n, 4n * oneUnit))
const line = fc.record({
  sku,
  unitPrice: price,
  quantity,
  sequenceId: fc.integer({ min: 1, max: 5 }),
  value: fc.nat(500),
})
const product = fc.record(
  { sku, quantity, unitPrice: fc.option(price, { nil: undefined }), sequenceId: fc.integer({ min: 1, max: 6 }) },
  { requiredKeys: ['sku', 'quantity'] },
)

test('products come back to the lines that a walk over all lines finds, however little they say', () => {
  const lines = fc.array(line, { maxLength: 8 }).map((all) => all.map(withoutWorthOfNothing))
  fc.assert(
    fc.property(lines, fc.array(fc.array(product, { maxLength: 6 }), { maxLength: 4 }), (sold, returns) => {
      const sale: SoldLines = { scale: 2, total: sold.reduce((sum, { value }) => sum + value, 0), lines: sold }
      for (const [step] of [...returns, []].entries()) {
        const products = returns.slice(0, step).flat()
        const found = findReturnedLines(sale, products)
        const expected = walkAllLines(sale, products)
        const even = sold.flatMap((_, index) => (index % 2 === 0 ? [index] : []))
        const some = [[], even, even.map((index) => index + 1), [...sold.keys()]]
        assert.deepEqual(told(found, some), told(expected, some))
      }
    }),
    { numRuns: 2000 },
  )
})

/** Nothing of something costs nothing, in every basket. */
function withoutWorthOfNothing(one: Line): Line {
  return one.quantity === 0n ? { ...one, value: 0 } : one
}
