import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { ProductFilter } from '../../server/domain/brand/rules/arguments.ts'
import type { Basket } from '../../server/domain/checkout/basket.ts'
import { toBasketFacts } from '../../server/domain/checkout/basket-facts.ts'
import { fromMicro } from '../../server/domain/checkout/exact.ts'
import { compileFilter } from '../../server/domain/checkout/product-filter.ts'
import { discount, sumLines, till } from '../support/basket-till.ts'

const skus = ['ESP', 'LATTE', 'TEA', 'CAKE', 'HAM', 'OTHER']

const filters = fc.option(
  fc.record(
    {
      sku: fc.array(fc.constantFrom(...skus), { minLength: 1, maxLength: 8 }),
      category: fc.subarray(['drinks', 'food', 'none'], { minLength: 1 }),
      parent: fc.subarray(['COFFEE', 'BEVERAGE'], { minLength: 1 }),
      minUnitPrice: fc.constantFrom(0, 2, 3.5),
      maxUnitPrice: fc.constantFrom(2, 5),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)

const baskets = fc
  .array(fc.tuple(fc.constantFrom('1', '2', '0.5', '0'), fc.constantFrom(...skus), fc.constantFrom('2', '3.49', '7')), {
    maxLength: 8,
  })
  .map((lines) => till(lines.map((line) => line.join(' ')).join(', ')))

test('rules are told the same sums that the lines add up to, before and after each discount', () => {
  fc.assert(
    fc.property(baskets, fc.array(filters, { minLength: 1, maxLength: 4 }), (basket, asked) => {
      assertSums(basket, asked)
      const once = discount(basket, { percent: 10, on: { where: { category: ['drinks'] }, pick: 'all' } }).basket
      assertSums(once, asked)
      assertSums(discount(once, { amount: 1 }, 100).basket, asked)
      assertSums(basket, asked)
    }),
  )
})

function assertSums(basket: Basket, asked: readonly (ProductFilter | undefined)[]): void {
  const facts = toBasketFacts(basket)
  // Twice: the second answer is a remembered one.
  for (const where of [...asked, ...asked]) {
    const { quantity, ...sums } = sumLines(basket, compileFilter(where))
    assert.deepEqual(facts.products(where), { ...sums, quantity: fromMicro(quantity) })
  }
}

test('every name by which a filter finds a line is there, as often as one asks', () => {
  const basket = till('2 ESP 2.50, 1 ESP 2, 1 TEA 2, 1 OTHER 1')
  const after = discount(basket, { percent: 50 }).basket
  for (const facts of [toBasketFacts(basket), toBasketFacts(after)]) {
    for (const _ of [1, 2]) {
      assert.deepEqual([...facts.skus], ['ESP', 'TEA', 'OTHER'])
      assert.deepEqual([...facts.categories], ['drinks', 'hot'])
      assert.deepEqual([...facts.parents], ['COFFEE', 'BEVERAGE'])
    }
  }
})
