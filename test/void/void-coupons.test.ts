import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, points, type RuleShop } from '../support/checkout-shop.ts'
import { couponsOf, unused } from '../support/coupon-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { sums, undo, undone } from '../support/undo-shop.ts'

const rules = [
  {
    when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }],
    then: [{ discount: { amount: 10, on: 'checkout' } }],
  },
  { then: [points(5), { allocateCoupon: { set: 'gift', promotion: 'next' } }] },
]

const more = {
  couponSets: [
    { id: 'ten', name: 'Ten off', generate: { count: 20, prefix: 'T-', length: 10 } },
    { id: 'gift', name: 'Gifts', generate: { count: 20, prefix: 'G-', length: 10 } },
  ],
}

const openCoupons = (brand: object = {}) => openRuleShop(rules, { more, brand })

/** Buys with a coupon, at once or in two stages; answers the call, the coupon it used and the one it issued. */
async function buyWithCoupon({ shop, bought }: RuleShop, cardNumber: string, twoStage: boolean) {
  const used = await couponsOf(shop).allocated({ couponSetId: 'ten' })
  const { lock, complete } = lockingCalls({ shop })
  const sale = twoStage
    ? (await complete(await lock(cardNumber, '1 CAKE 30', { coupons: [used] }))).body
    : await bought('1 CAKE 30', { cardNumber, coupons: [used] })
  const [issued = ''] = sale.issuedCouponIDs
  return { ref: sale.requestRef as string, used, issued: issued as string }
}

test('issued coupons are disabled and used ones reset, as the void asks', async () => {
  const open = await openCoupons()
  const { shop } = open
  const { details, act } = couponsOf(shop)
  //  what the void says, whether the issued coupon is used before, error or what becomes of the coupons
  const table: [object, boolean, number | { issued: object; used: object }][] = [
    [{}, false, { issued: { isDisabled: true }, used: { isUsed: true } }],
    [{ disableIssuedCoupons: false }, false, { issued: {}, used: { isUsed: true } }],
    [{ usedCouponResets: true }, false, { issued: { isDisabled: true }, used: {} }],
    [{ failIfCouponsUsed: true }, false, { issued: { isDisabled: true }, used: { isUsed: true } }],
    [{}, true, { issued: { isUsed: true, isDisabled: true }, used: { isUsed: true } }],
    [{ disableIssuedCoupons: false }, true, { issued: { isUsed: true }, used: { isUsed: true } }],
    [{ failIfCouponsUsed: true }, true, 126],
    [{ failIfCouponsUsed: true, disableIssuedCoupons: false }, true, 126],
  ]
  const cardNumber = await shop.card()
  for (const [index, [flags, isUsedBefore, expected]] of table.entries()) {
    const { ref, used, issued } = await buyWithCoupon(open, cardNumber, index % 2 === 1)
    if (isUsedBefore) await act(issued, 'use')
    const answer = await undo(shop, cardNumber, ref, flags)
    if (typeof expected === 'number') {
      assertRefused(answer, expected)
      assert.deepEqual(await details(issued), unused({ isUsed: true }))
      await act(issued, 'unuse')
      await undone(shop, cardNumber, ref)
    } else {
      assert.ok(answer.body.success, JSON.stringify(answer.body))
      assert.deepEqual(await details(issued), unused(expected.issued), JSON.stringify(flags))
      assert.deepEqual(await details(used), unused(expected.used), JSON.stringify(flags))
    }
    assert.deepEqual(await sums(shop, cardNumber), {})
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that the checkout used and another call uses now stays used', async () => {
  const open = await openCoupons()
  const { shop, bought } = open
  const { details, act } = couponsOf(shop)
  const cardNumber = await shop.card()
  const { ref, used } = await buyWithCoupon(open, cardNumber, false)
  await act(used, 'unuse')
  const other = await bought('1 CAKE 30', { cardNumber, coupons: [used] })
  await undone(shop, cardNumber, ref, { usedCouponResets: true })
  assert.deepEqual(await details(used), unused({ isUsed: true }))
  await undone(shop, cardNumber, other.requestRef, { usedCouponResets: true })
  assert.deepEqual(await details(used), unused())
  await bought('1 CAKE 30', { cardNumber, coupons: [used] })
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that the void disabled cannot be used, and no later call enables it', async () => {
  const open = await openCoupons()
  const { shop, buy } = open
  const { act } = couponsOf(shop)
  const cardNumber = await shop.card()
  const { ref, issued } = await buyWithCoupon(open, cardNumber, true)
  await undone(shop, cardNumber, ref)
  for (const action of ['use', 'unuse', 'useReservation', 'releaseReservation'])
    assertRefused(await act(issued, action), 122)
  assertRefused(await act(issued, 'reserve', { reserveUntil: '2999-01-01 00:00:00' }), 122)
  const { body } = await buy('1 CAKE 30', { cardNumber, coupons: [issued] })
  assert.deepEqual([body.errorCode, body.blockingCoupons], [27, [issued]])
  assert.deepEqual(await shop.verify(), [])
})

test('coupon flags that are JSON v2 are unknown to a brand of version 1, whose voids have their defaults', async () => {
  const open = await openCoupons({ apiVersion: 1 })
  const { shop } = open
  const { details } = couponsOf(shop)
  const cardNumber = await shop.card()
  const { ref, used, issued } = await buyWithCoupon(open, cardNumber, false)
  const answer = await undo(shop, cardNumber, ref, { usedCouponResets: true, disableIssuedCoupons: false })
  assert.ok(answer.body.success)
  assert.equal(answer.headers['purser-unknown-fields'], 'usedCouponResets,disableIssuedCoupons')
  assert.deepEqual(await details(used), unused({ isUsed: true }))
  assert.deepEqual(await details(issued), unused({ isDisabled: true }))
  assert.deepEqual(await shop.verify(), [])
})
