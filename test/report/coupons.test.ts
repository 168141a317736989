import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, openRuleShop } from '../support/checkout-shop.ts'
import { codeOff, codeSet, openCodeShop } from '../support/code-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { always, type Row, rowsOf, sameWhenSummed, sumUp } from '../support/report-shop.ts'
import { sql } from '../support/time-passes.ts'

const couponOff = {
  when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }],
  then: [{ discount: { amount: 10 } }],
}

const shown = ({ set, code, issued, used, discountsUSD }: Row) =>
  [set, code ?? '', issued ?? '', used, discountsUSD ?? ''].join('|')

test('coupons and codes: issued, used, and the discounts that they gave, with voids and returns', async () => {
  const { shop, bought, pay } = await openCodeShop([{ code: 'SUN', uses: 100 }], [codeOff, couponOff])
  const card = await shop.card()
  for (const couponId of ['TEN-1', 'TEN-2', 'TEN-3']) await shop.must('allocateCoupon', { couponId })
  const first = await bought('3 CAKE 10', { cardNumber: card, coupons: ['TEN-1'] })
  const second = await bought('3 CAKE 10', { cardNumber: card, coupons: ['TEN-2', 'SUN'] })
  await pay('SUN')
  await shop.must('couponDetails', { couponId: 'TEN-3', action: 'use' })
  const rows = () => rowsOf(shop, 'coupons')
  assert.deepEqual((await rows()).map(shown), ['Summer|SUN||2|20.00', 'Ten off||3|3|20.00'])
  await shop.must('returnMerchandise', {
    cardNumber: card,
    checkoutRequestRef: first.transactionId,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  await shop.must('voidTransaction', { cardNumber: card, requestRef: second.transactionId })
  const after = await sameWhenSummed(shop, rows)
  assert.deepEqual(after.map(shown), ['Summer|SUN||1|10.00', 'Ten off||3|2|6.67'])
  assert.deepEqual(await rowsOf(shop, 'coupons', { from: '2000-01-01', to: '2000-12-31' }), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that opens a campaign has the discounts of all its rules; two coupons of one rule share', async () => {
  const set = (id: string) => ({ fact: 'coupon', set: id, op: '=', value: true })
  const rules = [{ then: [{ discount: { amount: 1 } }] }, { then: [{ discount: { amount: 2 } }] }]
  const both = [{ when: [set('gift'), set('few')], then: [{ discount: { amount: 0.25 } }] }]
  const { shop, bought } = await openRuleShop([], {
    more: {
      campaigns: [campaign(rules, { id: 'opened', when: [set('ten')] }), campaign(both, { id: 'both', name: 'Both' })],
    },
  })
  const ids = await Promise.all(
    ['ten', 'gift', 'few'].map(async (couponSetId) => (await shop.must('allocateCoupon', { couponSetId })).couponId),
  )
  await bought('3 CAKE 10', { cardNumber: await shop.card(), coupons: ids })
  const rows = await sameWhenSummed(shop, () => rowsOf(shop, 'coupons'))
  const gave = Object.fromEntries(rows.map(({ set: name, discountsUSD }) => [name, Number(discountsUSD)]))
  assert.equal(gave['Ten off'], 3)
  assert.equal(Math.round((gave.Gifts ?? 0) * 100 + (gave.Few ?? 0) * 100), 25)
  assert.ok([0.12, 0.13].includes(gave.Gifts ?? 0), JSON.stringify(gave))
  assert.deepEqual(await shop.verify(), [])
})

test('coupons are divided by where, and a wrong sum is found', async () => {
  const { shop, pay } = await openCodeShop([{ code: 'SUN' }], [codeOff], {
    locations: [
      { id: 'L1', name: 'Main Street', terminals: ['T1'] },
      { id: 'L2', name: 'Harbour', terminals: ['T1'] },
    ],
    more: { couponSets: [codeSet([{ code: 'SUN' }])] },
  })
  await pay('SUN')
  await shop.must(
    'checkout',
    { products: [{ sku: 'CAKE', unitPrice: 20, amountPurchased: 1 }], coupons: ['SUN'] },
    {
      location: 'L2',
    },
  )
  const rows = await rowsOf(shop, 'coupons', { ...always, by: 'location' })
  assert.deepEqual(
    rows.map(({ group, used, discountsUSD }) => [group, used, discountsUSD]),
    [
      ['Harbour', '1', '10.00'],
      ['Main Street', '1', '10.00'],
    ],
  )
  await sumUp(await openJobRoom(shop))
  await sql('update coupon_day set amount = amount + 1 where brand_id = $1', [shop.id])
  assert.deepEqual(
    [...new Set((await shop.verify()).map(({ check }) => check))],
    ['the sums of what coupons did equal the coupons and sales'],
  )
})
