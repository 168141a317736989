import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { bringBack, broughtBack, stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const earning = [{ then: [points(perDollar(1))] }]
const reverse = { reversePayments: true }
const back = (reversedPaymentAmount: number, more: object = {}) => ({ reversedPaymentAmount, ...more })
const pay = (amount: number) => ({ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount })
const payPoints = (amount: number, checkoutPaymentAmount: number) => ({
  redeemBalance: true,
  balanceType: 'Points',
  amount,
  checkoutPaymentAmount,
})

test('a part of what the card paid comes back to its lots, and the rest with what reverses the payments', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card({ usd: 5 })
  await shop.issue(cardNumber, { usd: 4 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const before = await stateOf(shop)
  const sale = await bought('3 ESP 5', { cardNumber, paymentMethods: [pay(8), { paymentType: 'cash', amount: 7 }] })
  await broughtBack(shop, sale, '1 ESP', back(4.5))
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10, USD: 5.5 })
  assertRefused(await bringBack(shop, sale, '1 ESP', back(3.51)), 120)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10, USD: 5.5 })
  await broughtBack(shop, sale, '1 ESP', back(1))
  await broughtBack(shop, sale, '1 ESP', reverse)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 9 })
  assertRefused(await bringBack(shop, sale, '', reverse), 119)
  assertRefused(await bringBack(shop, sale, '', back(0.01)), 120)
  const { firings: _, ...after } = await stateOf(shop)
  const { firings: __, ...rest } = before
  assert.deepEqual(after, rest)
  assert.deepEqual(await shop.verify(), [])
})

test('all of it may be given back by amount, and then nothing is left to reverse', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 8 })
  const sale = await bought('2 ESP 5', { cardNumber, paymentMethods: [pay(8)] })
  await broughtBack(shop, sale, '1 ESP', back(8))
  await broughtBack(shop, sale, '1 ESP', reverse)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 8 })
  assert.deepEqual(await shop.verify(), [])
})

test('without failIfOverReturn as much is given back as is left', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 8 })
  const sale = await bought('2 ESP 5', { cardNumber, paymentMethods: [pay(8)] })
  await broughtBack(shop, sale, '1 ESP', back(5))
  await broughtBack(shop, sale, '1 ESP', back(5, { failIfOverReturn: false }))
  assert.deepEqual(await sums(shop, cardNumber), { USD: 8 })
  assert.deepEqual(await shop.verify(), [])
})

test('a voided return takes its part again, whichever came before or after it', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card({ usd: 8 })
  const sale = await bought('3 ESP 5', { cardNumber, paymentMethods: [pay(8), { paymentType: 'cash', amount: 7 }] })
  const first = await broughtBack(shop, sale, '1 ESP', back(3))
  const { requestRef: second } = await broughtBack(shop, sale, '1 ESP', reverse)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5, USD: 8 })
  await undone(shop, cardNumber, first.requestRef)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10, USD: 5 })
  // What the first one had given back can be given back again, and not more.
  assertRefused(await bringBack(shop, sale, '1 ESP', back(3.01)), 120)
  const { requestRef: third } = await broughtBack(shop, sale, '1 ESP', back(3))
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5, USD: 8 })
  await undone(shop, cardNumber, second)
  await undone(shop, cardNumber, third)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 15 })
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 8 })
  assert.deepEqual(await shop.verify(), [])
})

test('of two balances each gets its share, and in the end exactly what it paid', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 5, points: 100 })
  const paymentMethods = [payPoints(100, 5), pay(5)]
  const sale = await bought('3 ESP 3', { cardNumber, preDiscounts: [], paymentMethods: paymentMethods.slice(0, 1) })
  await broughtBack(shop, sale, '1 ESP', back(1.67))
  assert.deepEqual(await sums(shop, cardNumber), { Points: 33, USD: 5 })
  await broughtBack(shop, sale, '1 ESP', back(1.66))
  assert.deepEqual(await sums(shop, cardNumber), { Points: 67, USD: 5 })
  await broughtBack(shop, sale, '1 ESP', reverse)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100, USD: 5 })

  const both = await bought('2 ESP 5', { cardNumber, paymentMethods })
  await broughtBack(shop, both, '1 ESP', back(5))
  assert.deepEqual(await sums(shop, cardNumber), { Points: 50, USD: 2.5 })
  await broughtBack(shop, both, '1 ESP', back(5))
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('fractions of a balance do not add up by voiding the returns that were too small for them', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 5, points: 100 })
  const sale = await bought('2 ESP 5', { cardNumber, paymentMethods: [payPoints(100, 5), pay(5)] })
  for (let time = 0; time < 5; time += 1) {
    const { requestRef } = await broughtBack(shop, sale, '', back(0.04))
    await broughtBack(shop, sale, '', back(0.01))
    await undone(shop, cardNumber, requestRef)
  }
  // 0.05 of 10.00 is half a point: one at most.
  assert.deepEqual(await sums(shop, cardNumber), { Points: 1, USD: 0.03 })
  await broughtBack(shop, sale, '2 ESP', reverse)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('a part goes to the lots that have not got theirs, whichever return was voided', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card()
  await shop.issue(cardNumber, { usd: 4 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  await shop.issue(cardNumber, { usd: 4 })
  const sale = await bought('2 ESP 4', { cardNumber, paymentMethods: [pay(8)] })
  const { requestRef: first } = await broughtBack(shop, sale, '', back(4))
  await broughtBack(shop, sale, '', back(4))
  await undone(shop, cardNumber, first)
  await broughtBack(shop, sale, '', back(4))
  assert.deepEqual(await sums(shop, cardNumber), { USD: 8 })
  await letTimePass(shop, oneDay + 1)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 4 }, 'what expires expires, wherever it has been')
  assert.deepEqual(await shop.verify(), [])
})

test('where the lot has expired the part comes back as store credit; after a transfer, to the new card', async () => {
  const { shop, bought } = await openRuleShop([])
  const { moved } = transfersOf(shop)
  const old = await shop.card()
  await shop.issue(old, { usd: 6 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const sale = await bought('2 ESP 3', { cardNumber: old, paymentMethods: [pay(6)] })
  await letTimePass(shop, oneDay + 1)
  const next = await shop.card()
  await moved(next, old)
  await broughtBack(shop, { ...sale, cardNumber: next }, '1 ESP', back(2))
  assert.deepEqual(await sums(shop, next), { USD: 2 })
  await broughtBack(shop, { ...sale, cardNumber: next }, '1 ESP', reverse)
  assert.deepEqual(await sums(shop, next), { USD: 6 })
  assert.deepEqual(await shop.verify(), [])
})

test('it is refused where it makes no sense, and a repeated call gives back once', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 8 })
  const { requestRef: paid } = (await shop.redeem(cardNumber, { usd: 3 })).body
  const paymentMethods = [{ updateBalanceRequestRef: paid }, { paymentType: 'cash', amount: 7 }]
  const sale = await bought('2 ESP 5', { cardNumber, paymentMethods })
  assertRefused(await bringBack(shop, sale, '1 ESP', back(1)), 120)
  assertRefused(await bringBack(shop, sale, '1 ESP', back(1, reverse)), 100)
  assertRefused(await bringBack(shop, sale, '1 ESP', back(-1)), 100)
  assertRefused(await shop.call('returnMerchandise', { cardNumber, reversedPaymentAmount: 1 }), 100)

  const own = await bought('2 ESP 5', { cardNumber, paymentMethods: [pay(5)] })
  assertRefused(await bringBack(shop, own, '1 ESP', back(5.01, { simulateOnly: true })), 120)
  const products = [{ sku: 'ESP', amountPurchased: 1 }]
  const request = { cardNumber, checkoutRequestRef: own.requestRef, returnedProducts: products, ...back(2) }
  await shop.must('returnMerchandise', request, { customRequestId: 'one-return' })
  assertRefused(await shop.call('returnMerchandise', request, { customRequestId: 'one-return' }), 3)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 2 })
  assertRefused(await undo(shop, cardNumber, own.requestRef), 119)
  assert.deepEqual(await shop.verify(), [])
})

test('returns of one sale at once give back no more than it paid', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card({ usd: 8 })
  const sale = await bought('8 ESP 1', { cardNumber, paymentMethods: [pay(8)] })
  const answers = await Promise.all(Array.from({ length: 6 }, () => bringBack(shop, sale, '1 ESP', back(3))))
  assert.equal(answers.filter(({ body }) => body.success).length, 2)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 6 })
  assert.deepEqual(await shop.verify(), [])
})
