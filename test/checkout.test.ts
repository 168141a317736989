import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from './support/checkout-shop.ts'

test('a standalone checkout gives discounts and points, and answers both', async () => {
  const { shop, bought } = await openRuleShop([
    {
      when: [{ fact: 'products.quantity', where: { sku: 'ESP' }, op: '>=', value: 2 }],
      then: [{ discount: { percent: 10, on: { where: { sku: 'ESP' } } } }],
    },
    {
      then: [points(perDollar(1)), { notify: { channel: 'direct', text: 'You earned {{ mutation.amount }} points' } }],
    },
  ])
  const cardNumber = await shop.card({ usd: 5 })
  const answer = await bought('2 ESP 3.5, 1 CAKE 4', { cardNumber, returnBalances: true, returnBalanceMutations: true })
  assert.equal(answer.checkoutTotalBeforeDiscount, 11)
  assert.equal(answer.totalDiscount, 0.7)
  assert.equal(answer.checkoutTotalAfterDiscount, 10.3)
  assert.deepEqual(answer.responseMessages, ['You earned 10 points'])
  assert.deepEqual(
    answer.balanceMutations.map((one: { amount: number }) => one.amount),
    [0.7, 10],
  )
  assert.deepEqual(await shop.verify(), [])
})
