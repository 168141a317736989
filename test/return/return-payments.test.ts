import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import type { Shop } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'
import { bringBack, broughtBack, stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const earning = [{ then: [points(perDollar(1))] }]
const reverse = { reversePayments: true }
const pay = (amount: number) => ({ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount })

async function redeemed(shop: Shop, card: string, usd: number, more: object = {}): Promise<string> {
  const { body } = await shop.redeem(card, { usd }, more)
  assert.ok(body.success, JSON.stringify(body))
  return body.requestRef
}

test('payments return to their lots in full, once, with whichever return asks for it', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const [cardNumber, gift] = [await shop.card({ usd: 5 }), await shop.card({ usd: 30 })]
  await shop.issue(cardNumber, { usd: 4 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  await shop.issue(cardNumber, { usd: 3 }, { isReturnRelated: true })
  const before = await stateOf(shop)
  const ref = await redeemed(shop, gift, 10)
  const sale = await bought('4 ESP 5', {
    cardNumber,
    paymentMethods: [pay(8), { updateBalanceRequestRef: ref }, { paymentType: 'cash', amount: 2 }],
  })
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, gift)], [{ Points: 15, USD: 4 }, { USD: 20 }])
  await broughtBack(shop, sale, '1 ESP', reverse)
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, gift)], [{ Points: 10, USD: 12 }, { USD: 30 }])
  assert.equal((await shop.must('requestLookup', { requestRef: ref })).isVoided, true)

  assertRefused(await bringBack(shop, sale, '1 ESP', reverse), 119)
  assertRefused(await bringBack(shop, sale, '1 ESP', { ...reverse, simulateOnly: true }), 119)
  assertRefused(await undo(shop, gift, ref), 119)
  assertRefused(await undo(shop, cardNumber, sale.requestRef), 119)
  await broughtBack(shop, sale, '2 ESP')
  const { firings: _, ...after } = await stateOf(shop)
  const { firings: __, ...rest } = before
  assert.deepEqual(after, rest)
  assert.deepEqual(await shop.verify(), [])
})

test('where the lot has expired a payment comes back as store credit that does not expire', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 5 })
  await shop.issue(cardNumber, { usd: 4 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const sale = await bought('1 CAKE 7', { cardNumber, paymentMethods: [pay(7)] })
  await letTimePass(shop, oneDay + 1)
  await broughtBack(shop, sale, '1 CAKE', reverse)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 9 })
  const lots = (await stateOf(shop)).lots as { amount: number; return_related: boolean; expires_at: Date | null }[]
  assert.deepEqual(
    lots.map((lot) => [Number(lot.amount), lot.return_related, lot.expires_at]),
    [
      [500, false, null],
      [400, true, null],
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('what was paid from a hold comes back to the lot, free', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 20 })
  const redeemFromHoldTransactionId = (await shop.hold(cardNumber, { usd: 8 })).body.transactionId
  const ref = await redeemed(shop, cardNumber, 5, { redeemFromHoldTransactionId })
  const sale = await bought('1 CAKE 5', { cardNumber, paymentMethods: [{ updateBalanceRequestRef: ref }] })
  await broughtBack(shop, sale, '1 CAKE', reverse)
  const balances: { amount: number; isHold: boolean }[] = await shop.balances(cardNumber)
  assert.deepEqual(
    balances.map(({ amount, isHold }) => [amount, isHold]),
    [
      [17, false],
      [3, true],
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a redemption that was voided before is not paid back again', async () => {
  const { shop, bought } = await openRuleShop([])
  const [cardNumber, gift] = [await shop.card(), await shop.card({ usd: 30 })]
  const ref = await redeemed(shop, gift, 10)
  const sale = await bought('1 CAKE 10', { cardNumber, paymentMethods: [{ updateBalanceRequestRef: ref }] })
  await undone(shop, gift, ref)
  const { requestRef } = await broughtBack(shop, sale, '1 CAKE', reverse)
  assert.deepEqual(await sums(shop, gift), { USD: 30 })
  await undone(shop, cardNumber, requestRef)
  assert.equal((await shop.must('requestLookup', { requestRef: ref })).isVoided, true, 'it was not the return')
  assert.deepEqual(await sums(shop, gift), { USD: 30 })
  assert.deepEqual(await shop.verify(), [])
})

test('what rules gave for the payment is taken back with it, as far as it is there', async () => {
  const bonus = {
    trigger: 'request',
    when: [{ fact: 'keyValue', key: 'bonus', op: '=', value: 'yes' }],
    then: [points(9)],
  }
  const { shop, bought } = await openRuleShop([bonus])
  const cardNumber = await shop.card({ usd: 20 })
  const customKeyValues = [{ key: 'bonus', value: 'yes' }]
  for (const spent of [0, 4]) {
    const ref = await redeemed(shop, cardNumber, 5, { customKeyValues })
    const sale = await bought('1 CAKE 5', { cardNumber, paymentMethods: [{ updateBalanceRequestRef: ref }] })
    if (spent > 0) await shop.redeem(cardNumber, { points: spent })
    const sold = await stateOf(shop)
    const back = await broughtBack(shop, sale, '1 CAKE', reverse)
    assert.deepEqual(await sums(shop, cardNumber), { USD: 20 })
    await undone(shop, cardNumber, back.requestRef)
    assert.deepEqual(await stateOf(shop), sold)
    await broughtBack(shop, sale, '1 CAKE', reverse)
  }
  assert.deepEqual(await sums(shop, cardNumber), { USD: 20 })
  assert.deepEqual(await shop.verify(), [])
})

test('points that were paid with come back before points that were earned are taken', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(8)] }])
  const cardNumber = await shop.card({ points: 10 })
  const payment = { redeemBalance: true, balanceType: 'Points', amount: 10, checkoutPaymentAmount: 5 }
  const sale = await bought('1 CAKE 5', { cardNumber, paymentMethods: [payment] })
  await shop.redeem(cardNumber, { points: 8 })
  await broughtBack(shop, sale, '1 CAKE', reverse)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 2 })
  assert.deepEqual(await shop.verify(), [])
})

test('an anonymous checkout and one in two stages give their payments back', async () => {
  const { shop, bought } = await openRuleShop([])
  const [cardNumber, gift] = [await shop.card({ usd: 9 }), await shop.card({ usd: 30 })]
  const ref = await redeemed(shop, gift, 10)
  const anonymous = await bought('1 CAKE 10', { paymentMethods: [{ updateBalanceRequestRef: ref }] })
  await broughtBack(shop, anonymous, '1 CAKE', reverse)
  assertRefused(await bringBack(shop, anonymous, '', reverse), 119)
  assert.deepEqual(await sums(shop, gift), { USD: 30 })

  const { lock, complete } = lockingCalls({ shop })
  const [first, second] = [await redeemed(shop, gift, 1), await redeemed(shop, gift, 2)]
  const setup = await lock(cardNumber, '1 CAKE 10', { paymentMethods: [pay(9), { updateBalanceRequestRef: first }] })
  const { body: sale } = await complete(setup, { paymentMethods: [{ updateBalanceRequestRef: second }] })
  await broughtBack(shop, sale, '', reverse)
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, gift)], [{ USD: 9 }, { USD: 29 }])
  assert.deepEqual(await shop.verify(), [])
})

test('a payment of a closed card cannot be given back; the return without it can be made', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const [cardNumber, gift] = [await shop.card(), await shop.card({ usd: 30 })]
  const ref = await redeemed(shop, gift, 10)
  const sale = await bought('1 CAKE 10', { cardNumber, paymentMethods: [{ updateBalanceRequestRef: ref }] })
  const closed = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  await shop.must('updateBalance', { cardNumber: gift, ...closed })
  assertRefused(await bringBack(shop, sale, '1 CAKE', reverse), 112)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10 })
  await broughtBack(shop, sale, '1 CAKE')
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a balance never counts further than it can, whatever comes back', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ points: 999_999_999_999_999 })
  const payment = { redeemBalance: true, balanceType: 'Points', amount: 1 }
  const sale = await bought('1 CAKE 5', { cardNumber, paymentMethods: [payment] })
  await shop.issue(cardNumber, { points: 1 })
  assertRefused(await bringBack(shop, sale, '1 CAKE', reverse), 13)
  await broughtBack(shop, sale, '1 CAKE')
  assert.deepEqual(await shop.verify(), [])
})
