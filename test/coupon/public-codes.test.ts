import assert from 'node:assert/strict'
import test from 'node:test'
import { letLocksExpire } from '../support/checkout-shop.ts'
import { assertBlocked, codeOff, openCodeShop, usesOf } from '../support/code-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import type { Shop } from '../support/shop.ts'
import { transfersOf } from '../support/transfer-shop.ts'

const verified = async (shop: Shop) => assert.deepEqual(await shop.verify(), [])

test('a code gives its discount to everybody, is counted, and is told like a coupon', async () => {
  const { shop, bought, left } = await openCodeShop([{ code: 'SUMMER10', uses: 3 }])
  const card = await shop.card()
  const answer = await bought('3 CAKE 10', { cardNumber: card, coupons: ['SUMMER10'] })
  assert.deepEqual([answer.totalDiscount, answer.blockingCoupons], [10, undefined])
  await bought('3 CAKE 10', { coupons: ['SUMMER10'] })
  assert.equal(await left('SUMMER10'), 1)
  const { coupons } = await shop.must('checkoutLookup', { checkoutTransactionId: answer.transactionId })
  assert.deepEqual(coupons, ['SUMMER10'])
  const uses = await usesOf(shop)
  assert.deepEqual(
    uses.map(({ code, card_id, until }) => [code, card_id === null, until]),
    [
      ['SUMMER10', false, null],
      ['SUMMER10', true, null],
    ],
  )
  const { cards } = await shop.must('search', { filters: { cardNumber: card }, returnFields: { coupons: true } })
  assert.deepEqual(cards[0].coupons ?? [], [], 'a code belongs to nobody')
  await verified(shop)
})

test('a code without uses left blocks, and can be left out', async () => {
  const { shop, pay, left } = await openCodeShop([{ code: 'ONCE', uses: 1 }])
  assert.equal((await pay('ONCE')).body.totalDiscount, 10)
  assertBlocked(await pay('ONCE'), 'ONCE', /ONCE: The code has no uses left\./)
  assert.equal(await left('ONCE'), 0)
  const { body } = await pay('ONCE', { removeBlockingCoupons: true })
  assert.deepEqual([body.success, body.totalDiscount, body.blockingCoupons], [true, 0, ['ONCE']])
  assert.equal((await usesOf(shop)).length, 1)
  await verified(shop)
})

test('a code is found in any case and form, and answered as the file spells it', async () => {
  const { shop, pay, bought, left } = await openCodeShop([
    { code: 'Summer10', uses: 9 },
    { code: 'Straße', uses: 9 },
  ])
  for (const text of ['summer10', 'SUMMER10', 'sUmMeR10', 'Ｓｕｍｍｅｒ１０'])
    assert.equal((await pay(text)).body.totalDiscount, 10, text)
  for (const text of ['STRASSE', 'strasse', 'STRAẞE']) assert.equal((await pay(text)).body.totalDiscount, 10, text)
  assert.deepEqual([await left('SUMMER10'), await left('strasse')], [5, 6])
  const twice = await bought('3 CAKE 10', { coupons: ['summer10', 'SUMMER10'] })
  assert.equal(twice.totalDiscount, 10, 'two spellings are one code')
  const { coupons } = await shop.must('checkoutLookup', { checkoutTransactionId: twice.transactionId })
  assert.deepEqual(coupons, ['Summer10'])
  assertBlocked(await pay('summer 10'), 'summer 10', /There is no such coupon/)
  await verified(shop)
})

test('a code is valid from and until the times of the file', async () => {
  const codes = [
    { code: 'EARLY', from: '2999-01-01 00:00:00' },
    { code: 'LATE', until: '2020-01-01 00:00:00' },
    { code: 'NOW', from: '2020-01-01 00:00:00', until: '2999-01-01 00:00:00' },
  ]
  const { shop, pay, left } = await openCodeShop(codes)
  assertBlocked(await pay('EARLY'), 'EARLY', /is not valid yet/)
  assertBlocked(await pay('LATE'), 'LATE', /is no longer valid/)
  assert.equal((await pay('NOW')).body.totalDiscount, 10)
  assert.equal(await left('NOW'), undefined, 'any number of times')
  await verified(shop)
})

test('a card uses a code as often as it may, with its children and after a transfer', async () => {
  const { shop, pay } = await openCodeShop([{ code: 'TWICE', perCard: 2 }], [{ ...codeOff, target: 'any' }])
  const [card, heir, other] = [await shop.card(), await shop.card(), await shop.card()]
  const { child, moved } = transfersOf(shop)
  await child(card, 'KID')
  assert.equal((await pay('TWICE', { cardNumber: card })).body.totalDiscount, 10)
  assert.equal((await pay('TWICE', { cardNumber: card, childCardNumber: 'KID' })).body.totalDiscount, 10)
  for (const childCardNumber of [undefined, 'KID'])
    assertBlocked(await pay('TWICE', { cardNumber: card, childCardNumber }), 'TWICE', /no uses left for this card/)
  await moved(heir, card)
  assertBlocked(await pay('TWICE', { cardNumber: heir }), 'TWICE', /no uses left for this card/)
  assert.equal((await pay('TWICE', { cardNumber: other })).body.totalDiscount, 10)
  assertBlocked(await pay('TWICE'), 'TWICE', /can be used with a card only/)
  await verified(shop)
})

test('the card that came by transfer gets back what a void of the former card gives back', async () => {
  const { shop, pay } = await openCodeShop([{ code: 'ONCE', perCard: 1 }])
  const [card, heir] = [await shop.card(), await shop.card()]
  const { body } = await pay('ONCE', { cardNumber: card })
  await transfersOf(shop).moved(heir, card)
  assertBlocked(await pay('ONCE', { cardNumber: heir }), 'ONCE', /no uses left for this card/)
  await shop.must('voidTransaction', { requestRef: body.transactionId, cardNumber: heir })
  assert.equal((await pay('ONCE', { cardNumber: heir })).body.totalDiscount, 10)
  await verified(shop)
})

test('a code that no rule uses is unused, and is not counted', async () => {
  const { shop, pay, left } = await openCodeShop([{ code: 'IDLE', uses: 5 }], [])
  assertRefused(await pay('IDLE'), 125)
  assert.equal((await pay('IDLE', { failOnUnusedCoupons: false })).body.success, true)
  assert.equal(await left('IDLE'), 5)
  await verified(shop)
})

test('a code that made no difference is not used', async () => {
  const either = {
    any: [
      { fact: 'code', set: 'summer' },
      { fact: 'checkout.total', op: '>=', value: 50 },
    ],
  }
  const without = { none: [{ fact: 'code', set: 'summer' }] }
  const { shop, buy, left } = await openCodeShop(
    [{ code: 'MAYBE', uses: 5 }],
    [
      { when: [either], then: [{ discount: { amount: 10 } }] },
      { when: [without], then: [{ discount: { amount: 1 } }] },
    ],
  )
  const paid = async (basket: string, more: object = {}) =>
    (await buy(basket, { coupons: ['MAYBE'], failOnUnusedCoupons: false, ...more })).body.totalDiscount
  assert.equal(await paid('3 CAKE 30'), 10, 'the total is enough')
  assert.equal(await left('MAYBE'), 5)
  // Once it is used, the second rule finds no code: like a coupon, it is there no longer.
  assert.equal(await paid('3 CAKE 10'), 11)
  assert.equal(await left('MAYBE'), 4)
  await verified(shop)
})

test('the rules of a campaign that asks for a code share one use', async () => {
  const code = { fact: 'code', set: 'summer' }
  const rules = [1, 2].map((amount) => ({ id: `r${amount}`, trigger: 'checkout', then: [{ discount: { amount } }] }))
  const { shop, pay, left } = await openCodeShop([{ code: 'WIDE', uses: 5 }], [], {
    more: { campaigns: [{ id: 'wide', name: 'Wide', when: [code], rules }] },
  })
  assert.equal((await pay('WIDE')).body.totalDiscount, 3)
  assert.equal(await left('WIDE'), 4)
  await verified(shop)
})

test('the fact coupon knows nothing of codes, nor the fact code of coupons', async () => {
  const anyCoupon = { when: [{ fact: 'coupon' }], then: [{ discount: { amount: 1 } }] }
  const anyCode = { when: [{ fact: 'code' }], then: [{ discount: { amount: 2 } }] }
  const { shop, buy } = await openCodeShop([{ code: 'C' }], [anyCoupon, anyCode])
  await shop.must('allocateCoupon', { couponId: 'TEN-1' })
  assert.equal((await buy('1 CAKE 9', { coupons: ['TEN-1'] })).body.totalDiscount, 1)
  assert.equal((await buy('1 CAKE 9', { coupons: ['C'] })).body.totalDiscount, 2)
  await verified(shop)
})

test('a void gives the use back, whatever it says about coupons', async () => {
  const { shop, pay, left } = await openCodeShop([{ code: 'ONCE', uses: 1, perCard: 1 }])
  const card = await shop.card()
  const { body } = await pay('ONCE', { cardNumber: card })
  assertBlocked(await pay('ONCE', { cardNumber: card }), 'ONCE', /no uses left/)
  await shop.must('voidTransaction', { requestRef: body.transactionId, cardNumber: card })
  assert.equal(await left('ONCE'), 1)
  assert.deepEqual(await usesOf(shop), [])
  const again = await pay('ONCE', { cardNumber: card })
  assert.equal(again.body.totalDiscount, 10)
  assertRefused(await shop.call('voidTransaction', { requestRef: body.transactionId, cardNumber: card }), 119)
  assert.equal(await left('ONCE'), 0, 'a second void gives nothing back')
  await verified(shop)
})

test('a return gives the use back when all of the sale is back', async () => {
  const { shop, pay, left } = await openCodeShop([{ code: 'R', uses: 10 }])
  const give = async (products: number, more: object) => {
    const { body } = await pay('R')
    const returned = [{ sku: 'CAKE', amountPurchased: products }]
    await shop.must('returnMerchandise', {
      checkoutRequestRef: body.transactionId,
      returnedProducts: returned,
      ...more,
    })
    return left('R')
  }
  assert.equal(await give(1, {}), 9, 'a partial return gives nothing back')
  assert.equal(await give(3, {}), 9, 'a full one does')
  assert.equal(await give(3, { usedCouponResets: 'Never' }), 8)
  assert.equal(await give(1, { usedCouponResets: 'Always' }), 7, 'what stands of the sale has it')
  assert.equal(await give(3, { usedCouponResets: 'Always' }), 7)
  await verified(shop)
})

test('a locked setup reserves its use; completing makes it final, cancelling and time free it', async () => {
  const { shop, pay, left, lock, complete, cancel } = await openCodeShop([{ code: 'ONE', uses: 1, perCard: 1 }])
  const [card, other] = [await shop.card(), await shop.card()]
  const coupons = ['ONE']
  const first = await lock(card, '3 CAKE 10', { coupons })
  assert.equal(await left('ONE'), 0)
  assertBlocked(await pay('ONE', { cardNumber: other }), 'ONE', /no uses left/)
  assert.equal((await cancel(first)).body.success, true)
  assert.equal(await left('ONE'), 1)

  await lock(card, '3 CAKE 10', { coupons })
  await letLocksExpire(shop)
  assert.equal(await left('ONE'), 1, 'no job has to run for it')
  const second = await lock(other, '3 CAKE 10', { coupons })
  assert.deepEqual([(await usesOf(shop)).length, await left('ONE')], [1, 0])
  await verified(shop)

  const done = await complete(second)
  assert.equal(done.body.success, true, JSON.stringify(done.body))
  const [use] = await usesOf(shop)
  assert.equal(use?.until, null)
  assertBlocked(await pay('ONE', { cardNumber: card }), 'ONE', /no uses left/)
  const { coupons: told } = await shop.must('checkoutLookup', { checkoutTransactionId: done.body.transactionId })
  assert.deepEqual(told, ['ONE'])
  await shop.must('voidTransaction', { requestRef: done.body.transactionId, cardNumber: other })
  assert.equal(await left('ONE'), 1)
  await verified(shop)
})

test('a setup without a lock takes nothing', async () => {
  const { shop, pay, left } = await openCodeShop([{ code: 'LOOK', uses: 1 }])
  assert.equal((await pay('LOOK', { isSetup: true })).body.totalDiscount, 10)
  assert.equal(await left('LOOK'), 1)
  assert.deepEqual(await usesOf(shop), [])
  await verified(shop)
})

test('a quick checkout takes a code', async () => {
  const { shop, left } = await openCodeShop([{ code: 'Q', uses: 2 }])
  const cardNumber = await shop.card({ usd: 50 })
  const products = [{ sku: 'CAKE', unitPrice: 10, amountPurchased: 3 }]
  const { paidAmount } = await shop.must('quickCheckout', { cardNumber, products, coupons: ['q'] })
  assert.deepEqual([paidAmount, await left('Q')], [20, 1])
  await verified(shop)
})

test('a code can only be looked at by couponDetails, and is no coupon to other calls', async () => {
  const { shop } = await openCodeShop([{ code: 'SHOW', uses: 2 }, { code: 'FREE' }], [codeOff])
  const details = await shop.must('couponDetails', { couponId: 'show' })
  const { requestRef: _, ...shown } = details
  const plain = { isAllocated: true, isUsed: false, isDisabled: false, customTags: [], allowedWithCards: [] }
  assert.deepEqual(shown, { success: true, ...plain, usesLeft: 2 })
  for (const action of ['use', 'unuse', 'releaseReservation', 'useReservation'])
    assertRefused(await shop.call('couponDetails', { couponId: 'SHOW', action }), 122)
  assertRefused(await shop.call('couponDetails', { couponId: 'SHOW', newCustomTags: ['x'] }), 122)
  assertRefused(await shop.call('allocateCoupon', { couponId: 'show' }), 122)
  assertRefused(await shop.call('allocateCoupon', { couponId: 'SHOW', couponSetId: 'ten', createIfNew: true }), 122)
  assertRefused(await shop.call('allocateCoupon', { couponSetId: 'summer' }), 123)
  const cardNumber = await shop.card()
  assertRefused(await shop.issue(cardNumber, { usd: 1 }, { couponId: 'SHOW' }), 121)
  await verified(shop)
})
