import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type ReturnInput, readReturn } from '../../server/domain/checkout/read-return.ts'
import {
  type GivenMutation,
  type ReturnShares,
  shareReturn,
  sumUpReturns,
  unitsOfSku,
} from '../../server/domain/checkout/return-shares.ts'
import type { ReturnedGoods, SoldLines } from '../../server/domain/checkout/returned-lines.ts'
import { isRefusal } from '../../server/ground/kernel/errors.ts'
import { dec, till } from '../support/basket-till.ts'

type Of = GivenMutation['of']

/** Reads "1 ESP, 0.5 HAM at 12, 1 ESP no 2, +4.50": quantity and SKU, a unit price, a sequence id, an extra amount. */
function returned(text: string): ReturnedGoods {
  const words = text === '' ? [] : text.split(', ')
  const extra = words.filter((word) => word.startsWith('+'))
  const request: ReturnInput = {
    returnedProducts: words.filter((word) => !word.startsWith('+')).map(readProduct),
    additionalReturnAmount: dec(extra.reduce((sum, word) => sum + Number(word), 0)),
  }
  const read = readReturn(request, 2)
  assert.ok(!isRefusal(read))
  return read
}

function readProduct(text: string) {
  const [, quantity = '', sku = '', price, no] = /^(\S+) (\S+)(?: at (\S+))?(?: no (\d+))?$/.exec(text) ?? []
  const unitPrice = price === undefined ? {} : { unitPrice: dec(price) }
  return { sku, amountPurchased: dec(quantity), ...unitPrice, ...(no === undefined ? {} : { sequenceId: Number(no) }) }
}

/** Returns step by step, as the operation does: what each step takes back is remembered. */
function returnInSteps(
  sale: SoldLines,
  given: readonly [number, Of][],
  steps: readonly ReturnedGoods[],
): ReturnShares[] {
  const takenBack = given.map(() => 0)
  return steps.map((now, index) => {
    const mutations = given.map(([amount, of], which) => ({ amount, of, takenBack: takenBack[which] ?? 0 }))
    const shares = shareReturn(sumUpReturns(sale, { before: steps.slice(0, index), now }), mutations)
    for (const [which, amount] of shares.takeBack.entries()) takenBack[which] = (takenBack[which] ?? 0) + amount
    return shares
  })
}

test('what is returned takes back its share', () => {
  const ofSku = (sku: string, no?: number) => (sale: SoldLines) => unitsOfSku(sale, sku, no)
  const wide = () => 'checkout' as const
  //  what, sold, total, a mutation of, amount, returns, taken back step by step
  const table: [string, string, string | undefined, (sale: SoldLines) => Of, number, string[], number[]][] = [
    ['a third of the value', '1 ESP 3, 1 CAKE 6', undefined, wide, 90, ['1 ESP'], [30]],
    ['everything at once', '1 ESP 3, 1 CAKE 6', undefined, wide, 100, ['1 ESP, 1 CAKE'], [100]],
    ['thirds of 100 are 33, 34 and 33', '3 ESP 1', undefined, wide, 100, ['1 ESP', '1 ESP', '1 ESP'], [33, 34, 33]],
    ['one point for three: half up, once', '3 ESP 1', undefined, wide, 1, ['1 ESP', '1 ESP', '1 ESP'], [0, 1, 0]],
    ['what a campaign took comes back', '2 ESP 3', undefined, wide, -5, ['1 ESP', '1 ESP'], [-3, -2]],
    ['product-bound: by quantity', '2 ESP 3, 1 CAKE 9', undefined, ofSku('ESP'), 10, ['1 ESP'], [5]],
    ['product-bound: other products', '2 ESP 3, 1 CAKE 9', undefined, ofSku('ESP'), 10, ['1 CAKE'], [0]],
    ['by quantity over lines of two prices', '1 ESP 1, 3 ESP 9', undefined, ofSku('ESP'), 8, ['1 ESP'], [2]],
    ['one line of the SKU', '1 ESP 1, 3 ESP 9', undefined, ofSku('ESP', 2), 9, ['1 ESP no 2'], [3]],
    ['the line is found by its price', '1 ESP 1, 3 ESP 9', undefined, ofSku('ESP', 2), 9, ['1 ESP at 9'], [3]],
    ['one line at another price', '1 ESP 1, 3 ESP 9', undefined, ofSku('ESP', 2), 9, ['1 ESP at 5 no 2'], [3]],
    ['the earlier line, if nothing tells', '1 ESP 1, 3 ESP 9', undefined, ofSku('ESP', 2), 9, ['1 ESP'], [0]],
    ['fractional kilograms', '1.5 HAM 20', undefined, ofSku('HAM'), 30, ['0.25 HAM', '0.5 HAM'], [5, 10]],
    ['returned at half the price', '1 ESP 4, 1 CAKE 6', undefined, wide, 100, ['1 ESP at 2'], [20]],
    ['all of it at half the price is all of it', '1 ESP 4', undefined, wide, 100, ['1 ESP at 2'], [100]],
    ['an amount without products', '1 ESP 4, 1 CAKE 6', undefined, wide, 100, ['+2.50'], [25]],
    ['all the money without products', '1 ESP 4', undefined, ofSku('ESP'), 100, ['+4'], [100]],
    ['the rest of a given total', '1 ESP 4', '10', wide, 100, ['1 ESP', '+6'], [40, 60]],
    ['a total below the lines', '2 ESP 4', '4', wide, 100, ['1 ESP', '1 ESP'], [50, 50]],
    ['whose prices are named', '2 ESP 4', '4', wide, 100, ['1 ESP at 4', '1 ESP at 4'], [50, 50]],
    ['a checkout of nothing', '1 ESP 0', undefined, wide, 100, ['1 ESP'], [100]],
    ['half of nothing by quantity', '2 ESP 0', undefined, ofSku('ESP'), 100, ['1 ESP', '1 ESP'], [50, 50]],
    ['more than was bought', '1 ESP 3', undefined, wide, 100, ['2 ESP', '1 ESP'], [100, 0]],
    ['nothing', '1 ESP 3', undefined, wide, 100, [''], [0]],
  ]
  for (const [what, sold, total, of, amount, returns, expected] of table) {
    const sale = till(sold, total === undefined ? {} : { checkoutTotal: dec(total) })
    const steps = returnInSteps(sale, [[amount, of(sale)]], returns.map(returned))
    assert.deepEqual(
      steps.map((step) => step.takeBack[0]),
      expected,
      what,
    )
  }
})

test('what a return is worth is rounded half up, of the sum of all returns so far', () => {
  //  sold, returns, worth of each step in cents
  const table: [string, string[], number[]][] = [
    ['2 ESP 0.25', ['0.5 ESP', '0.5 ESP', '1 ESP'], [13, 12, 25]],
    ['1 HAM 0.01', ['0.5 HAM', '0.5 HAM'], [1, 0]],
    ['3 BUN 0.015', ['1 BUN', '1 BUN', '1 BUN'], [2, 1, 2]],
  ]
  for (const [sold, returns, expected] of table) {
    const worth = returnInSteps(till(sold), [], returns.map(returned)).map(({ value }) => value)
    assert.deepEqual(worth, expected, `${sold}: ${returns.join(' | ')}`)
  }
})

test('more than was bought is noticed, in units and in value', () => {
  //  what, sold, total, returns, what the last one is told
  const table: [string, string, string | undefined, string[], string][] = [
    ['all of it', '2 ESP 3', undefined, ['1 ESP', '1 ESP'], ''],
    ['one too many', '2 ESP 3', undefined, ['1 ESP', '1 ESP', '1 ESP'], 'units ESP'],
    ['one too many at once', '2 ESP 3', undefined, ['3 ESP'], 'units ESP'],
    ['a millionth too many', '2 ESP 3', undefined, ['2.000001 ESP'], 'units ESP'],
    ['another product', '2 ESP 3', undefined, ['1 TEA'], 'units TEA'],
    ['units of all lines of the SKU', '1 ESP 3, 1 ESP 4', undefined, ['2 ESP no 1'], ''],
    ['too dear', '2 ESP 3', undefined, ['1 ESP at 6.01'], 'value'],
    ['dear, but not more than was paid', '2 ESP 3', undefined, ['1 ESP at 6'], ''],
    ['an amount too much', '2 ESP 3', undefined, ['1 ESP', '+3.01'], 'value'],
    ['the amount that is left', '2 ESP 3', undefined, ['1 ESP', '+3'], ''],
    ['a total below the lines', '2 ESP 3', '4', ['2 ESP'], ''],
    ['a total below the lines, prices named', '2 ESP 3', '4', ['2 ESP at 3'], ''],
    ['lines that were rounded down', '3 ESP 0.333', undefined, ['1 ESP', '1 ESP', '1 ESP'], ''],
    ['less than half a cent', '2 ESP 3', undefined, ['2 ESP at 3.002'], ''],
  ]
  for (const [what, sold, total, returns, told] of table) {
    const sale = till(sold, total === undefined ? {} : { checkoutTotal: dec(total) })
    const over = returnInSteps(sale, [], returns.map(returned)).at(-1)?.over
    assert.equal(over === undefined ? '' : over.kind === 'units' ? `units ${over.sku}` : 'value', told, what)
  }
})

test('a return is full when everything is back', () => {
  //  what, sold, total, returns, full
  const table: [string, string, string | undefined, string[], boolean][] = [
    ['all units', '2 ESP 3, 1 CAKE 4', undefined, ['2 ESP, 1 CAKE'], true],
    ['all units in steps', '2 ESP 3, 1 CAKE 4', undefined, ['1 CAKE', '1 ESP', '1 ESP'], true],
    ['one is missing', '2 ESP 3, 1 CAKE 4', undefined, ['1 CAKE', '1 ESP'], false],
    ['a gift is missing', '1 ESP 3, 1 TEA 0', undefined, ['1 ESP'], false],
    ['the rest is missing', '1 ESP 3', '10', ['1 ESP'], false],
    ['the rest too', '1 ESP 3', '10', ['1 ESP', '+7'], true],
    ['all the money', '1 ESP 3', undefined, ['+3'], true],
    ['the money for what is missing', '1 ESP 3, 1 CAKE 4', undefined, ['1 ESP', '+4'], true],
    ['a price that makes up for the other product', '1 ESP 3, 1 CAKE 4', undefined, ['1 ESP at 7'], false],
    ['at lower prices', '1 ESP 3', undefined, ['1 ESP at 1'], true],
  ]
  for (const [what, sold, total, returns, full] of table) {
    const sale = till(sold, total === undefined ? {} : { checkoutTotal: dec(total) })
    assert.equal(returnInSteps(sale, [], returns.map(returned)).at(-1)?.full, full, what)
  }
})

test('a return is worth what its products cost, and the extra amount', () => {
  const sale = till('2 ESP 3, 0.75 HAM 19.99')
  const values = ['1 ESP', '1 ESP at 2.5', '0.75 HAM', '+0.10', ''].map(
    (one) => returnInSteps(sale, [], [returned(one)])[0]?.value,
  )
  assert.deepEqual(values, [300, 250, 1499, 10, 0])
})

test('a return that was voided leaves no more to take back than its share', () => {
  const mutation = { amount: 100, takenBack: 80, of: 'checkout' as const }
  const shares = shareReturn(sumUpReturns(till('2 ESP 3'), { before: [], now: returned('1 ESP') }), [mutation])
  assert.deepEqual(shares.takeBack, [0])
})

test('what cannot be a return is refused by its path', () => {
  const table: [ReturnInput, string][] = [
    [
      { returnedProducts: [{ sku: 'A', amountPurchased: dec(-1) }] },
      'returnedProducts[0].amountPurchased: must not be negative',
    ],
    [
      { returnedProducts: [{ sku: 'A', amountPurchased: dec(1), unitPrice: dec(-1) }] },
      'returnedProducts[0].unitPrice: must not be negative',
    ],
    [{ additionalReturnAmount: dec(-1) }, 'additionalReturnAmount: must not be negative'],
  ]
  for (const [request, text] of table) {
    const refused = readReturn(request, 2)
    assert.ok(isRefusal(refused))
    assert.deepEqual([refused.code, refused.text], [100, text])
  }
  assert.deepEqual(readReturn({}, 2), { products: [], additional: 0 })
})

const sku = fc.constantFrom('ESP', 'TEA', 'CAKE')
const cents = fc.nat({ max: 400 }).map((value) => value / 100)
const soldLine = fc.record({ quantity: fc.integer({ min: 1, max: 5 }), sku, price: cents })
const sold = fc.array(soldLine, { minLength: 1, maxLength: 4 })
const words = (lines: readonly { quantity: number; sku: string; price: number }[]) =>
  lines.map((line) => `${line.quantity} ${line.sku} ${line.price}`).join(', ')
const wholes = (sale: SoldLines): [number, Of][] => [
  [101, 'checkout'],
  [-7, 'checkout'],
  [33, unitsOfSku(sale, 'ESP')],
  [-10, [...unitsOfSku(sale, 'ESP'), ...unitsOfSku(sale, 'TEA')]],
]
const total = (steps: readonly ReturnShares[], which: number) =>
  steps.reduce((sum, step) => sum + (step.takeBack[which] ?? 0), 0)

test('returning everything, in any order and number of steps, takes back exactly everything', () => {
  const how = fc.constantFrom('', ' at PRICE', ' no NO')
  fc.assert(
    fc.property(sold, fc.option(cents), fc.infiniteStream(fc.tuple(fc.nat(), how)), (lines, given, stream) => {
      const sale = till(words(lines), given === null ? {} : { checkoutTotal: dec(given) })
      const units = lines.flatMap((line, index) =>
        Array.from({ length: line.quantity }, () => {
          const [key, way] = stream.next().value
          const told = way.replace('PRICE', String(line.price)).replace('NO', String(index + 1))
          return { key, step: `1 ${line.sku}${told}` }
        }),
      )
      const order = units.sort((a, b) => a.key - b.key).map(({ step }) => step)
      const rest = sale.total - sale.lines.reduce((sum, line) => sum + line.value, 0)
      const steps = returnInSteps(sale, wholes(sale), [...order, `+${rest / 100}`].map(returned))
      assert.ok(steps.at(-1)?.full)
      assert.ok(steps.every((step) => step.over === undefined))
      for (const [which, [amount]] of wholes(sale).entries()) {
        assert.equal(total(steps, which), amount)
        assert.ok(steps.every((step) => (step.takeBack[which] ?? 0) * Math.sign(amount) >= 0))
      }
    }),
  )
})

test('a return in parts equals a return at once', () => {
  const part = fc.record({
    quantity: fc.constantFrom('1', '0.5', '2'),
    sku,
    price: fc.option(cents),
    no: fc.option(fc.integer({ min: 1, max: 4 })),
  })
  fc.assert(
    fc.property(sold, fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat({ max: 300 }), (lines, parts, extra) => {
      const sale = till(words(lines))
      const told = parts.map(({ quantity, sku, price, no }) => {
        return `${quantity} ${sku}${price === null ? '' : ` at ${price}`}${no === null ? '' : ` no ${no}`}`
      })
      const all = [...told, `+${extra / 100}`]
      const inParts = returnInSteps(sale, wholes(sale), all.map(returned))
      const backwards = returnInSteps(sale, wholes(sale), all.toReversed().map(returned))
      const atOnce = returnInSteps(sale, wholes(sale), [returned(all.join(', '))])
      for (const which of wholes(sale).keys()) {
        assert.equal(total(inParts, which), total(atOnce, which))
        assert.equal(total(backwards, which), total(atOnce, which))
      }
      assert.equal(inParts.at(-1)?.full, atOnce.at(-1)?.full)
      assert.deepEqual(inParts.at(-1)?.over, atOnce.at(-1)?.over)
    }),
    { numRuns: 400 },
  )
})
