import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'

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

test('a rule that only gives a discount and finds nothing to take it off does not fire', async () => {
  const mugs = { discount: { percent: 50, on: { where: { sku: 'MUG' } } } }
  const { shop, buy, bought } = await openRuleShop([
    { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [mugs] },
    { exclusive: 'one', limit: { times: 1, every: 'day' }, then: [mugs] },
    { exclusive: 'one', then: [{ discount: { percent: 10 } }] },
  ])
  const cardNumber = await shop.card()
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten' })

  const unused = await buy('1 CAKE 10', { cardNumber, coupons: [couponId] })
  assert.equal(unused.body.errorCode, 125, 'the coupon is not burned')
  assert.equal((await bought('1 CAKE 10', { cardNumber })).totalDiscount, 1, 'the exclusive group is open')
  assert.equal((await bought('1 MUG 10', { cardNumber })).totalDiscount, 5, 'the limit is not used up')
  const used = await bought('1 MUG 10', { cardNumber, coupons: [couponId] })
  assert.equal(used.totalDiscount, 5.5, 'half by the coupon, then ten per cent of the rest')
  assert.deepEqual(await shop.verify(), [])
})
