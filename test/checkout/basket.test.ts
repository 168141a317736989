import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { toCatalogue } from '../../server/domain/brand/catalogue.ts'
import type { ProductFilter } from '../../server/domain/brand/rules/arguments.ts'
import { allocateShares } from '../../server/domain/checkout/allocate.ts'
import { discountOf } from '../../server/domain/checkout/basket.ts'
import { fromMicro } from '../../server/domain/checkout/exact.ts'
import { type BasketRequest, makeBasket } from '../../server/domain/checkout/make-basket.ts'
import { compileFilter } from '../../server/domain/checkout/product-filter.ts'
import { isRefusal } from '../../server/ground/kernel/errors.ts'
import { catalogue, dec, discount, left, print, products, sumLines, till } from '../support/basket-till.ts'

test('a line is worth price times quantity to the last cent, however many decimals both have', () => {
  const decimal = fc.record({ units: fc.maxSafeNat().map((n) => n % 10 ** 15), scale: fc.integer({ min: 0, max: 6 }) })
  const few = fc.record({ units: fc.nat(99_999), scale: fc.integer({ min: 0, max: 6 }) })
  fc.assert(
    fc.property(
      fc.oneof(few, decimal),
      fc.oneof(few, decimal),
      fc.integer({ min: 0, max: 3 }),
      (price, quantity, scale) => {
        const request = { products: [{ sku: 'ESP', unitPrice: price, amountPurchased: quantity }] }
        const basket = makeBasket(request, scale, catalogue)
        const under = 10n ** BigInt(price.scale + quantity.scale)
        const over = BigInt(price.units) * BigInt(quantity.units) * 10n ** BigInt(scale)
        const expected = (2n * over + under) / (2n * under)
        if (isRefusal(basket)) assert.ok(expected > 10n ** 15n - 1n)
        else assert.equal(BigInt(basket.total), expected)
      },
    ),
    { numRuns: 2000 },
  )
})

test('each line is rounded half up, and the total is their sum unless one is given', () => {
  //  what, lines, given total, scale, lines are worth, total
  const table: [string, string, string | undefined, number, string, number][] = [
    ['plain', '2 ESP 2.50, 1 CAKE 4', undefined, 2, '5 + 4', 900],
    ['fractional kilograms', '0.755 HAM 19.99', undefined, 2, '15.09', 1509],
    ['half a cent is a cent', '1 ESP 0.005', undefined, 2, '0.01', 1],
    ['less than half is nothing', '1 ESP 0.004999', undefined, 2, '0', 0],
    ['each line by itself', '1 ESP 0.005, 1 TEA 0.005', undefined, 2, '0.01 + 0.01', 2],
    ['six decimals on both sides', '0.000001 ESP 0.000001', undefined, 2, '0', 0],
    ['yen have no decimals', '3 ESP 333.5', undefined, 0, '1001', 1001],
    ['dinars have three', '1 ESP 1.2345', undefined, 3, '1.235', 1235],
    ['no product', '', '12.5', 2, ', rest 12.5', 1250],
    ['no product and no total', '', undefined, 2, '', 0],
    ['a total above the lines leaves a rest', '1 ESP 3', '10', 2, '3, rest 7', 1000],
    ['one below them shrinks by value', '1 ESP 3, 1 CAKE 6', '6', 2, '2 + 4', 600],
    ['the odd cent to the largest remainder', '1 ESP 1, 1 CAKE 2', '1', 2, '0.33 + 0.67', 100],
    ['ties to the earlier line', '1 ESP 1, 1 TEA 1, 1 CAKE 1', '1', 2, '0.34 + 0.33 + 0.33', 100],
    ['down to nothing', '1 ESP 3', '0', 2, '0', 0],
    ['a given total is rounded half up', '1 ESP 3', '3.005', 2, '3, rest 0.01', 301],
    ['free and nothing of it', '0 ESP 3, 5 TEA 0', undefined, 2, '0 + 0', 0],
  ]
  for (const [what, lines, given, scale, worth, total] of table) {
    const basket = till(lines, given === undefined ? {} : { checkoutTotal: dec(given) }, scale)
    assert.deepEqual([left(basket), basket.total, basket.netTotal], [worth, total, total], what)
  }
})

test('a preDiscount lowers its product, or all of the checkout by value', () => {
  const on = (amount: string, sku?: string, sequenceId?: number) => ({
    amount: dec(amount),
    ...(sku === undefined ? {} : { product: { sku, sequenceId } }),
  })
  //  what, lines, preDiscounts, left
  const table: [string, string, BasketRequest['preDiscounts'], string][] = [
    ['one product', '1 ESP 3, 1 CAKE 6', [on('1', 'ESP')], '2 + 6'],
    ['by its position', '1 ESP 3, 1 ESP 3', [on('1', 'ESP', 2)], '3 + 2'],
    ['every line of the SKU', '1 ESP 4, 1 ESP 2', [on('3', 'ESP')], '2 + 1'],
    ['the whole checkout', '1 ESP 3, 1 CAKE 6', [on('3')], '2 + 4'],
    ['one after the other', '1 ESP 3, 1 CAKE 6', [on('3', 'ESP'), on('3')], '0 + 3'],
    ['more than the product is worth', '1 ESP 3, 1 CAKE 6', [on('5', 'ESP')], '0 + 6'],
    ['more than everything is worth', '1 ESP 3', [on('5')], '0'],
  ]
  for (const [what, lines, preDiscounts, expected] of table) {
    const basket = till(lines, { preDiscounts })
    assert.equal(left(basket), expected, what)
    assert.equal(basket.total - basket.preDiscounted, basket.netTotal, what)
    assert.equal(discountOf(basket), 0, 'a preDiscount is none of ours')
  }
})

test('shipping and tip stay outside of the total', () => {
  const basket = till('1 ESP 3', { checkoutShippingTotal: dec('4.9'), checkoutTipTotal: dec('0.5') })
  assert.deepEqual([basket.total, basket.shipping, basket.tip], [300, 490, 50])
})

test('what cannot be a basket is refused by its path', () => {
  const pre = (more: object) => ({ products: products('1 ESP 3'), preDiscounts: [{ amount: dec(1), ...more }] })
  const huge = dec('999999999999999')
  const table: [BasketRequest, string][] = [
    [pre({ product: { sku: 'TEA' } }), 'preDiscounts[0].product: matches none of the products'],
    [pre({ product: { sku: 'esp' } }), 'preDiscounts[0].product: matches none of the products'],
    [pre({ product: { sku: 'ESP', sequenceId: 2 } }), 'preDiscounts[0].product: matches none of the products'],
    [pre({ amount: dec(0) }), 'preDiscounts[0].amount: must be positive'],
    [pre({ amount: dec(-1) }), 'preDiscounts[0].amount: must not be negative'],
    [{ products: products('1 ESP 0.0000001') }, 'products[0].unitPrice: has more than 6 decimals'],
    [{ products: products('1 ESP 1, 0.0000001 ESP 1') }, 'products[1].amountPurchased: has more than 6 decimals'],
    [{ products: products('-1 ESP 1') }, 'products[0].amountPurchased: must not be negative'],
    [
      { products: [{ sku: 'ESP', unitPrice: huge, amountPurchased: huge }] },
      'products[0]: unitPrice * amountPurchased is too large',
    ],
    [{ products: products('1 A 9999999999999, 1 B 9999999999999') }, 'products: their sum is too large'],
    [{ checkoutTotal: huge }, 'checkoutTotal: is too large'],
    [{ checkoutTipTotal: dec(-1) }, 'checkoutTipTotal: must not be negative'],
  ]
  for (const [request, text] of table) {
    const refused = makeBasket(request, 2, catalogue)
    assert.ok(isRefusal(refused), text)
    assert.deepEqual([refused.code, refused.text], [100, text])
  }
})

test('a product without price, quantity and sequence id is one free unit at its position', () => {
  const [first, second] = till('', { products: [{ sku: 'A' }, { sku: 'B', sequenceId: 7 }] }).lines
  assert.deepEqual([first?.sequenceId, first?.quantity, first?.unitPrice], [1, 1_000_000n, 0n])
  assert.equal(second?.sequenceId, 7)
})

test('facts about products count the lines that are meant', () => {
  const basket = till('2 ESP 2.50, 1 LATTE 4, 1 TEA 2, 0.5 HAM 20, 1 OTHER 1')
  //  what, where, quantity, total, lines
  const table: [string, ProductFilter | undefined, number, number, number][] = [
    ['everything', undefined, 5.5, 2200, 5],
    ['a SKU', { sku: ['ESP'] }, 2, 500, 1],
    ['any of several', { sku: ['ESP', 'HAM'] }, 2.5, 1500, 2],
    ['a category', { category: ['food'] }, 0.5, 1000, 1],
    ['children', { parent: ['COFFEE'] }, 3, 900, 2],
    ['and grandchildren', { parent: ['BEVERAGE'] }, 4, 1100, 3],
    ['every key must hold', { category: ['drinks'], sku: ['TEA', 'HAM'] }, 1, 200, 1],
    ['from this price on', { minUnitPrice: 4 }, 1.5, 1400, 2],
    ['up to this price', { maxUnitPrice: 2 }, 2, 300, 2],
    ['between prices', { minUnitPrice: 2, maxUnitPrice: 2.5 }, 3, 700, 2],
    ['a bound finer than prices', { minUnitPrice: 2.4999999, maxUnitPrice: 2.5000001 }, 2, 500, 1],
    ['nothing', { sku: ['COFFEE'] }, 0, 0, 0],
  ]
  for (const [what, where, quantity, total, lines] of table) {
    const facts = sumLines(basket, compileFilter(where))
    assert.deepEqual({ ...facts, quantity: Number(facts.quantity) / 1e6 }, { quantity, total, lines }, what)
  }
  assert.equal(sumLines(basket, () => true).quantity, 5_500_000n)
  const cheaper = discount(basket, { percent: 50, on: { where: { sku: ['ESP'] }, pick: 'all' } }).basket
  assert.equal(sumLines(cheaper, compileFilter({ sku: ['ESP'] })).total, 250, 'after discounts so far')
})

test('a catalogue that runs in circles has an end', () => {
  const odd = toCatalogue([
    { sku: 'A', parent: 'B', categories: [] },
    { sku: 'B', parent: 'A', categories: [] },
  ])
  assert.deepEqual([...(odd.get('A')?.ancestors ?? [])], ['B', 'A'])
})

test('a quantity is printed with the digits that numbers have', () => {
  assert.deepEqual(fromMicro(0n), { units: 0, scale: 0 })
  assert.deepEqual(fromMicro(1_500_000n), { units: 15, scale: 1 })
  assert.deepEqual(fromMicro(333_333n), { units: 333333, scale: 6 })
  assert.deepEqual(fromMicro(123_456_789_012_345_678_900n), { units: 123456789012346, scale: 0 })
})

test('an allocation adds up, stays within its caps, and is nobody more than one away from the exact share', () => {
  const parts = fc.array(fc.record({ weight: fc.nat({ max: 50 }), cap: fc.nat({ max: 40 }) }), { maxLength: 8 })
  fc.assert(
    fc.property(parts, fc.nat(), (drawn, seed) => {
      const weights = drawn.map(({ weight }) => BigInt(weight))
      const caps = drawn.map(({ cap }) => cap)
      const room = drawn.reduce((sum, { weight, cap }) => sum + (weight > 0 ? cap : 0), 0)
      const amount = room === 0 ? 0 : seed % (room + 1)
      const shares = allocateShares(amount, weights, caps)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        amount,
      )
      assert.ok(shares.every((share, index) => share >= 0 && share <= (caps[index] ?? 0)))
      const total = weights.reduce((sum, weight) => sum + weight, 0n)
      const free = allocateShares(
        amount,
        weights,
        weights.map(() => amount),
      )
      for (const [index, weight] of weights.entries()) {
        const distance = BigInt(free[index] ?? 0) * total - BigInt(amount) * weight
        assert.ok(total === 0n || (distance < total && distance > -total))
      }
    }),
  )
})

test('the words of the tables mean what they say', () => {
  const basket = till('3 ESP 2.50, 0.75 HAM 20')
  assert.equal(left(basket), '7.5 + 15')
  assert.equal(
    print(basket, [
      { line: 1, amount: 150, units: 1n },
      { amount: 7, units: 0n },
    ]),
    'HAM 1.5, rest 0.07',
  )
})
