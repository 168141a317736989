import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCodeShop } from '../support/code-shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'
import { broughtBack, undo, undone } from '../support/undo-shop.ts'

/** A sale with a code, a coupon and an offer, all of which comes back in two steps. */
async function returnInTwoSteps(lastFlags: object = {}) {
  const takesOff = (fact: object) => ({ when: [fact], then: [{ discount: { amount: 1 } }] })
  const room = await openCodeShop(
    [{ code: 'ONCE', perCard: 1, uses: 5 }],
    [takesOff({ fact: 'code', set: 'summer' }), takesOff({ fact: 'coupon', set: 'ten' })],
  )
  const { shop } = room
  const cardNumber = await shop.card()
  const offer = { skus: [{ sku: 'CAKE' }], discountType: 'absoluteDiscount', absoluteDiscount: 1 }
  const offers = [{ ...offer, expirationDate: secondsFromNow(86_400) }]
  await shop.must('addPersonalOffer', { cardNumber, offers })
  const issued = { cardNumber, couponSetId: 'ten', promotionId: 'ten', allowMultipleCoupons: true }
  const { couponId } = await shop.must('allocateCoupon', issued)
  const sold = await room.bought('3 CAKE 10', { cardNumber, coupons: ['ONCE', couponId] })
  assert.equal(sold.totalDiscount, 3)
  const sale = { cardNumber, requestRef: sold.requestRef }
  const first = await broughtBack(shop, sale, '2 CAKE')
  const last = await broughtBack(shop, sale, '1 CAKE', lastFlags)
  const isUsed = async () => (await shop.must('couponDetails', { couponId })).isUsed
  const offersLeft = async () => {
    const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { personalOffers: true } })
    return cards[0].personalOffers.length
  }
  const uses = async () => ({ left: await room.left('ONCE'), isUsed: await isUsed(), offers: await offersLeft() })
  return { ...room, cardNumber, couponId, sale, first: first.requestRef, last: last.requestRef, uses }
}

const free = { left: 5, isUsed: false, offers: 1 }
const taken = { left: 4, isUsed: true, offers: 0 }

for (const order of [
  ['first', 'last'],
  ['last', 'first'],
] as const) {
  test(`the sale has what it used again when the ${order[0]} of its returns is voided`, async () => {
    const back = await returnInTwoSteps()
    const { shop, cardNumber, uses } = back
    assert.deepEqual(await uses(), free)

    await undone(shop, cardNumber, back[order[0]])
    assert.deepEqual(await uses(), taken)
    await undone(shop, cardNumber, back[order[1]])
    assert.deepEqual(await uses(), taken, 'and not twice')
    await broughtBack(shop, back.sale, '3 CAKE')
    assert.deepEqual(await uses(), free)
    assert.deepEqual(await shop.verify(), [])
  })
}

test('what comes back, stands and comes back again is given back and taken once each time', async () => {
  const { shop, cardNumber, sale, first, uses } = await returnInTwoSteps()
  await undone(shop, cardNumber, first)
  assert.deepEqual(await uses(), taken)
  const { requestRef } = await broughtBack(shop, sale, '2 CAKE')
  assert.deepEqual(await uses(), free)
  await undone(shop, cardNumber, requestRef)
  assert.deepEqual(await uses(), taken)
  await broughtBack(shop, sale, '2 CAKE')
  assert.deepEqual(await uses(), free)
  assert.deepEqual(await shop.verify(), [])
})

test('only coupons come back for good with a part of the sale: its code and its offer stand with the rest', async () => {
  const { shop, cardNumber, first, uses } = await returnInTwoSteps({ usedCouponResets: 'Always' })
  assert.deepEqual(await uses(), free)
  await undone(shop, cardNumber, first)
  assert.deepEqual(await uses(), { ...taken, isUsed: false })
  assert.deepEqual(await shop.verify(), [])
})

test('a return of nothing gives no use of a code back, whatever it says about coupons', async () => {
  const { shop, bought, left } = await openCodeShop([{ code: 'ONCE', perCard: 1, uses: 5 }])
  const cardNumber = await shop.card()
  const { requestRef } = await bought('3 CAKE 10', { cardNumber, coupons: ['ONCE'] })
  for (const back of ['', '1 CAKE', '1 CAKE']) {
    await broughtBack(shop, { cardNumber, requestRef }, back, { usedCouponResets: 'Always' })
    assert.equal(await left('ONCE'), 4)
  }
  await broughtBack(shop, { cardNumber, requestRef }, '1 CAKE', { usedCouponResets: 'Always' })
  assert.equal(await left('ONCE'), 5)
  assert.deepEqual(await shop.verify(), [])
})

test('no return can be voided once something else has what the sale had used', async () => {
  const { shop, cardNumber, couponId, bought, first, last } = await returnInTwoSteps()
  await bought('1 ESP 10', { cardNumber, coupons: [couponId] })

  for (const ref of [first, last]) assert.equal((await undo(shop, cardNumber, ref)).body.errorCode, 27)
  assert.deepEqual(await shop.verify(), [])
})
