import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { purse, told, traceOf } from '../support/rule-table.ts'
import type { Shop, ShopOptions } from '../support/shop.ts'

const per = (give: number, each: number, of: string, more: object = {}) => ({ give, per: each, of, ...more })
const usd = (amount: unknown) => ({ issue: { balanceType: 'Currency', balanceCode: 'USD', amount } })
const net = 'checkout.netTotal'

//  a rule gives                                              basket                      what comes of it
const amountRows: [object, string, string[]][] = [
  [points(7), '1 CAKE 1', ['+7 Points']],
  [usd(1.23), '1 CAKE 1', ['+1.23 USD']],
  [points(per(1, 1, net)), '1 CAKE 10.99', ['+10 Points']],
  [points(per(5, 10, net)), '1 CAKE 29.99', ['+10 Points']],
  [points(per(5, 10, net, { steps: 'proportional' })), '1 CAKE 29.99', ['+14 Points']],
  [points(per(5, 10, net, { steps: 'proportional', round: 'nearest' })), '1 CAKE 29.99', ['+15 Points']],
  [points(per(5, 10, net, { steps: 'proportional', round: 'up' })), '1 CAKE 28.01', ['+15 Points']],
  [usd(per(0.05, 1, net, { steps: 'proportional' })), '1 CAKE 9.99', ['+0.49 USD']],
  [usd(per(0.05, 1, net, { steps: 'proportional', round: 'nearest' })), '1 CAKE 9.90', ['+0.5 USD']],
  [points(per(1, 1, net, { min: 20 })), '1 CAKE 3', ['+20 Points']],
  [points(per(1, 1, net, { min: 20 })), '1 CAKE 0.99', []],
  [points(per(1, 1, net, { max: 20 })), '1 CAKE 300', ['+20 Points']],
  [points(per(2, 1, 'products.quantity', { where: { sku: 'ESP' } })), '3 ESP 2, 4 CAKE 2', ['+6 Points']],
  [points(per(1, 1, 'products.total', { where: { category: 'food' } })), '3 ESP 2, 2 CAKE 4.5', ['+9 Points']],
  [points(per(3, 1, 'products.lines')), '3 ESP 2, 2 CAKE 4.5', ['+6 Points']],
  [points(per(1, 1, 'checkout.units')), '2.5 ESP 2, 2 CAKE 4.5', ['+4 Points']],
  [points(per(1, 2, 'checkout.total')), '2 CAKE 4.5', ['+4 Points']],
  [points(per(1, 1, 'history.checkouts')), '1 CAKE 4.5', []],
  [points(per(1, 1, 'balance', { balanceType: 'Custom', balanceCode: 'STARS' })), '1 CAKE 1', ['+4 Points']],
  [{ discount: { amount: per(1, 4, 'checkout.total') } }, '1 CAKE 9', ['-2 CAKE']],
]

test('amounts: fixed, and so much for every so much of a fact', async () => {
  for (const [result, basket, expected] of amountRows) {
    const { shop, bought } = await openRuleShop([{ then: [result] }])
    const cardNumber = await shop.card({ stars: 4 })
    const answer = await bought(basket, { cardNumber, isSetup: true, returnBalanceMutations: true })
    assert.deepEqual(told(answer), expected, JSON.stringify(result))
  }
})

test('an amount may count the past, and a rule before it', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(per(10, 1, 'history.checkouts'))] },
    { then: [points(per(1, 1, 'counter', { rule: 'main/rule-1' }))] },
    { then: [points(per(1, 1, 'balance', { balanceType: 'Points' }))] },
  ])
  const cardNumber = await shop.card()
  const gives = async () => told(await bought('1 CAKE 1', { cardNumber, returnBalanceMutations: true }))
  assert.deepEqual(await gives(), ['+1 Points', '+1 Points'])
  assert.deepEqual(await gives(), ['+10 Points', '+2 Points', '+14 Points'])
  assert.deepEqual(await shop.verify(), [])
})

const limited: ShopOptions = {
  valueTypes: [
    { balanceType: 'Points', scale: 0, maxBalance: 100, minIssue: 5, maxIssue: 60, maxRedeem: 40, minRedeem: 10 },
    { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
  ],
}

/** What the trace says of the rule that fired. */
async function effects(shop: Shop, answer: { requestRef: string }) {
  const trace = await traceOf(shop, answer.requestRef)
  return trace.flatMap(({ fired = [] }) => fired)
}

test('the value type’s limits cut what a rule issues, and the trace says so', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(per(1, 1, net))] }], limited)
  const cardNumber = await shop.card()
  const first = await bought('1 CAKE 75', { cardNumber, returnBalanceMutations: true })
  assert.deepEqual(told(first), ['+60 Points'])
  assert.deepEqual(await effects(shop, first), [
    { kind: 'issue', amount: '60', of: 'Points', asked: '75', cappedBy: 'maxIssue' },
  ])
  const second = await bought('1 CAKE 50', { cardNumber, returnBalanceMutations: true })
  assert.deepEqual(told(second), ['+40 Points'])
  assert.deepEqual(await effects(shop, second), [
    { kind: 'issue', amount: '40', of: 'Points', asked: '50', cappedBy: 'maxBalance' },
  ])
  const third = await bought('1 CAKE 50', { cardNumber, returnBalanceMutations: true })
  assert.deepEqual(told(third), [])
  assert.deepEqual(await effects(shop, third), [
    { kind: 'issue', amount: '0', of: 'Points', asked: '50', cappedBy: 'maxBalance' },
  ])
  const other = await bought('1 CAKE 4', { cardNumber: await shop.card(), returnBalanceMutations: true })
  assert.deepEqual(await effects(shop, other), [
    { kind: 'issue', amount: '0', of: 'Points', asked: '4', cappedBy: 'minIssue' },
  ])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 100 })
  assert.deepEqual(await shop.verify(), [])
})

test('held balance counts towards the maximum', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(60)] }], limited)
  const cardNumber = await shop.card({ points: 60 })
  await shop.hold(cardNumber, { points: 40 })
  assert.deepEqual(told(await bought('1 CAKE 1', { cardNumber, returnBalanceMutations: true })), ['+40 Points'])
  assert.deepEqual(await shop.verify(), [])
})

test('bounds of an amount are told, too', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(per(1, 1, net, { max: 20 }))] }])
  const answer = await bought('1 CAKE 50', { cardNumber: await shop.card() })
  assert.deepEqual(await effects(shop, answer), [{ kind: 'issue', amount: '20', of: 'Points', cappedBy: 'max' }])
})
