import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Discount } from '../../server/domain/brand/rules/discount.ts'
import { type Basket, discountOf, leftAt, partsOf } from '../../server/domain/checkout/basket.ts'
import { oneUnit } from '../../server/domain/checkout/exact.ts'
import type { Line } from '../../server/domain/checkout/line.ts'
import { formGroups, type Pattern } from '../../server/domain/checkout/pattern.ts'
import { Shelf } from '../../server/domain/checkout/shelf.ts'
import { dec, discount, till } from '../support/basket-till.ts'

const skus = ['ESP', 'LATTE', 'TEA', 'CAKE'] as const
const sku = fc.constantFrom(...skus)
const cents = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 100)
const quantity = fc.oneof(
  fc.integer({ min: 0, max: 6 }),
  fc.integer({ min: 1, max: 6000 }).map((grams) => grams / 1000),
)
const lines = fc.array(fc.tuple(quantity, sku, cents(500)), { maxLength: 5 })
const basket = fc.record({ lines, total: fc.option(cents(3000)), before: fc.option(cents(300)) }).map((drawn) =>
  till(words(drawn.lines), {
    ...(drawn.total === null ? {} : { checkoutTotal: dec(drawn.total) }),
    ...(drawn.before ? { preDiscounts: [{ amount: dec(drawn.before) }] } : {}),
  }),
)

function words(drawn: readonly (readonly [number, string, number])[]): string {
  return drawn.map((line) => line.join(' ')).join(', ')
}

const where = fc.option(fc.record({ sku: fc.uniqueArray(sku, { minLength: 1 }) }), { nil: undefined })
const units = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(0.5, 0.3))
const repeat = fc.oneof(fc.constant<true>(true), fc.integer({ min: 1, max: 3 }))
const kind: fc.Arbitrary<Partial<Discount>> = fc.oneof(
  fc.record({ percent: fc.constantFrom(1, 10, 33.3, 50, 100) }),
  fc.record({ amount: fc.integer({ min: 1, max: 900 }).map((value) => value / 100) }),
  fc.record({ unitPrice: cents(400) }),
  fc.record({ groupPrice: cents(900) }),
)
const bounds = fc.record(
  { max: cents(600).filter((max) => max > 0), basis: fc.constantFrom('remaining', 'original'), repeat },
  { requiredKeys: ['basis', 'repeat'] },
)
const target = fc.record({ where, pick: fc.constantFrom('all', 'cheapest', 'dearest'), units })
const buy = fc.option(fc.record({ where, units }), { nil: undefined })

const anyDiscount: fc.Arbitrary<Partial<Discount>> = fc
  .record({ kind, bounds, target, buy, wide: fc.boolean() })
  .map(({ kind, bounds, target, buy, wide }) => {
    const needsUnits = kind.unitPrice !== undefined || kind.groupPrice !== undefined
    return clean({
      ...kind,
      ...bounds,
      ...(wide && !needsUnits ? { on: 'checkout' } : { on: clean(target), buy: buy && clean(buy) }),
    })
  })

/** Leaves out what is undefined, as a brand file does. */
function clean<T extends object>(value: T): Cleaned<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Cleaned<T>
}
type Cleaned<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const sumLeft = (one: Basket) => one.left.reduce((sum, left) => sum + left, 0)

const isWithin = (left: number, value: number) => left >= 0 && left <= value

test('shares add up, stay within what each line had, and leave nothing negative, discount after discount', () => {
  fc.assert(
    fc.property(basket, fc.array(anyDiscount, { maxLength: 4 }), (start, discounts) => {
      let now = start
      for (const fields of discounts) {
        const given = discount(now, fields)
        const shared = given.shares.reduce((sum, share) => sum + share.amount, 0)
        assert.equal(shared, given.amount)
        for (const share of given.shares) {
          const had = now.left[share.line ?? now.lines.length] ?? 0
          assert.ok(share.amount > 0 && share.amount <= had)
        }
        assert.ok(given.amount <= given.wanted)
        if (fields.max !== undefined) assert.ok(given.amount <= Math.round(fields.max * 100))
        assert.equal(given.basket.netTotal, now.netTotal - given.amount)
        assert.equal(sumLeft(given.basket), given.basket.netTotal)
        assert.ok(partsOf(given.basket).every(({ value }, place) => isWithin(leftAt(given.basket, place), value)))
        assert.deepEqual(discount(now, fields), given, 'the same again')
        now = given.basket
      }
      assert.equal(discountOf(now), start.netTotal - now.netTotal)
    }),
    { numRuns: 400 },
  )
})

test('the order of the lines does not change what a discount amounts to', () => {
  const whole = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), sku, cents(500)), { minLength: 1, maxLength: 5 })
  const byPrice = anyDiscount.filter(({ on }) => on === undefined || typeof on === 'string' || on.pick !== 'all')
  fc.assert(
    fc.property(whole, byPrice, fc.infiniteStream(fc.nat()), (drawn, fields, keys) => {
      // Which of two equally dear products is picked is decided by the line; their prices are made to differ.
      const apart = drawn.map(
        ([count, name, price], index) => [count, name, (Math.round(price * 100) + index * 1000) / 100] as const,
      )
      const shuffled = apart
        .map((line) => ({ line, key: keys.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ line }) => line)
      assert.equal(discount(till(words(shuffled)), fields).amount, discount(till(words(apart)), fields).amount)
    }),
  )
})

test('a quantity is never exploded: a million times as much forms the same few groups', () => {
  const isMeant = () => true
  const pattern: Pattern = {
    buy: { isMeant, units: oneUnit },
    isMeant,
    pick: 'cheapest',
    units: oneUnit,
    full: false,
    repeat: true,
  }
  for (const quantity of [2, 1000, 1_000_000, 900_000_000_000]) {
    const groups = formGroups(new Shelf(till(`${quantity} ESP 0, ${quantity} TEA 1`).lines), pattern)
    assert.ok(Array.isArray(groups) && groups.length <= 3, String(quantity))
  }
  const many = till(Array.from({ length: 1000 }, (_, index) => `999983 P${index} ${index % 90}.37`).join(', '))
  const fields: Partial<Discount> = { groupPrice: 7, on: { pick: 'dearest', units: 7 }, repeat: true }
  assert.ok(discount(many, fields).amount > 0)
})

test('ten times the quantities and ten times the bounds are ten times the discount', () => {
  const drawn = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), sku, cents(500)), { maxLength: 4 })
  const patterns = fc.record({ where, pick: fc.constantFrom('cheapest' as const, 'dearest' as const), units })
  fc.assert(
    fc.property(drawn, patterns, fc.integer({ min: 1, max: 3 }), (some, on, repeat) => {
      const times = (factor: number) =>
        discount(till(words(some.map(([count, name, price]) => [count * factor, name, price]))), {
          percent: 100,
          on: clean({ ...on, units: (on.units ?? 1) * factor }),
          repeat,
        })
      // Exact tens only where a cent is not rounded: prices are whole cents, and so are units of 1.
      fc.pre(Number.isInteger(on.units))
      assert.equal(times(10).amount, 10 * times(1).amount)
    }),
  )
})

test('groups are those that one would form unit by unit', () => {
  const counts = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), sku, fc.integer({ min: 1, max: 4 })), {
    maxLength: 5,
  })
  const test = fc
    .uniqueArray(sku, { minLength: 1 })
    .map((names) => (line: Line) => names.some((name) => name === line.sku))
  const few = fc.integer({ min: 1, max: 4 })
  const pattern = fc.record({
    buying: fc.option(fc.tuple(test, few)),
    test,
    few,
    full: fc.boolean(),
    repeat,
    pick: fc.constantFrom('all', 'cheapest', 'dearest'),
  })
  fc.assert(
    fc.property(counts, pattern, (drawn, { buying, test: isMeant, few: units, ...more }) => {
      const buy = buying ? { buy: { isMeant: buying[0], units: BigInt(buying[1]) * oneUnit } } : {}
      const whole: Pattern = { ...buy, isMeant, units: BigInt(units) * oneUnit, ...more }
      const { lines } = till(words(drawn))
      const formed = formGroups(new Shelf(lines), whole)
      const picked = lines.map(() => 0)
      for (const { times, pieces } of typeof formed === 'string' ? [] : formed) {
        for (const { part, units } of pieces)
          picked[part.index] = (picked[part.index] ?? 0) + Number((units * times) / oneUnit)
      }
      assert.deepEqual(picked, pickUnitByUnit(lines, whole))
    }),
    { numRuns: 500 },
  )
})

/** The same promise without any cleverness: every unit is a thing of its own. */
function pickUnitByUnit(lines: readonly Line[], pattern: Pattern): number[] {
  let shelf = lines.flatMap((line) =>
    Array.from({ length: Number(line.quantity / oneUnit) }, (_, no) => ({ line, no })),
  )
  const picked = lines.map(() => 0)
  const byPrice = (direction: number) => (a: Line, b: Line) =>
    direction * Number(a.unitPrice - b.unitPrice) || a.index - b.index
  const direction = pattern.pick === 'all' ? 0 : pattern.pick === 'cheapest' ? 1 : -1
  const limit = pattern.repeat === true ? shelf.length : pattern.repeat
  for (let round = 0; round < limit; round++) {
    const dearest = shelf.filter(({ line }) => pattern.buy?.isMeant(line)).sort((a, b) => byPrice(-1)(a.line, b.line))
    const sparing = dearest.toSorted((a, b) => Number(pattern.isMeant(a.line)) - Number(pattern.isMeant(b.line)))
    const formed = [dearest, sparing]
      .map((order) => order.slice(0, Number((pattern.buy?.units ?? 0n) / oneUnit)))
      .map((bought) => {
        const rest = shelf.filter((unit) => !bought.includes(unit) && pattern.isMeant(unit.line))
        const order = rest.sort((a, b) => byPrice(direction)(a.line, b.line))
        return { bought, taken: order.slice(0, Number((pattern.units ?? 0n) / oneUnit)) }
      })
      .find(({ bought, taken }) => {
        if (pattern.buy && BigInt(bought.length) * oneUnit < pattern.buy.units) return false
        return taken.length > 0 && (!pattern.full || BigInt(taken.length) * oneUnit === pattern.units)
      })
    if (!formed) break
    for (const { line } of formed.taken) picked[line.index] = (picked[line.index] ?? 0) + 1
    shelf = shelf.filter((unit) => !formed.bought.includes(unit) && !formed.taken.includes(unit))
  }
  return picked
}
