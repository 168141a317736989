import assert from 'node:assert/strict'
import test from 'node:test'
import { letLocksExpire, lockingCalls, openRuleShop } from '../support/checkout-shop.ts'
import { couponsOf } from '../support/coupon-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Shop, times } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'

const tenOff = { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 10 } }] }
const gift = { then: [{ allocateCoupon: { set: 'gift', promotion: 'P' } }] }

async function open(rules: readonly object[] = [tenOff]) {
  const room = await openRuleShop(rules)
  return { ...room, ...lockingCalls(room), ...couponsOf(room.shop) }
}

/** 27, and the failure body says which coupons block. */
function assertBlocked({ body, status }: Answer, blocking: readonly string[], message = ''): void {
  assert.equal(status, 400, `${message} ${JSON.stringify(body)}`)
  const { requestRef: _, errorMessage: __, ...rest } = body
  assert.deepEqual(rest, { errorCode: 27, success: false, blockingCoupons: blocking }, message)
}

const stateOf = async (shop: Shop, couponId: string) => {
  const { isUsed, isDisabled, reservedUntil } = await shop.must('couponDetails', { couponId })
  return isUsed ? 'used' : isDisabled ? 'disabled' : reservedUntil ? 'reserved' : 'unused'
}

test('a coupon gives its discount once', async () => {
  const { shop, buy, bought, allocated } = await open()
  const coupon = await allocated()
  const answer = await bought('3 CAKE 10', { coupons: [coupon, coupon] })
  assert.deepEqual([answer.totalDiscount, answer.checkoutTotalAfterDiscount], [10, 20])
  assert.equal(answer.blockingCoupons, undefined)
  assert.equal(await stateOf(shop, coupon), 'used')
  assertBlocked(await buy('3 CAKE 10', { coupons: [coupon] }), [coupon])
  const { coupons } = await shop.must('checkoutLookup', { checkoutTransactionId: answer.transactionId })
  assert.deepEqual(coupons, [coupon])
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that cannot be used blocks the checkout, and the failure names it', async () => {
  const { shop, buy, bought, allocated, act, lock } = await open()
  const card = await shop.card()
  const other = await shop.card()
  const take = () => allocated({ couponSetId: 'ten' })
  const [used, reserved, foreign, spare, good] = [await take(), await take(), await take(), await take(), await take()]
  await act(used, 'use')
  await act(reserved, 'reserve', { reserveUntil: secondsFromNow(60) })
  await shop.must('couponDetails', { couponId: foreign, newAllowedCards: [other] })
  const { couponId: expired } = await shop.must('allocateCoupon', {
    couponSetId: 'gift',
    expirationDate: secondsFromNow(oneDay),
  })
  await letTimePass(shop, 2 * oneDay)
  await act(reserved, 'reserve', { reserveUntil: secondsFromNow(60) })
  const [unallocated = ''] = ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4', 'TEN-5', 'TEN-6'].filter(
    (id) => ![used, reserved, foreign, spare, good].includes(id),
  )
  for (const bad of [used, reserved, foreign, expired, unallocated, 'NO-SUCH'])
    assertBlocked(await buy('3 CAKE 10', { cardNumber: card, coupons: [good, bad] }), [bad], bad)
  assertBlocked(await buy('3 CAKE 10', { coupons: [foreign] }), [foreign], 'an anonymous customer has no card')
  assertBlocked(await buy('3 CAKE 10', { cardNumber: card, coupons: [used, good, 'NO-SUCH'], isSetup: true }), [
    used,
    'NO-SUCH',
  ])
  assert.equal(await stateOf(shop, good), 'unused', 'a refused checkout uses none')
  const kept = await bought('3 CAKE 10', {
    cardNumber: card,
    coupons: [used, good, 'NO-SUCH'],
    removeBlockingCoupons: true,
  })
  assert.deepEqual([kept.totalDiscount, kept.blockingCoupons], [10, [used, 'NO-SUCH']])
  assert.equal((await buy('3 CAKE 10', { cardNumber: other, coupons: [foreign] })).body.totalDiscount, 10)
  const setup = await lock(card, '3 CAKE 10', { coupons: ['NO-SUCH', spare], removeBlockingCoupons: true })
  assert.deepEqual(setup.blockingCoupons, ['NO-SUCH'])
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon of a card that can no longer be used blocks', async () => {
  const { shop, buy } = await open()
  const card = await shop.card()
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten', cardNumber: card, promotionId: 'P' })
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Stolen' },
  })
  assertBlocked(await buy('3 CAKE 10', { coupons: [couponId] }), [couponId])
  assertRefused(await buy('3 CAKE 10', { cardNumber: card, coupons: [couponId] }), 112)
})

test('a coupon that no campaign uses fails the checkout, unless the till says otherwise', async () => {
  const { shop, buy, bought, allocated } = await open()
  const card = await shop.card()
  const [first, second] = [await allocated(), await allocated()]
  assertRefused(await buy('3 CAKE 10', { cardNumber: card, coupons: [first, second] }), 125)
  assertRefused(await buy('3 CAKE 10', { cardNumber: card, coupons: [first, second], isSetup: true }), 125)
  const answer = await bought('3 CAKE 10', { cardNumber: card, coupons: [first, second], failOnUnusedCoupons: false })
  assert.equal(answer.totalDiscount, 10)
  assert.deepEqual([await stateOf(shop, first), await stateOf(shop, second)], ['used', 'unused'])
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout takes at most ten coupons', async () => {
  const { buy } = await open()
  assertRefused(await buy('1 CAKE 1', { coupons: times(11, (index) => `C-${index}`) }), 100, 'coupons')
  assertBlocked(
    await buy('1 CAKE 1', { coupons: times(10, (index) => `C-${index}`) }),
    times(10, (index) => `C-${index}`),
  )
})

test('a locked setup reserves its coupon: nobody else can use it, until it is cancelled or expires', async () => {
  const { shop, buy, allocated, act, lock, cancel, complete } = await open()
  const card = await shop.card()
  const coupon = await allocated()
  const first = await lock(card, '3 CAKE 10', { coupons: [coupon] })
  assert.equal(await stateOf(shop, coupon), 'reserved')
  assertBlocked(await buy('3 CAKE 10', { coupons: [coupon] }), [coupon])
  for (const action of ['use', 'useReservation', 'releaseReservation'])
    assertRefused(await act(coupon, action), 122, undefined, action)
  await cancel(first)
  assert.equal(await stateOf(shop, coupon), 'unused')
  const second = await lock(card, '3 CAKE 10', { coupons: [coupon] })
  await letLocksExpire(shop)
  assert.equal(await stateOf(shop, coupon), 'unused')
  assertRefused(await complete(second), 114)
  const third = await lock(card, '3 CAKE 10', { coupons: [coupon] })
  await shop.must('couponDetails', { couponId: coupon, newAllowedCards: ['somebody'] })
  assert.equal((await complete(third)).body.success, true, 'nothing is judged again')
  assert.equal(await stateOf(shop, coupon), 'used')
  assertBlocked(await buy('3 CAKE 10', { coupons: [coupon] }), [coupon])
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon does not expire between the setup that reserved it and its completion', async () => {
  const { shop, allocated, lock, complete } = await open()
  const card = await shop.card()
  const coupon = await allocated({ couponSetId: 'ten', expirationDate: secondsFromNow(2) })
  const setup = await lock(card, '3 CAKE 10', { coupons: [coupon] })
  await new Promise((resolve) => setTimeout(resolve, 2100))
  assert.equal((await complete(setup)).body.totalDiscount, 10)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that the setup does not use is not reserved', async () => {
  const { shop, buy, allocated, lock } = await open()
  const card = await shop.card()
  const [first, second] = [await allocated(), await allocated()]
  await lock(card, '3 CAKE 10', { coupons: [first, second], failOnUnusedCoupons: false })
  assert.deepEqual([await stateOf(shop, first), await stateOf(shop, second)], ['reserved', 'unused'])
  assert.equal((await buy('3 CAKE 10', { coupons: [second] })).body.totalDiscount, 10)
  assert.deepEqual(await shop.verify(), [])
})

test('coupons that campaigns issue are told on completion, and can be used from then on', async () => {
  const told = { notify: { channel: 'direct', text: 'Yours: {{ coupon.id }}' } }
  const { shop, buy, bought, lock, complete } = await open([tenOff, { then: [...gift.then, told] }])
  const card = await shop.card()
  const plain = await bought('1 CAKE 10', { cardNumber: card, isSetup: true })
  assert.equal(plain.issuedCouponIDs, undefined)
  const alone = await bought('1 CAKE 10', { cardNumber: card })
  assert.equal(alone.issuedCouponIDs.length, 1)
  assert.equal(await stateOf(shop, alone.issuedCouponIDs[0]), 'unused')
  const setup = await lock(card, '1 CAKE 10')
  assert.equal(setup.issuedCouponIDs, undefined)
  const { body } = await complete(setup)
  const [coupon] = body.issuedCouponIDs
  assert.equal(body.issuedCouponIDs.length, 1)
  assert.deepEqual([setup.responseMessages, body.responseMessages], [[`Yours: ${coupon}`], [`Yours: ${coupon}`]])
  assert.equal(await stateOf(shop, coupon), 'unused')
  const { issuedCouponIDs } = await shop.must('checkoutLookup', { checkoutTransactionId: body.transactionId })
  assert.deepEqual(issuedCouponIDs, [coupon])
  const anonymous = await buy('1 CAKE 10')
  assert.equal(anonymous.body.issuedCouponIDs.length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that a setup issued is disabled, and stays so when the setup dies', async () => {
  const room = await openRuleShop([{ then: [{ allocateCoupon: { set: 'few', promotion: 'P' } }] }, tenOff])
  const { shop, bought, buy } = room
  const { lock, cancel } = lockingCalls(room)
  const card = await shop.card()
  const setup = await lock(card, '1 CAKE 10')
  assert.equal(await stateOf(shop, 'FEW-1'), 'disabled')
  assertBlocked(await buy('1 CAKE 10', { coupons: ['FEW-1'] }), ['FEW-1'])
  await cancel(setup)
  assert.equal(await stateOf(shop, 'FEW-1'), 'disabled')
  const later = await bought('1 CAKE 10', { cardNumber: card })
  assert.equal(later.issuedCouponIDs, undefined, 'the set is empty, and the checkout succeeds without')
  assert.deepEqual(await shop.verify(), [])
})
