import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, perDollar, points, productsOf } from '../support/checkout-shop.ts'

const cakes = { sku: 'CAKE' }

test('a simulated checkout shows its receipt, and why each rule would fire or not', async () => {
  const { shop } = await openRuleShop([
    { name: 'A point per dollar', then: [points(perDollar(1))] },
    {
      name: 'Cheap cake',
      when: [{ fact: 'products.quantity', where: cakes, op: '>=', value: 1 }],
      then: [{ discount: { percent: 25, on: { where: cakes } } }],
    },
    { name: 'Big spender', when: [{ fact: 'checkout.total', op: '>=', value: 100 }], then: [points(500)] },
    {
      name: 'Gift',
      then: [
        { allocateCoupon: { set: 'gift' } },
        { notify: { channel: 'webhook', text: 'Use {{ coupon.id }}' } },
        { notify: { channel: 'direct', text: 'Thank you' } },
      ],
    },
  ])
  const card = await shop.card({ points: 7 })

  const products = productsOf('2 ESP 3.5, 1 CAKE 4')
  const { receipt, refusal, explanation } = await shop.must('simulate', { cardNumber: card, products })

  assert.equal(refusal, undefined)
  console.log(JSON.stringify({ receipt, explanation }, undefined, 1))
  assert.equal(receipt.checkoutTotalAfterDiscount, 10)
  assert.deepEqual(await shop.verify(), [])
})
