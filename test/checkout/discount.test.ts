import assert from 'node:assert/strict'
import test from 'node:test'
import type { Discount } from '../../server/domain/brand/rules/discount.ts'
import { type Basket, discountOf } from '../../server/domain/checkout/basket.ts'
import { type Share, skuFieldsOf } from '../../server/domain/checkout/cut.ts'
import { dec, discount, left, print, till } from '../support/basket-till.ts'

const all = (...sku: string[]) => ({ where: { sku }, pick: 'all' as const })
const cheapest = (units: number, ...sku: string[]) => ({ where: { sku }, pick: 'cheapest' as const, units })
const dearest = (units: number, ...sku: string[]) => ({ where: { sku }, pick: 'dearest' as const, units })
const bought = (units: number, ...sku: string[]) => ({ where: { sku }, units })
const free = (fields: Partial<Discount>): Partial<Discount> => ({ percent: 100, ...fields })
const twoForOne = free({ on: cheapest(1, 'ESP'), buy: bought(1, 'ESP') })

type Row = [name: string, basket: string, discount: Partial<Discount>, shares: string]

function check(rows: readonly Row[]) {
  for (const [name, lines, fields, expected] of rows) {
    const basket = till(lines)
    const given = discount(basket, fields)
    assert.equal(print(basket, given.shares), expected, name)
    assert.equal(given.why === undefined, expected !== '', name)
    assert.equal(discountOf(given.basket), given.amount, name)
  }
}

test('percent', () => {
  check([
    ['10 % off the checkout', '2 ESP 3, 1 CAKE 4', { percent: 10 }, 'ESP 0.6, CAKE 0.4'],
    ['10 % off cake', '2 ESP 3, 1 CAKE 4', { percent: 10, on: all('CAKE') }, 'CAKE 0.4'],
    ['everything free', '2 ESP 3, 1 CAKE 4', { percent: 100 }, 'ESP 6, CAKE 4'],
    ['a third of a percent', '1 ESP 100', { percent: 0.333333 }, 'ESP 0.33'],
    ['half a cent is a cent', '1 ESP 0.05', { percent: 10 }, 'ESP 0.01'],
    [
      'rounded once: 3 x 1.5 cents are 5, not 6',
      '1 ESP 0.15, 1 TEA 0.15, 1 CAKE 0.15',
      { percent: 10 },
      'ESP 0.02, TEA 0.02, CAKE 0.01',
    ],
    [
      'rounded once: 2 x 0.4 cents are a cent, for the earlier line',
      '1 ESP 0.04, 1 TEA 0.04',
      { percent: 10 },
      'ESP 0.01',
    ],
    ['too little for a cent', '1 ESP 0.04', { percent: 10 }, ''],
    ['three quarters of a kilogram', '0.75 HAM 19.99', { percent: 20, on: all('HAM') }, 'HAM 3'],
    ['one kilogram of two and a half', '2.5 HAM 10', { percent: 50, on: dearest(1, 'HAM') }, 'HAM 5'],
    ['at most one kilogram, there is less', '0.4 HAM 10', { percent: 50, on: dearest(1, 'HAM') }, 'HAM 2'],
    [
      'cheapest two of four',
      '1 ESP 3, 2 TEA 2, 1 CAKE 4',
      { percent: 50, on: { pick: 'cheapest', units: 2 } },
      'TEA 2',
    ],
    [
      'cheapest three reach the next line',
      '1 ESP 3, 2 TEA 2, 1 CAKE 4',
      { percent: 50, on: { pick: 'cheapest', units: 3 } },
      'ESP 1.5, TEA 2',
    ],
    ['dearest one', '1 ESP 3, 2 TEA 2, 2 CAKE 4', { percent: 50, on: { pick: 'dearest', units: 1 } }, 'CAKE 2'],
    [
      'equal prices: the earlier line',
      '2 ESP 3, 2 TEA 3',
      { percent: 100, on: { pick: 'cheapest', units: 1 } },
      'ESP 3',
    ],
    [
      'equal prices: also of the dearest',
      '2 ESP 3, 2 TEA 3',
      { percent: 100, on: { pick: 'dearest', units: 1 } },
      'ESP 3',
    ],
    [
      'the first two units, line by line',
      '1 TEA 2, 2 ESP 3',
      { percent: 100, on: { pick: 'all', units: 2 } },
      'TEA 2, ESP 3',
    ],
    ['one of three for a euro: 33 cents', '3 ESP 0.333333', free({ on: cheapest(1, 'ESP') }), 'ESP 0.33'],
    [
      'the free sample is the cheapest: nothing to take',
      '1 ESP 3, 1 TEA 0',
      free({ on: { pick: 'cheapest', units: 1 } }),
      '',
    ],
    ['no cake, no discount', '2 ESP 3', { percent: 10, on: all('CAKE') }, ''],
    ['an empty basket', '', { percent: 10 }, ''],
    ['twice two units', '7 ESP 1', { percent: 100, on: cheapest(2, 'ESP'), repeat: 2 }, 'ESP 4'],
    ['as often as there are units', '7 ESP 1', { percent: 100, on: cheapest(2, 'ESP'), repeat: true }, 'ESP 7'],
  ])
})

test('amount', () => {
  check([
    ['5 off the checkout, by value', '2 ESP 3, 1 CAKE 4', { amount: 5 }, 'ESP 3, CAKE 2'],
    ['the odd cent to the largest remainder', '1 ESP 1, 1 CAKE 2', { amount: 1 }, 'ESP 0.33, CAKE 0.67'],
    ['a cent over three equal lines: the earliest', '1 ESP 1, 1 TEA 1, 1 CAKE 1', { amount: 0.01 }, 'ESP 0.01'],
    ['more than everything is worth', '1 ESP 3', { amount: 5 }, 'ESP 3'],
    ['more than the target is worth', '1 ESP 3, 1 CAKE 4', { amount: 5, on: all('ESP') }, 'ESP 3'],
    ['more than the picked unit is worth', '3 ESP 3', { amount: 5, on: cheapest(1, 'ESP') }, 'ESP 3'],
    [
      'once per firing, however often it repeats',
      '9 ESP 3',
      { amount: 2, on: cheapest(1, 'ESP'), repeat: true },
      'ESP 2',
    ],
    ['for two cakes', '1 ESP 3, 2 CAKE 4', { amount: 2, on: all('ESP'), buy: bought(2, 'CAKE') }, 'ESP 2'],
    ['one cake is not two', '1 ESP 3, 1 CAKE 4', { amount: 2, on: all('ESP'), buy: bought(2, 'CAKE') }, ''],
    ['fractions of a cent are rounded down', '1 ESP 3', { amount: 0.019 }, 'ESP 0.01'],
    ['free lines get nothing', '1 TEA 0, 1 ESP 3', { amount: 1 }, 'ESP 1'],
  ])
})

test('unitPrice', () => {
  check([
    ['every espresso for 2', '3 ESP 3', { unitPrice: 2, on: all('ESP') }, 'ESP 3'],
    ['the first espresso for 2', '3 ESP 3', { unitPrice: 2, on: { ...all('ESP'), units: 1 } }, 'ESP 1'],
    ['never more than before', '1 ESP 3, 1 TEA 1', { unitPrice: 2, on: all('ESP', 'TEA') }, 'ESP 1'],
    ['for nothing', '2 ESP 3', { unitPrice: 0, on: all('ESP') }, 'ESP 6'],
    ['a kilogram price', '0.75 HAM 20', { unitPrice: 16, on: all('HAM') }, 'HAM 3'],
    ['a price of less than a cent', '1000 ESP 0.01', { unitPrice: 0.0025, on: all('ESP') }, 'ESP 7.5'],
    ['cheaper already', '1 ESP 3', { unitPrice: 3, on: all('ESP') }, ''],
    ['a second one for 1', '2 ESP 3', { unitPrice: 1, on: cheapest(1, 'ESP'), buy: bought(1, 'ESP') }, 'ESP 2'],
  ])
})

test('groupPrice', () => {
  check([
    ['3 for 5', '3 ESP 2', { groupPrice: 5, on: cheapest(3, 'ESP') }, 'ESP 1'],
    ['2 are no group', '2 ESP 2', { groupPrice: 1, on: cheapest(3, 'ESP') }, ''],
    ['once, although there are two groups', '7 ESP 2', { groupPrice: 5, on: cheapest(3, 'ESP') }, 'ESP 1'],
    ['each full group', '7 ESP 2', { groupPrice: 5, on: cheapest(3, 'ESP'), repeat: true }, 'ESP 2'],
    ['never more than before', '3 ESP 1', { groupPrice: 5, on: cheapest(3, 'ESP') }, ''],
    ['over two lines, by value', '1 ESP 4, 1 TEA 2', { groupPrice: 3, on: dearest(2, 'ESP', 'TEA') }, 'ESP 2, TEA 1'],
    [
      'a cheap group does not pay for a dear one',
      '2 ESP 10, 2 TEA 4, 2 CAKE 1',
      { groupPrice: 6, on: { pick: 'dearest', units: 2 }, repeat: true },
      'ESP 14, TEA 2',
    ],
    [
      'a group across lines',
      '1 ESP 3, 3 TEA 2',
      { groupPrice: 4, on: { pick: 'dearest', units: 2 }, repeat: true },
      'ESP 0.6, TEA 0.4',
    ],
    [
      'many cheap groups and one dear one',
      '7 ESP 2, 2 TEA 10',
      { groupPrice: 3, on: { pick: 'dearest', units: 2 }, repeat: true },
      'ESP 3, TEA 17',
    ],
    ['half-kilogram groups', '1.2 HAM 20', { groupPrice: 8, on: cheapest(0.5, 'HAM'), repeat: true }, 'HAM 4'],
    ['for nothing', '2 ESP 2', { groupPrice: 0, on: cheapest(2, 'ESP') }, 'ESP 4'],
  ])
})

test('buy x, get y', () => {
  check([
    ['2 for 1 on espresso, two bought: one free', '2 ESP 3', twoForOne, 'ESP 3'],
    ['2 for 1 on espresso, three bought: one free', '3 ESP 3', { ...twoForOne, repeat: true }, 'ESP 3'],
    ['2 for 1 on espresso, four bought: two free', '4 ESP 3', { ...twoForOne, repeat: true }, 'ESP 6'],
    ['2 for 1 on espresso, four bought, once: one free', '4 ESP 3', twoForOne, 'ESP 3'],
    ['2 for 1 on espresso, eight bought, at most three times', '8 ESP 3', { ...twoForOne, repeat: 3 }, 'ESP 9'],
    ['2 for 1 on espresso, one bought: nothing', '1 ESP 3', twoForOne, ''],
    [
      'the cheaper one is free',
      '1 ESP 3, 1 LATTE 4',
      free({ on: cheapest(1, 'ESP', 'LATTE'), buy: bought(1, 'ESP', 'LATTE') }),
      'ESP 3',
    ],
    [
      'two cheapest of four',
      '1 ESP 3, 1 LATTE 4, 1 TEA 2, 1 CAKE 5',
      free({ on: { pick: 'cheapest', units: 1 }, buy: { units: 1 }, repeat: true }),
      'ESP 3, TEA 2',
    ],
    [
      'the dearest that is not bought, pattern by pattern',
      '1 ESP 3, 1 LATTE 4, 1 TEA 2, 1 CAKE 5',
      free({ on: { pick: 'dearest', units: 1 }, buy: { units: 1 }, repeat: true }),
      'LATTE 4, TEA 2',
    ],
    [
      'buy 3, the fourth half price',
      '4 ESP 3',
      { percent: 50, on: cheapest(1, 'ESP'), buy: bought(3, 'ESP') },
      'ESP 1.5',
    ],
    [
      'buy 2, get 2, only three there: one free',
      '3 ESP 3',
      free({ on: cheapest(2, 'ESP'), buy: bought(2, 'ESP') }),
      'ESP 3',
    ],
    [
      'an espresso makes the cakes half price',
      '1 ESP 3, 3 CAKE 4',
      { percent: 50, on: all('CAKE'), buy: bought(1, 'ESP') },
      'CAKE 6',
    ],
    ['the bought ones are not among "all"', '3 ESP 3', { percent: 50, on: all('ESP'), buy: bought(1, 'ESP') }, 'ESP 3'],
    ['no espresso, no cake', '3 CAKE 4', { percent: 50, on: all('CAKE'), buy: bought(1, 'ESP') }, ''],
    ['nothing to get', '3 ESP 3', free({ on: all('CAKE'), buy: bought(1, 'ESP') }), ''],
    [
      'any drink makes the espresso free, the espresso being dearer',
      '1 ESP 3, 1 TEA 2',
      free({ on: cheapest(1, 'ESP'), buy: bought(1, 'ESP', 'TEA') }),
      'ESP 3',
    ],
    [
      'a kilogram and a half: half a kilogram is free',
      '1.5 HAM 10',
      free({ on: cheapest(1, 'HAM'), buy: bought(1, 'HAM') }),
      'HAM 5',
    ],
    [
      'buying a menu lowers the third to a group price',
      '3 ESP 3',
      { groupPrice: 1, on: cheapest(1, 'ESP'), buy: bought(2, 'ESP') },
      'ESP 2',
    ],
  ])
})

test('a total above or below the lines', () => {
  //  what, lines, total, discount, shares
  const table: [string, string, string, Partial<Discount>, string][] = [
    ['checkout-wide discounts reach the rest', '1 ESP 3', '10', { percent: 10 }, 'ESP 0.3, rest 0.7'],
    ['only the rest is there', '', '10', { amount: 4 }, 'rest 4'],
    ['product discounts do not', '1 ESP 3', '10', { percent: 10, on: { pick: 'all' } }, 'ESP 0.3'],
    ['ties to the line', '1 ESP 3', '6', { amount: 0.01 }, 'ESP 0.01'],
    ['a shrunk line is worth less', '2 ESP 3, 1 CAKE 4', '5', { percent: 10 }, 'ESP 0.3, CAKE 0.2'],
    ['and its units too', '2 ESP 3', '3', twoForOne, 'ESP 1.5'],
  ]
  for (const [what, lines, total, fields, expected] of table) {
    const basket = till(lines, { checkoutTotal: dec(total) })
    assert.equal(print(basket, discount(basket, fields).shares), expected, what)
  }
})

test('discounts after each other see what is left, unless they ask for the original', () => {
  const cake = all('CAKE')
  //  what, lines, discounts, left
  const table: [string, string, Partial<Discount>[], string][] = [
    ['10 %, then 10 % of the rest', '1 ESP 10', [{ percent: 10 }, { percent: 10 }], '8.1'],
    ['10 %, then 10 % of the original', '1 ESP 10', [{ percent: 10 }, { percent: 10, basis: 'original' }], '8'],
    ['60 % twice of the original is all', '1 ESP 10', [{ percent: 60 }, { percent: 60, basis: 'original' }], '0'],
    ['nothing left', '1 ESP 10', [{ percent: 100 }, { amount: 5 }, { percent: 50 }], '0'],
    ['a free cake carries none of the 5', '1 ESP 10, 1 CAKE 10', [{ percent: 100, on: cake }, { amount: 5 }], '5 + 0'],
    [
      'half of the original total, one line being free already',
      '1 ESP 10, 1 CAKE 10',
      [
        { percent: 100, on: cake },
        { percent: 50, basis: 'original' },
      ],
      '0 + 0',
    ],
    ['2 for 1, then 10 %', '2 ESP 3, 1 CAKE 4', [twoForOne, { percent: 10 }], '2.7 + 3.6'],
    ['units of a line are alike', '2 ESP 3', [twoForOne, { percent: 50, on: cheapest(1, 'ESP') }], '2.25'],
    ['a unit price above what is left', '1 ESP 3', [{ percent: 50 }, { unitPrice: 2, on: all('ESP') }], '1.5'],
    ['a unit price below it', '1 ESP 3', [{ percent: 10 }, { unitPrice: 2, on: all('ESP') }], '2'],
    [
      'a unit price of the original',
      '1 ESP 3, 1 LATTE 9',
      [
        { percent: 90, on: all('ESP') },
        { unitPrice: 2, on: { pick: 'all' }, basis: 'original' },
      ],
      '0 + 2',
    ],
    [
      'a group price of the original',
      '2 ESP 3',
      [{ percent: 50 }, { groupPrice: 5, on: cheapest(2, 'ESP'), basis: 'original' }],
      '2',
    ],
    [
      'group by group, each no more than it has left',
      '2 ESP 10, 2 TEA 10',
      [
        { percent: 90, on: all('ESP') },
        { groupPrice: 5, on: { pick: 'dearest', units: 2 }, repeat: true, basis: 'original' },
      ],
      '0 + 5',
    ],
    ['a group that is cheaper already', '2 ESP 3', [{ percent: 50 }, { groupPrice: 5, on: cheapest(2, 'ESP') }], '3'],
  ]
  for (const [what, lines, discounts, expected] of table) {
    const after = discounts.reduce((basket, fields) => discount(basket, fields).basket, till(lines))
    assert.equal(left(after), expected, what)
  }
})

test('the trace learns what a discount would have been, and what bounded it', () => {
  //  what, lines, discount, wanted, amount, capped by
  const table: [string, string, Partial<Discount>, number, number, string | undefined][] = [
    ['nothing did', '1 ESP 10', { percent: 50 }, 500, 500, undefined],
    ['max', '1 ESP 10', { percent: 50, max: 2 }, 500, 200, 'max'],
    ['max is the whole firing', '4 ESP 3', { ...twoForOne, repeat: true, max: 5 }, 600, 500, 'max'],
    ['max is not reached', '1 ESP 10', { percent: 50, max: 20 }, 500, 500, undefined],
    ['a max of fractions of a cent', '1 ESP 10', { percent: 50, max: 2.009 }, 500, 200, 'max'],
    ['what is left', '1 ESP 3', { amount: 5 }, 500, 300, 'worth'],
    ['what is left, before max', '1 ESP 3', { amount: 5, max: 4 }, 500, 300, 'worth'],
    ['max, before what is left', '1 ESP 3', { amount: 5, max: 2 }, 500, 200, 'max'],
  ]
  for (const [what, lines, fields, wanted, amount, cappedBy] of table) {
    const given = discount(till(lines), fields)
    assert.deepEqual([given.wanted, given.amount, given.cappedBy], [wanted, amount, cappedBy], what)
  }
})

test('the trace learns why nothing was discounted', () => {
  const table: [string, Partial<Discount>, string][] = [
    ['2 ESP 3', { percent: 10, on: all('CAKE') }, 'noProducts'],
    ['0 ESP 3', { percent: 10, on: all('ESP') }, 'noProducts'],
    ['1 CAKE 3', { percent: 10, on: all('CAKE'), buy: bought(1, 'ESP') }, 'notBought'],
    ['1 ESP 3', twoForOne, 'countAsBought'],
    ['2 ESP 3', { groupPrice: 1, on: cheapest(3, 'ESP') }, 'noFullGroup'],
    ['2 ESP 3', { unitPrice: 4, on: all('ESP') }, 'nothingToTake'],
    ['2 ESP 0', { percent: 10 }, 'nothingToTake'],
  ]
  for (const [lines, fields, why] of table) {
    const basket = till(lines)
    const given = discount(basket, fields)
    assert.deepEqual([given.amount, given.shares, given.why], [0, [], why], lines)
    assert.deepEqual(given.basket, basket)
  }
})

test('a share says how many units were discounted, and by how much each', () => {
  //  what, lines, discount, units and discount per unit of each share
  const table: [string, string, Partial<Discount>, [number, number][]][] = [
    ['one of three free', '3 ESP 3', twoForOne, [[1, 3]]],
    ['10 % on all three', '3 ESP 3', { percent: 10 }, [[3, 0.3]]],
    ['a discount that does not divide', '3 ESP 3', { amount: 1 }, [[3, 0.333333]]],
    ['by weight', '0.75 HAM 20', { unitPrice: 16, on: all('HAM') }, [[0.75, 4]]],
    ['of a million', '1000000 ESP 0.01', { percent: 10 }, [[1_000_000, 0.001]]],
    [
      'only the groups that save',
      '2 ESP 10, 2 TEA 1',
      { groupPrice: 6, on: { pick: 'dearest', units: 2 }, repeat: true },
      [[2, 7]],
    ],
  ]
  for (const [what, lines, fields, expected] of table) {
    const basket = till(lines)
    const rows = discount(basket, fields).shares.map((share) => skuFields(basket, share))
    assert.deepEqual(
      rows.map((row) => [row?.skuAmount, row?.skuUnitDiscount]),
      expected,
      what,
    )
  }
})

test('a share names its product as the mutations of an answer do', () => {
  const basket = till('', { products: [{ sku: 'ESP', unitPrice: dec('2.5'), sequenceId: 7 }], checkoutTotal: dec(5) })
  const rows = discount(basket, { percent: 10 }).shares.map((share) => skuFields(basket, share))
  const espresso = { sku: 'ESP', skuUnitPrice: 2.5, skuAmount: 1, skuUnitDiscount: 0.25, skuSequenceId: 7 }
  assert.deepEqual(rows, [espresso, undefined])
})

test('an amount that was computed of a fact is handed in', () => {
  const rated = { give: 1, per: 10, of: 'checkout.total', steps: 'whole', round: 'down' } as const
  assert.equal(discount(till('1 ESP 10'), { amount: rated }, 150).amount, 150)
  assert.throws(() => discount(till('1 ESP 10'), { amount: rated }), /computed before/)
})

function skuFields(basket: Basket, share: Share) {
  const line = share.line === undefined ? undefined : basket.lines[share.line]
  return line && skuFieldsOf(line, share, basket.scale)
}
