import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, points, type RuleShop } from '../support/checkout-shop.ts'
import { couponsOf, unused } from '../support/coupon-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { bringBack, broughtBack, sums, undone } from '../support/undo-shop.ts'

const more = {
  couponSets: [
    { id: 'ten', name: 'Ten off', generate: { count: 20, prefix: 'T-', length: 10 } },
    { id: 'gift', name: 'Gifts', generate: { count: 20, prefix: 'G-', length: 10 } },
  ],
}

const rules = [
  {
    when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }],
    then: [{ discount: { amount: 10, on: 'checkout' } }],
  },
  { then: [points(10), { allocateCoupon: { set: 'gift', promotion: 'next' } }] },
]

/** Buys two cakes with a coupon, at once or in two stages. */
async function buyWithCoupon({ shop, bought }: RuleShop, cardNumber: string, twoStage: boolean) {
  const used = await couponsOf(shop).allocated({ couponSetId: 'ten' })
  const { lock, complete } = lockingCalls({ shop })
  const sale = twoStage
    ? (await complete(await lock(cardNumber, '2 CAKE 30', { coupons: [used] }))).body
    : await bought('2 CAKE 30', { cardNumber, coupons: [used] })
  return { sale, used, issued: sale.issuedCouponIDs[0] as string }
}

test('issued coupons are disabled by default, and a used one refuses the return', async () => {
  const open = await openRuleShop(rules, { more })
  const { shop } = open
  const { details, act } = couponsOf(shop)
  //  what the return says, whether the issued coupon is used before, error or what becomes of it
  const table: [object, boolean, number | object][] = [
    [{}, false, { isDisabled: true }],
    [{ disableIssuedCoupons: false }, false, {}],
    [{}, true, 126],
    [{ disableIssuedCoupons: false }, true, 126],
    [{ failIfCouponsUsed: false }, true, { isUsed: true, isDisabled: true }],
    [{ failIfCouponsUsed: false, disableIssuedCoupons: false }, true, { isUsed: true }],
    [{ simulateOnly: true }, false, {}],
    [{ simulateOnly: true }, true, 126],
  ]
  for (const [index, [flags, isUsedBefore, expected]] of table.entries()) {
    const cardNumber = await shop.card()
    const { sale, issued } = await buyWithCoupon(open, cardNumber, index % 2 === 1)
    if (isUsedBefore) await act(issued, 'use')
    const answer = await bringBack(shop, sale, '1 CAKE', flags)
    if (typeof expected === 'number') assertRefused(answer, expected)
    else {
      assert.ok(answer.body.success, JSON.stringify(answer.body))
      assert.deepEqual(await details(issued), unused(expected), JSON.stringify(flags))
    }
    const isReturned = typeof expected !== 'number' && !('simulateOnly' in flags)
    assert.deepEqual(await sums(shop, cardNumber), { Points: isReturned ? 5 : 10 })
  }
  assert.deepEqual(await shop.verify(), [])
})

test('used coupons are reset always, never, or with the return that makes it whole', async () => {
  const open = await openRuleShop(rules, { more })
  const { shop } = open
  const { details } = couponsOf(shop)
  //  what the returns say, whether the coupon is used after the first half and after the second
  const table: [object, boolean, boolean][] = [
    [{}, true, false],
    [{ usedCouponResets: 'OnlyOnFullReturn' }, true, false],
    [{ usedCouponResets: 'Always' }, false, false],
    [{ usedCouponResets: 'Never' }, true, true],
  ]
  for (const [index, [flags, afterHalf, afterAll]] of table.entries()) {
    const cardNumber = await shop.card()
    const { sale, used } = await buyWithCoupon(open, cardNumber, index % 2 === 0)
    await broughtBack(shop, sale, '1 CAKE', flags)
    assert.deepEqual(await details(used), unused({ isUsed: afterHalf }), JSON.stringify(flags))
    await broughtBack(shop, sale, '', { ...flags, additionalReturnAmount: 30 })
    assert.deepEqual(await details(used), unused({ isUsed: afterAll }), JSON.stringify(flags))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that was reset and used elsewhere is not reset again', async () => {
  const open = await openRuleShop(rules, { more })
  const { shop, bought } = open
  const { details } = couponsOf(shop)
  const cardNumber = await shop.card()
  const { sale, used } = await buyWithCoupon(open, cardNumber, false)
  await broughtBack(shop, sale, '1 CAKE', { usedCouponResets: 'Always' })
  await bought('1 CAKE 30', { cardNumber, coupons: [used] })
  await broughtBack(shop, sale, '1 CAKE', { usedCouponResets: 'Always' })
  assert.deepEqual(await details(used), unused({ isUsed: true }))
  assert.deepEqual(await shop.verify(), [])
})

test('after a void of the return its coupons are as those of a sale that nobody returned', async () => {
  const open = await openRuleShop(rules, { more })
  const { shop } = open
  const { details, act } = couponsOf(shop)
  for (const [twoStage, isUsedBefore] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    const [cardNumber, twin] = [await shop.card(), await shop.card()]
    const [made, kept] = [await buyWithCoupon(open, cardNumber, twoStage), await buyWithCoupon(open, twin, twoStage)]
    if (isUsedBefore) for (const { issued } of [made, kept]) await act(issued, 'use')
    const { requestRef } = await broughtBack(shop, { ...made.sale, cardNumber }, '2 CAKE', { failIfCouponsUsed: false })
    assert.deepEqual(await details(made.issued), unused({ isUsed: isUsedBefore, isDisabled: true }))
    await undone(shop, cardNumber, requestRef)
    assert.deepEqual(await details(made.issued), await details(kept.issued))
    assert.deepEqual(await details(made.used), await details(kept.used))
    assert.deepEqual(await sums(shop, cardNumber), await sums(shop, twin))
    if (!isUsedBefore) assert.ok((await act(made.issued, 'use')).body.success)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that the sale issued stays disabled as long as one of its returns says so', async () => {
  const open = await openRuleShop(rules, { more })
  const { shop } = open
  const { details } = couponsOf(shop)
  const cardNumber = await shop.card()
  const { sale, issued } = await buyWithCoupon(open, cardNumber, false)
  const bring = async (flags: object) =>
    (await broughtBack(shop, { ...sale, cardNumber }, '1 CAKE', flags)).requestRef as string
  const [first, second] = [await bring({}), await bring({})]
  await undone(shop, cardNumber, first)
  assert.deepEqual(await details(issued), unused({ isDisabled: true }))
  await undone(shop, cardNumber, second)
  assert.deepEqual(await details(issued), unused())
  const disabling = await bring({})
  await bring({ disableIssuedCoupons: false })
  await undone(shop, cardNumber, disabling)
  assert.deepEqual(await details(issued), unused(), 'the return that stands leaves it alone')
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon of a sale that was voided is never good again', async () => {
  const open = await openRuleShop(rules, { more })
  const { shop } = open
  const cardNumber = await shop.card()
  const { sale, issued } = await buyWithCoupon(open, cardNumber, false)
  await undone(shop, cardNumber, (await broughtBack(shop, { ...sale, cardNumber }, '2 CAKE')).requestRef)
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await couponsOf(shop).details(issued), unused({ isDisabled: true }))
  assert.deepEqual(await shop.verify(), [])
})

test('a use comes back although its coupon was disabled meanwhile, and belongs to the sale again after the void', async () => {
  const giving = { when: [{ fact: 'coupon', set: 'gift', op: '=', value: true }], then: [{ discount: { amount: 3 } }] }
  const open = await openRuleShop([...rules, giving], { more })
  const { shop, bought } = open
  const { details } = couponsOf(shop)
  for (const isVoided of [false, true]) {
    const cardNumber = await shop.card()
    const { sale: giver, issued } = await buyWithCoupon(open, cardNumber, false)
    const buy = async () => ({ ...(await bought('1 CAKE 30', { cardNumber, coupons: [issued] })), cardNumber })
    const back = async (sale: { transactionId: string }, cakes: string, flags: object = {}): Promise<string> =>
      (await broughtBack(shop, { requestRef: sale.transactionId, cardNumber }, cakes, flags)).requestRef
    const first = await buy()
    const backOfFirst = await back(first, '1 CAKE')
    const second = await buy()
    const undo = (ref: string) => undone(shop, cardNumber, ref)
    const backOfGiver = isVoided ? undefined : await back(giver, '2 CAKE', { failIfCouponsUsed: false })
    if (isVoided) await undo(giver.transactionId)
    assert.deepEqual(await details(issued), unused({ isUsed: true, isDisabled: true }))
    const backOfSecond = await back(second, '1 CAKE')
    assert.deepEqual(await details(issued), unused({ isDisabled: true }))
    await undo(backOfFirst)
    assert.deepEqual(await details(issued), unused({ isUsed: true, isDisabled: true }))
    const refused = await shop.call('voidTransaction', { cardNumber, requestRef: backOfSecond })
    assert.equal(refused.body.errorCode, 27, JSON.stringify(refused.body))
    await back(first, '1 CAKE')
    if (backOfGiver === undefined) continue
    await undo(backOfGiver)
    assert.deepEqual(await details(issued), unused(), 'nothing that stands has used it')
  }
  assert.deepEqual(await shop.verify(), [])
})
