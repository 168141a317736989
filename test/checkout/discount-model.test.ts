import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Discount } from '../../server/domain/brand/rules/discount.ts'
import { allocateShares } from '../../server/domain/checkout/allocate.ts'
import type { Basket } from '../../server/domain/checkout/basket.ts'
import type { Discounted } from '../../server/domain/checkout/discount.ts'
import { allocateQuickly } from '../../server/domain/checkout/quick-allocate.ts'
import { dec, discount, till } from '../support/basket-till.ts'
import { discountSlowly } from '../support/slow-discount.ts'

const sku = fc.constantFrom('ESP', 'LATTE', 'TEA', 'CAKE', 'HAM')
const price = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map((cents) => cents / 100),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 1, max: 9_999_999 }).map((micro) => micro / 1_000_000),
)
const quantity = fc.oneof(
  fc.integer({ min: 0, max: 4 }),
  fc.constantFrom(0.5, 0.333333, 0.25, 1.5),
  fc.integer({ min: 1, max: 3_000_000 }).map((micro) => micro / 1_000_000),
  // More millionths than a number keeps.
  fc.constantFrom(1_000_000, 12_000_000_000.5),
)
const lines = (most: number) =>
  fc.array(fc.tuple(quantity, sku, price), { minLength: Math.floor(most / 20), maxLength: most, size: 'max' })

const sumOf = (drawn: readonly (readonly [number, string, number])[]) =>
  drawn.reduce((sum, [count, , one]) => sum + count * one, 0)

const basketOf = (most: number) =>
  fc
    .record({
      lines: lines(most).filter((drawn) => sumOf(drawn) < 9e12),
      total: fc.option(fc.integer({ min: 0, max: 90_000 })),
      before: fc.nat({ max: 900 }),
    })
    .map(({ lines: drawn, total, before }) => ({
      text: drawn.map(([count, name, one]) => `${count} ${name} ${one}`).join(', '),
      more: {
        ...(total === null ? {} : { checkoutTotal: dec(total / 100) }),
        ...(before > 0 ? { preDiscounts: [{ amount: dec(before / 100) }] } : {}),
      },
    }))

const where = fc.oneof(
  fc.constant(undefined),
  fc.record({ sku: fc.uniqueArray(sku, { minLength: 1, maxLength: 3 }) }),
  fc.record({ category: fc.constantFrom(['drinks'], ['food'], ['drinks', 'food']) }),
  fc.record({ minUnitPrice: fc.integer({ min: 0, max: 5 }) }),
)
const units = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(0.5, 0.3, 2.000001))
const kind: fc.Arbitrary<Partial<Discount>> = fc.oneof(
  fc.record({ percent: fc.constantFrom(0.1, 1, 10, 12.5, 33.333, 50, 100) }),
  fc.record({ amount: fc.integer({ min: 1, max: 2000 }).map((value) => value / 100) }),
  fc.record({ unitPrice: fc.integer({ min: 0, max: 400 }).map((value) => value / 100) }),
  fc.record({ groupPrice: fc.integer({ min: 0, max: 900 }).map((value) => value / 100) }),
)
const picked = fc.record({ where, pick: fc.constantFrom('all', 'cheapest', 'dearest'), units: fc.option(units) })

const anyDiscount: fc.Arbitrary<Discount> = fc
  .record({
    kind,
    picked,
    buy: fc.option(fc.record({ where, units })),
    isWide: fc.boolean(),
    repeat: fc.oneof(fc.constant<true>(true), fc.integer({ min: 1, max: 3 })),
    basis: fc.constantFrom('remaining', 'original'),
    max: fc.option(fc.integer({ min: 1, max: 900 }).map((value) => value / 100)),
  })
  .map(({ kind, picked, buy, isWide, repeat, basis, max }) => {
    const needsUnits = kind.unitPrice !== undefined || kind.groupPrice !== undefined
    const count = picked.units ?? (kind.groupPrice === undefined ? undefined : 2)
    const filter = (one: typeof picked.where) => (one === undefined ? {} : { where: one })
    const on = { ...filter(picked.where), pick: picked.pick, ...(count === undefined ? {} : { units: count }) }
    const products = { on, ...(buy && { buy: { ...filter(buy.where), units: buy.units } }) }
    return {
      ...kind,
      ...(isWide && !needsUnits ? { on: 'checkout' as const } : products),
      repeat,
      basis,
      ...(max === null ? {} : { max }),
    }
  })

/** What can be told of a discount. */
function seen({ amount, wanted, cappedBy, shares, why, basket }: Discounted) {
  const { left, netTotal } = basket
  return { amount, wanted, cappedBy, shares, why, left, netTotal }
}

function compare(start: Basket, discounts: readonly Discount[]): void {
  let now = start
  for (const fields of discounts) {
    const given = discount(now, fields)
    assert.deepEqual(seen(given), seen(discountSlowly(now, fields)))
    now = given.basket
  }
}

test('discount after discount comes to what it comes to when each is worked out alone and exactly', () => {
  fc.assert(
    fc.property(basketOf(12), fc.array(anyDiscount, { minLength: 1, maxLength: 8 }), ({ text, more }, discounts) => {
      compare(till(text, more), discounts)
    }),
    { numRuns: 1500 },
  )
})

test('the same for large baskets, and for rules that are alike', () => {
  fc.assert(
    fc.property(basketOf(150), fc.array(anyDiscount, { minLength: 1, maxLength: 3 }), ({ text, more }, discounts) => {
      compare(till(text, more), [...discounts, ...discounts, ...discounts])
    }),
    { numRuns: 60 },
  )
})

test('a hundred rules of a shop that sells by weight', () => {
  const text = Array.from({ length: 100 }, (_, n) => {
    const kilos = (0.1 + ((n * 104_729) % 9973) / 7919).toFixed(6)
    return `${kilos} HAM ${(1 + ((n * 7919) % 997) / 100).toFixed(2)}`
  }).join(', ')
  const rules = Array.from({ length: 100 }, (_, n): Discount => {
    const picks = ['all', 'cheapest', 'dearest'] as const
    const on = { where: { category: ['food'] }, pick: picks[n % 3] ?? 'all', units: 2 }
    const percent = n % 4 === 0 ? 7.5 : 1
    return { percent, on, buy: { where: { category: ['food'] }, units: 3 }, repeat: true, basis: 'original' }
  })
  compare(till(text), rules)
})

test('what is split quickly is split as it is exactly, however alike the parts are', () => {
  const weight = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1_000_000_000 }))
  // A few cents, which plain numbers split exactly, and amounts that they do not.
  const wishes = fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 100_000 }), fc.nat())
  fc.assert(
    fc.property(fc.array(fc.tuple(weight, weight), { maxLength: 30 }), wishes, fc.boolean(), (drawn, wish, isWhole) => {
      const weights = drawn.map(([one]) => one)
      const caps = drawn.map(([, cap]) => cap)
      const room = drawn.reduce((sum, [one, cap]) => sum + (one > 0 ? cap : 0), 0)
      const amount = Math.min(wish, room)
      const quick = allocateQuickly(amount, {
        weights,
        isWhole,
        caps: { least: caps, most: caps },
        exactly(rest, indexes) {
          const at = (from: readonly number[]) => indexes.map((index) => from[index] ?? 0)
          return allocateShares(rest, at(weights).map(BigInt), at(caps))
        },
      })
      assert.deepEqual(quick, allocateShares(amount, weights.map(BigInt), caps))
    }),
    { numRuns: 3000 },
  )
})
