import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import type { Amounts, Shop } from '../support/shop.ts'
import { bringBack, broughtBack, stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const earning = [{ then: [points(perDollar(1))] }]

async function redeemed(shop: Shop, card: string, amounts: Amounts, more: object = {}): Promise<string> {
  const { body } = await shop.redeem(card, amounts, more)
  assert.ok(body.success, JSON.stringify(body))
  return body.requestRef
}

const paidWith = (...refs: string[]) => ({
  paymentMethods: refs.map((updateBalanceRequestRef) => ({ updateBalanceRequestRef })),
})

const isVoided = async (shop: Shop, requestRef: string) => (await shop.must('requestLookup', { requestRef })).isVoided

test('redemptions that paid the checkout are reversed with it: of its card, of another, and from a hold', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const [cardNumber, gift] = [await shop.card({ usd: 10, points: 5 }), await shop.card({ usd: 30 })]
  const hold = (await shop.hold(gift, { usd: 8 })).body.transactionId
  const before = await stateOf(shop)
  const refs = [
    await redeemed(shop, cardNumber, { usd: 4 }),
    await redeemed(shop, gift, { usd: 20 }),
    await redeemed(shop, gift, { usd: 3 }, { redeemFromHoldTransactionId: hold }),
  ]
  const sale = await bought('1 CAKE 30', { cardNumber, ...paidWith(...refs) })
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, gift)], [{ Points: 35, USD: 6 }, { USD: 7 }])

  await undone(shop, cardNumber, sale.requestRef)

  assert.deepEqual(await stateOf(shop), before, 'what came from the open hold is held again')
  for (const ref of refs) assert.equal(await isVoided(shop, ref), true)
  assertRefused(await undo(shop, cardNumber, refs[0] ?? ''), 119)
  assertRefused(await undo(shop, gift, refs[1] ?? ''), 119)
  assert.deepEqual(await shop.verify(), [])
})

test('a redemption that was voided by itself before is not reversed again', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const [cardNumber, gift] = [await shop.card({ usd: 10 }), await shop.card({ usd: 30 })]
  const before = await stateOf(shop)
  const own = await redeemed(shop, cardNumber, { usd: 4 })
  const other = await redeemed(shop, gift, { usd: 20 })
  const sale = await bought('1 CAKE 24', { cardNumber, ...paidWith(own, other) })
  await undone(shop, gift, other)
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await stateOf(shop), before)
  assert.deepEqual(await shop.verify(), [])
})

test('of a two-stage checkout the payments that its completion named are reversed', async () => {
  const { shop } = await openRuleShop(earning)
  const [cardNumber, gift] = [await shop.card(), await shop.card({ usd: 30 })]
  const [first, second] = [await redeemed(shop, gift, { usd: 5 }), await redeemed(shop, gift, { usd: 7 })]
  const { lock, complete } = lockingCalls({ shop })
  const setup = await lock(cardNumber, '1 CAKE 12', paidWith(first))
  const { body } = await complete(setup, paidWith(second))
  assert.ok(body.success)
  await undone(shop, cardNumber, body.requestRef)
  assert.deepEqual(await sums(shop, gift), { USD: 25 })
  assert.deepEqual([await isVoided(shop, first), await isVoided(shop, second)], [false, true])
  assert.deepEqual(await shop.verify(), [])
})

test('what rules did when the payment was made is reversed with it, also if the checkout used it', async () => {
  const bonus = {
    trigger: 'request',
    when: [{ fact: 'keyValue', key: 'bonus', op: '=', value: 'yes' }],
    limit: { times: 1, per: 'card', every: 'ever' },
    then: [
      points(9),
      { allocateCoupon: { set: 'ten', promotion: 'p' } },
      { logEvent: { categoryId: 'paid' } },
      { setDemographic: { name: 'drink', value: 'tea' } },
    ],
  }
  const { shop, bought } = await openRuleShop([bonus], {
    more: {
      eventTypes: [{ categoryId: 'paid', name: 'Paid' }],
      demographicFields: [{ name: 'drink', type: 'String' }],
    },
  })
  const cardNumber = await shop.card({ usd: 10 })
  const before = await stateOf(shop)
  const customKeyValues = [{ key: 'bonus', value: 'yes' }]
  const ref = await redeemed(shop, cardNumber, { usd: 4 }, { customKeyValues })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 9, USD: 6 })
  const pointsPayment = { redeemBalance: true, balanceType: 'Points', amount: 9, checkoutPaymentAmount: 1 }
  const sale = await bought('1 CAKE 5', {
    cardNumber,
    paymentMethods: [{ updateBalanceRequestRef: ref }, pointsPayment],
  })
  assert.deepEqual(await sums(shop, cardNumber), { USD: 6 })

  await undone(shop, cardNumber, sale.requestRef)

  const { coupons, ...after } = await stateOf(shop)
  const { coupons: _, ...rest } = before
  assert.deepEqual(after, rest)
  assert.deepEqual(
    coupons?.map((one) => (one as { disabled: string }).disabled),
    ['void'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('cards that paid must be usable: closed ones and those in a checkout of their own stop the void', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const [cardNumber, gift, parent] = [await shop.card(), await shop.card({ usd: 30 }), await shop.card()]
  await shop.must('allocateChildCard', { cardNumber: parent, childCardNumber: 'K-1' })
  await shop.issue(parent, { usd: 9 }, { childCardNumber: 'K-1' })
  const ofGift = await redeemed(shop, gift, { usd: 5 })
  const ofChild = await redeemed(shop, parent, { usd: 5 }, { childCardNumber: 'K-1' })
  const sale = await bought('1 CAKE 10', { cardNumber, ...paidWith(ofGift, ofChild) })
  const { lock, cancel } = lockingCalls({ shop })
  for (const card of [gift, parent]) {
    const setup = await lock(card, '1 ESP 1')
    assertRefused(await undo(shop, cardNumber, sale.requestRef), 113)
    await cancel(setup)
  }
  const adjustment = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  await shop.must('updateBalance', { cardNumber: gift, action: 'adjustOnly', ...adjustment })
  assertRefused(await undo(shop, cardNumber, sale.requestRef), 112)
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, gift)], [{ Points: 10 }, { USD: 25 }])
  assert.deepEqual(await shop.verify(), [])
})

test('an anonymous checkout gives back to the card that paid it', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const gift = await shop.card({ usd: 30 })
  const before = await stateOf(shop)
  const ref = await redeemed(shop, gift, { usd: 5 })
  const sale = await bought('1 CAKE 10', paidWith(ref))
  await undone(shop, undefined, sale.requestRef)
  assert.deepEqual(await stateOf(shop), before)
  assert.equal(await isVoided(shop, ref), true)
  assert.deepEqual(await shop.verify(), [])
})

test('a voided return makes the payments that it reversed payments again', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const [cardNumber, gift] = [await shop.card({ usd: 10 }), await shop.card({ usd: 30 })]
  const ref = await redeemed(shop, gift, { usd: 5 })
  const redeemBalance = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 2 }
  const sale = await bought('1 CAKE 10', {
    cardNumber,
    paymentMethods: [redeemBalance, { updateBalanceRequestRef: ref }],
  })
  const sold = await stateOf(shop)
  for (const _ of [1, 2]) {
    const back = await broughtBack(shop, sale, '1 CAKE', { reversePayments: true })
    assert.deepEqual([await sums(shop, cardNumber), await sums(shop, gift)], [{ USD: 10 }, { USD: 30 }])
    assert.equal(await isVoided(shop, ref), true)
    assertRefused(await undo(shop, gift, ref), 119)
    assertRefused(await bringBack(shop, sale, '', { reversePayments: true }), 119)

    await undone(shop, cardNumber, back.requestRef)
    assert.deepEqual(await stateOf(shop), sold)
    assert.equal(await isVoided(shop, ref), false)
  }
  await undone(shop, gift, ref)
  assert.deepEqual(await sums(shop, gift), { USD: 30 })
  await broughtBack(shop, sale, '1 CAKE', { reversePayments: true })
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, gift)], [{ USD: 10 }, { USD: 30 }])
  assert.deepEqual(await shop.verify(), [])
})

test('a voided return does not bring back what has been spent since', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card({ usd: 10 })
  const redeemBalance = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 10 }
  const sale = await bought('1 CAKE 10', { cardNumber, paymentMethods: [redeemBalance] })
  const back = await broughtBack(shop, sale, '1 CAKE', { reversePayments: true })
  await shop.redeem(cardNumber, { usd: 1 })
  assertRefused(await undo(shop, cardNumber, back.requestRef), 13)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 9 })
  assert.deepEqual(await shop.verify(), [])
})
