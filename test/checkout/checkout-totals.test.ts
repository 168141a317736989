import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'

const tenPercent = { then: [{ discount: { percent: 10, on: 'checkout' } }] }
const cakeOff = { then: [{ discount: { percent: 50, on: { where: { sku: ['CAKE'] } } } }] }

const totals = (answer: Record<string, unknown>) => [
  answer.checkoutTotalBeforeDiscount,
  answer.totalDiscount,
  answer.checkoutTotalAfterDiscount,
]

type Row = readonly [basket: string, more: object, ...totals: number[]]

async function checkTable(rules: readonly object[], rows: readonly Row[]): Promise<void> {
  const { shop, bought } = await openRuleShop(rules)
  for (const [basket, more, ...expected] of rows) {
    const answer = await bought(basket, { ...more, isSetup: true })
    assert.deepEqual(totals(answer), expected, `${basket} ${JSON.stringify(more)}`)
  }
  assert.deepEqual(await shop.verify(), [])
}

test('the total is the given one, else the sum of the lines, each rounded half up', () =>
  //         basket                        more                                  before, discount, after
  checkTable(
    [],
    [
      ['2 ESP 3.5, 1 CAKE 4', {}, 11, 0, 11],
      ['', {}, 0, 0, 0],
      ['', { checkoutTotal: 12.34 }, 12.34, 0, 12.34],
      ['1 ESP 0.005', {}, 0.01, 0, 0.01],
      ['1 ESP 0.0049', {}, 0, 0, 0],
      ['0.333333 ESP 9.99', {}, 3.33, 0, 3.33],
      ['3 ESP 0.005', {}, 0.02, 0, 0.02],
      ['1 ESP 0.005, 1 ESP 0.005, 1 ESP 0.005', {}, 0.03, 0, 0.03],
      ['2 ESP 3.5', { checkoutTotal: 10 }, 10, 0, 10],
      ['2 ESP 3.5', { checkoutTotal: 5 }, 5, 0, 5],
      ['2 ESP 3.5', { checkoutTotal: 0 }, 0, 0, 0],
      ['', { checkoutTotal: 10_000_000 }, 10_000_000, 0, 10_000_000],
      ['1 ESP 5', { checkoutShippingTotal: 4, checkoutTipTotal: 3 }, 5, 0, 5],
      ['1 ESP 5', { preDiscounts: [{ amount: 2 }] }, 5, 0, 3],
      ['1 ESP 5', { preDiscounts: [{ amount: 2 }, { amount: 1, product: { sku: 'ESP' } }] }, 5, 0, 2],
      ['1 ESP 5', { preDiscounts: [{ amount: 7 }] }, 5, 0, 0],
    ],
  ))

test('a checkout-wide discount is of the net total, and reaches what no line explains', () =>
  checkTable(
    [tenPercent],
    [
      ['2 ESP 5', {}, 10, 1, 9],
      ['2 ESP 5', { checkoutTotal: 20 }, 20, 2, 18],
      ['2 ESP 5', { checkoutTotal: 5 }, 5, 0.5, 4.5],
      ['2 ESP 5', { preDiscounts: [{ amount: 5 }] }, 10, 0.5, 4.5],
      ['2 ESP 5', { checkoutShippingTotal: 90, checkoutTipTotal: 90 }, 10, 1, 9],
      ['', { checkoutTotal: 33.35 }, 33.35, 3.34, 30.01],
    ],
  ))

test('a discount on a product is of what that product is worth in the given total', () =>
  checkTable(
    [cakeOff],
    [
      ['1 ESP 10, 1 CAKE 10', {}, 20, 5, 15],
      ['1 ESP 10, 1 CAKE 10', { checkoutTotal: 30 }, 30, 5, 25],
      ['1 ESP 10, 1 CAKE 10', { checkoutTotal: 10 }, 10, 2.5, 7.5],
      ['1 ESP 10, 1 CAKE 10', { preDiscounts: [{ amount: 4, product: { sku: 'CAKE' } }] }, 20, 3, 13],
      ['1 ESP 10, 1 CAKE 10', { preDiscounts: [{ amount: 4, product: { sku: 'ESP' } }] }, 20, 5, 11],
      ['1 ESP 10', { checkoutTotal: 30 }, 30, 0, 30],
      ['1 ESP 10, 1 CAKE 10', { checkoutTotal: 0 }, 0, 0, 0],
    ],
  ))

test('points are earned on the net total, without shipping, tip and preDiscounts', async () => {
  const { shop, bought } = await openRuleShop([tenPercent, { then: [points(perDollar(1))] }])
  const cardNumber = await shop.card()
  const answer = await bought('10 ESP 5', {
    cardNumber,
    checkoutShippingTotal: 100,
    checkoutTipTotal: 100,
    preDiscounts: [{ amount: 10 }],
    returnBalances: true,
  })
  assert.deepEqual(totals(answer), [50, 4, 36])
  assert.equal(answer.balances[0].amount, 36)
  const shown = await shop.must('checkoutLookup', { checkoutTransactionId: answer.transactionId })
  assert.deepEqual([shown.checkoutShippingTotal, shown.checkoutTipTotal], [100, 100])
  assert.deepEqual(totals(shown), [50, 4, 36])
  assert.deepEqual(await shop.verify(), [])
})

test('amounts are in the currency of the location, with its decimals', async () => {
  const { shop } = await openRuleShop([tenPercent], {
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
      { id: 'TYO', name: 'Tokyo', currency: 'JPY', terminals: ['J1'] },
      { id: 'KWT', name: 'Kuwait', currency: 'KWD', terminals: ['K1'] },
    ],
  })
  const at = async (location: string, terminal: string, body: object) => {
    const answer = await shop.must('checkout', { ...body, returnBalanceMutations: true }, { location, terminal })
    return [...totals(answer), answer.balanceMutations[0]?.balanceCode]
  }
  const half = { products: productsOf('3 ESP 0.5') }
  assert.deepEqual(await at('TYO', 'J1', { products: productsOf('3 ESP 105.5') }), [317, 32, 285, 'JPY'])
  assert.deepEqual(await at('TYO', 'J1', half), [2, 0, 2, undefined])
  assert.deepEqual(await at('TYO', 'J1', { checkoutTotal: 99.5 }), [100, 10, 90, 'JPY'])
  assert.deepEqual(await at('KWT', 'K1', { products: productsOf('1 ESP 1.2345') }), [1.235, 0.124, 1.111, 'KWD'])
  assert.deepEqual(await at('L1', 'T1', half), [1.5, 0.15, 1.35, 'USD'])
  assert.deepEqual(await shop.verify(), [])
})

test('each discount names its line, its units and its share, and the shares add up', async () => {
  const { shop, bought } = await openRuleShop([{ then: [{ discount: { amount: 1, on: 'checkout' } }] }])
  const answer = await bought('', {
    products: [
      { sku: 'ESP', unitPrice: 1, amountPurchased: 1, sequenceId: 40 },
      { sku: 'ESP', unitPrice: 1 },
      { sku: 'CAKE', unitPrice: 0.5, amountPurchased: 2 },
    ],
    returnBalanceMutations: true,
  })
  const shown = answer.balanceMutations.map((one: Record<string, unknown>) => [
    one.amount,
    one.sku,
    one.skuSequenceId,
    one.skuAmount,
    one.skuUnitPrice,
    one.isDiscount,
  ])
  assert.deepEqual(shown, [
    [0.34, 'ESP', 40, 1, 1, true],
    [0.33, 'ESP', 2, 1, 1, true],
    [0.33, 'CAKE', 3, 2, 0.5, true],
  ])
  assert.deepEqual(await shop.verify(), [])
})

const wrong: Refusals = [
  [{ checkoutTotal: -1 }, 100, 'checkoutTotal'],
  [{ checkoutTotal: 10_000_000.01 }, 100, 'checkoutTotal'],
  [{ checkoutShippingTotal: 10_000_001 }, 100, 'checkoutShippingTotal'],
  [{ checkoutTipTotal: 10_000_001 }, 100, 'checkoutTipTotal'],
  [{ checkoutTipTotal: -0.01 }, 100, 'checkoutTipTotal'],
  [{ products: [{ unitPrice: 1 }] }, 100, 'products[0].sku'],
  [{ products: [{ sku: '' }] }, 100, 'products[0].sku'],
  [{ products: [{ sku: 'A', unitPrice: -1 }] }, 100, 'products[0].unitPrice'],
  [{ products: [{ sku: 'A', amountPurchased: -1 }] }, 100, 'products[0].amountPurchased'],
  [{ products: [{ sku: 'A', unitPrice: 0.1234567 }] }, 100, 'products[0].unitPrice'],
  [{ products: [{ sku: 'A', sequenceId: 1.5 }] }, 100, 'products[0].sequenceId'],
  [{ preDiscounts: [{ amount: 0 }] }, 100, 'preDiscounts[0].amount'],
  [{ preDiscounts: [{ amount: -1 }] }, 100, 'preDiscounts[0].amount'],
  [{ preDiscounts: [{}] }, 100, 'preDiscounts[0].amount'],
  [{ preDiscounts: [{ amount: 1, product: { sku: 'B' } }] }, 100, 'preDiscounts[0].product'],
  [{ preDiscounts: [{ amount: 1, product: { sku: 'A', sequenceId: 2 } }] }, 100, 'preDiscounts[0].product'],
]

test('totals, lines and preDiscounts that cannot be are refused by name', async () => {
  const { shop } = await openRuleShop([])
  for (const [change, code, field] of wrong) {
    const body = { products: [{ sku: 'A', unitPrice: 5 }], ...(change as object) }
    assertRefused(await shop.call('checkout', body), code, field, JSON.stringify(change))
    assertRefused(await shop.call('checkout', { ...body, isSetup: true }), code, field, JSON.stringify(change))
  }
})
