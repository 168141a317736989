import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockingCalls, openRuleShop } from '../support/checkout-shop.ts'

const tenPercent = { then: [{ discount: { percent: 10 } }] }

test('the lookup of a checkout shows its preDiscounts', async () => {
  const { shop, bought } = await openRuleShop([tenPercent])
  const preDiscounts = [
    { amount: 1, product: { sku: 'ESP' }, externalPromotionId: 'P-1', externalCampaignRuleId: 'R-1' },
    { amount: '0.5', product: { sku: 'CAKE', sequenceId: 2 } },
    { amount: 2 },
  ]
  const { requestRef } = await bought('1 ESP 5, 1 CAKE 5', { preDiscounts })
  const shown = await shop.must('checkoutLookup', { checkoutTransactionId: requestRef })
  assert.deepEqual(shown.preDiscounts, [preDiscounts[0], { ...preDiscounts[1], amount: 0.5 }, { amount: 2 }])
  const none = await bought('1 ESP 5')
  const lookup = await shop.must('checkoutLookup', { checkoutTransactionId: none.requestRef })
  assert.deepEqual([lookup.preDiscounts, 'preDiscountTotal' in none], [[], false])
  assert.deepEqual(await shop.verify(), [])
})

test('a preDiscount that is more than its product is worth says so', async () => {
  const rules = await openRuleShop([tenPercent])
  const { shop, bought } = rules
  //  basket, preDiscounts, what they took, what of each
  const table: [string, object[], number, (number | undefined)[]][] = [
    ['1 ESP 5, 1 CAKE 5', [{ amount: 3, product: { sku: 'ESP' } }], 3, [undefined]],
    ['1 ESP 5, 1 CAKE 5', [{ amount: 7, product: { sku: 'ESP' } }], 5, [5]],
    [
      '1 ESP 5, 1 CAKE 5',
      [
        { amount: 4, product: { sku: 'ESP' } },
        { amount: 4, product: { sku: 'ESP' } },
      ],
      5,
      [undefined, 1],
    ],
    ['1 ESP 5', [{ amount: 5 }, { amount: 1 }], 5, [undefined, 0]],
    ['1 ESP 5', [{ amount: 5.01 }], 5, [5]],
  ]
  for (const [basket, preDiscounts, total, taken] of table) {
    const answer = await bought(basket, { preDiscounts })
    assert.equal(answer.preDiscountTotal, total, JSON.stringify(preDiscounts))
    const { checkoutTotalBeforeDiscount: before, totalDiscount, checkoutTotalAfterDiscount: after } = answer
    assert.equal(Math.round((before - totalDiscount - after) * 100) / 100, total)
    const shown = await shop.must('checkoutLookup', { checkoutTransactionId: answer.requestRef })
    assert.deepEqual(
      shown.preDiscounts.map((one: { takenAmount?: number }) => one.takenAmount),
      taken,
    )
  }
  const { lock, complete } = lockingCalls(rules)
  const setup = await lock(await shop.card(), '1 ESP 5', { preDiscounts: [{ amount: 9 }] })
  const { body } = await complete(setup)
  assert.deepEqual([setup.preDiscountTotal, body.preDiscountTotal], [5, 5])
  const shown = await shop.must('checkoutLookup', { checkoutTransactionId: body.requestRef })
  assert.deepEqual(shown.preDiscounts, [{ amount: 9, takenAmount: 5 }])
  assert.deepEqual(await shop.verify(), [])
})
