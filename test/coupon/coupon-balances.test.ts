import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCouponShop } from '../support/coupon-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { openShop } from '../support/shop.ts'
import { letTimePass, secondsFromNow } from '../support/time-passes.ts'

const usd = (amount: number, more: object = {}) => ({
  balanceType: 'Currency',
  balanceCode: 'USD',
  amount,
  scale: 2,
  isHold: false,
  ...more,
})

async function openWithCoupon() {
  const coupons = await openCouponShop()
  const cardNumber = await coupons.shop.card({ usd: 20 })
  const couponId = await coupons.allocated({ couponId: 'TEN-1', cardNumber, promotionId: 'P' })
  return { ...coupons, cardNumber, couponId, bucket: { balanceBucket: { type: 'coupon', id: couponId } } }
}

test('a coupon has a balance of its own, apart from its card’s', async () => {
  const { shop, cardNumber, couponId, bucket } = await openWithCoupon()
  const { body } = await shop.issue(cardNumber, { usd: 5 }, { couponId, returnBalances: true })
  assert.deepEqual(body.balances, [usd(20), usd(5, bucket)])
  assertRefused(await shop.redeem(cardNumber, { usd: 6 }, { couponId }), 13)
  assertRefused(await shop.redeem(cardNumber, { usd: 21 }), 13)
  assert.equal((await shop.redeem(cardNumber, { usd: 2 }, { couponId })).body.success, true)
  assert.deepEqual(await shop.balances(cardNumber), [usd(20), usd(3, bucket)])
  const { body: cashout } = await shop.redeem(cardNumber, { usd: 3 }, { couponId, isCashout: true })
  assert.equal(cashout.success, true)
  assert.deepEqual(await shop.balances(cardNumber), [usd(20)])
  assert.deepEqual(await shop.verify(), [])
})

test('a hold of a coupon balance is of that balance', async () => {
  const { shop, cardNumber, couponId, bucket } = await openWithCoupon()
  await shop.issue(cardNumber, { usd: 5 }, { couponId })
  const { body } = await shop.hold(cardNumber, { usd: 4 }, { couponId })
  const hold = { redeemFromHoldTransactionId: body.transactionId }
  assertRefused(await shop.redeem(cardNumber, { usd: 1 }, hold), 117)
  assert.equal((await shop.redeem(cardNumber, { usd: 1 }, { ...hold, couponId })).body.success, true)
  assert.deepEqual(await shop.balances(cardNumber), [
    usd(20),
    usd(1, bucket),
    usd(3, { isHold: true, holdingTransactionId: body.transactionId, ...bucket }),
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('what a hold reserves of a coupon balance can be taken when the coupon has expired; nothing else can', async () => {
  const coupons = await openCouponShop()
  const { shop } = coupons
  const cardNumber = await shop.card()
  const expirationDate = secondsFromNow(30)
  const couponId = await coupons.allocated({ couponId: 'TEN-1', cardNumber, promotionId: 'P', expirationDate })
  await shop.issue(cardNumber, { usd: 5 }, { couponId })
  const { body } = await shop.hold(cardNumber, { usd: 3 }, { couponId })
  await letTimePass(shop, 31)
  assertRefused(await shop.redeem(cardNumber, { usd: 1 }, { couponId }), 122, 'The coupon has expired.')
  assertRefused(await shop.issue(cardNumber, { usd: 1 }, { couponId }), 122, 'The coupon has expired.')
  const hold = { couponId, redeemFromHoldTransactionId: body.transactionId }
  assert.equal((await shop.redeem(cardNumber, { usd: 3 }, hold)).body.success, true)
  const correction = await shop.redeem(cardNumber, { usd: 2 }, { couponId, isAccountingAdjustment: true })
  assert.equal(correction.body.success, true)
  assert.deepEqual(await shop.balances(cardNumber), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon balance needs a coupon that is allocated and valid for the card', async () => {
  const { shop, cardNumber, couponId, act, allocated } = await openWithCoupon()
  const other = await shop.card()
  const issue = (card: string, id: string, more = {}) => shop.issue(card, { usd: 1 }, { couponId: id, ...more })
  assertRefused(await issue(cardNumber, 'NONE'), 121)
  assertRefused(await issue(cardNumber, 'TEN-2'), 122, 'The coupon is not allocated.')
  assertRefused(await issue(cardNumber, 'TEN-2', { isAccountingAdjustment: true }), 122, 'The coupon is not allocated.')
  assertRefused(await issue(other, couponId), 122, 'The coupon is not for this card.')
  const unbound = await allocated({ couponId: 'TEN-3' })
  assert.equal((await issue(other, unbound)).body.success, true)
  await act(unbound, 'details', { newAllowedCards: [cardNumber] })
  assertRefused(await issue(other, unbound), 122, 'The coupon is not for this card.')
  await act(couponId, 'use')
  assertRefused(await issue(cardNumber, couponId), 122, 'The coupon has already been used.')
  assert.deepEqual(await shop.verify(), [])
})

test('couponId with what it does not go with is refused', async () => {
  const { shop, cardNumber, couponId } = await openWithCoupon()
  assertRefused(await shop.issue(cardNumber, { usd: 1 }, { couponId, subtrackIndex: 1 }), 100, 'couponId')
  assertRefused(await shop.issue(cardNumber, { usd: 1 }, { couponId, childCardNumber: 'c-1' }), 100, 'couponId')
  const status = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  assertRefused(await shop.update(cardNumber, 'adjustOnly', {}, { ...status, couponId }), 100, 'couponId')
  assertRefused(await shop.update(cardNumber, 'adjustOnly', {}, { ...status, subtrackIndex: 1 }), 100, 'subtrackIndex')
})

test('history and voids know which balance it was', async () => {
  const { shop, cardNumber, couponId, bucket } = await openWithCoupon()
  const { body } = await shop.issue(cardNumber, { usd: 5 }, { couponId })
  const [only, ...others] = await shop.history(cardNumber, { couponId })
  assert.deepEqual(others, [])
  assert.equal(only.requestRef, body.requestRef)
  assert.deepEqual(only.balanceUpdates[0].balanceBucket, bucket.balanceBucket)
  await shop.must('voidTransaction', { cardNumber, requestRef: body.requestRef })
  assert.deepEqual(await shop.balances(cardNumber), [usd(20)])
  assert.deepEqual(await shop.verify(), [])
})

const punches = (amount: number, more: object = {}) => ({
  balanceType: 'Punches',
  amount,
  scale: 0,
  isHold: false,
  ...more,
})
const track = (id: string) => ({ balanceBucket: { type: 'subtrack', id } })

const openWithSubtracks = () =>
  openShop({
    valueTypes: [
      { balanceType: 'Points', scale: 0 },
      { balanceType: 'Punches', scale: 0, subtracks: ['Espresso', 'Tea'], maxBalance: 10 },
    ],
  })

test('each subtrack of punches has a balance of its own', async () => {
  const shop = await openWithSubtracks()
  const card = await shop.card({ punches: 1 })
  await shop.issue(card, { punches: 10 }, { subtrackIndex: 2 })
  await shop.issue(card, { punches: 3 }, { subtrackIndex: 1 })
  assertRefused(await shop.issue(card, { punches: 1 }, { subtrackIndex: 2 }), 13)
  assertRefused(await shop.redeem(card, { punches: 2 }), 13)
  await shop.redeem(card, { punches: 4 }, { subtrackIndex: 2 })
  assert.deepEqual(await shop.balances(card), [punches(1), punches(3, track('1')), punches(6, track('2'))])
  assert.deepEqual(await shop.verify(), [])
})

test('a subtrack that the value type has not is refused', async () => {
  const shop = await openWithSubtracks()
  const card = await shop.card()
  assertRefused(await shop.issue(card, { punches: 1 }, { subtrackIndex: 3 }), 115, 'subtrackIndex')
  assertRefused(await shop.issue(card, { points: 1 }, { subtrackIndex: 1 }), 115, 'subtrackIndex')
  assertRefused(await shop.issue(card, { punches: 1 }, { subtrackIndex: 0 }), 100, 'subtrackIndex')
  assertRefused(await shop.issue(card, { punches: 1 }, { subtrackIndex: 'x' }), 100, 'subtrackIndex')
})

test('mutations name the subtrack', async () => {
  const shop = await openWithSubtracks()
  const card = await shop.card()
  const { body } = await shop.issue(card, { punches: 2 }, { subtrackIndex: 2 })
  const { balanceMutations } = await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.deepEqual(balanceMutations, [
    { amount: 2, isDiscount: false, balanceType: 'Punches', subtrackDisplayName: 'Tea' },
  ])
  const [latest] = await shop.history(card)
  assert.deepEqual(latest.balanceUpdates, [{ balanceType: 'Punches', amount: 2, ...track('2') }])
})
