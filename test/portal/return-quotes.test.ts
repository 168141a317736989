import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockingCalls } from '../support/checkout-shop.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const cups = (amountPurchased: number, unitPrice: number) => [{ sku: 'CUP', amountPurchased, unitPrice }]
const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

async function openCounter() {
  const shop = await openShop({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }] })
  const cashier = await openDesk(shop).as('cashier')
  const locationId = 'L1'
  const quote = (cardNumber: string, checkoutRequestRef: string, returnedProducts: object[]) =>
    cashier.ask('returnQuote', { cardNumber, checkoutRequestRef, locationId, returnedProducts })
  return { shop, cashier, quote }
}

test('points that paid without a worth come back with the whole sale, and nothing is handed over', async () => {
  const { shop, cashier, quote } = await openCounter()
  const card = await shop.card({ points: 1000 })
  const points = { redeemBalance: true, balanceType: 'Points', amount: 600 }
  const sale = await shop.must('checkout', { cardNumber: card, products: cups(2, 5), paymentMethods: [points] })
  const one = await quote(card, sale.requestRef, cups(1, 5))
  assert.deepEqual([one.needsWhole, one.toHandOver], [true, 0])
  const whole = await quote(card, sale.requestRef, cups(2, 5))
  assert.deepEqual([whole.needsWhole, whole.owed, whole.toHandOver, whole.reversesAll], [false, 0, 0, true])
  assert.deepEqual(
    whole.given.map(({ balanceType, amount }: { balanceType: string; amount: number }) => [balanceType, amount]),
    [['Points', 600]],
  )
  const request = { cardNumber: card, checkoutRequestRef: sale.requestRef, returnedProducts: cups(2, 5) }
  await cashier.call('returnMerchandise', { ...request, reversePayments: true }, { location: 'L1' })
  assert.equal((await shop.balances(card))[0].amount, 1000)
  assert.deepEqual(await shop.verify(), [])
})

test('what the card paid at the setup goes back to it, however the completion told it', async () => {
  const { shop, quote } = await openCounter()
  const { lock, complete } = lockingCalls({ shop })
  const card = await shop.card({ usd: 50 })
  const setup = await lock(card, '2 CUP 50', { paymentMethods: [{ redeemBalance: true, ...usd(40) }] })
  const told = [
    { paymentType: 'wallet', amount: 40 },
    { paymentType: 'cash', amount: 60 },
  ]
  const { body: sale } = await complete(
    { transactionId: setup.transactionId, cardNumber: card },
    { paymentMethods: told },
  )
  const whole = await quote(card, sale.requestRef, cups(2, 50))
  assert.deepEqual([whole.toCard, whole.toHandOver, whole.reversesAll], [40, 60, true])
  const one = await quote(card, sale.requestRef, cups(1, 50))
  assert.deepEqual([one.toCard, one.toHandOver], [0, 50])
  assert.deepEqual(await shop.verify(), [])
})

test('a redemption that was voided is not counted as going back once more', async () => {
  const { shop, quote } = await openCounter()
  const [card, gift] = [await shop.card(), await shop.card({ usd: 60 })]
  const { requestRef } = (await shop.redeem(gift, { usd: 60 })).body
  const paymentMethods = [{ updateBalanceRequestRef: requestRef }]
  const sale = await shop.must('checkout', { cardNumber: card, products: cups(2, 50), paymentMethods })
  assert.equal((await quote(card, sale.requestRef, cups(1, 50))).needsWhole, true)
  const before = await quote(card, sale.requestRef, cups(2, 50))
  assert.deepEqual([before.toOtherCards, before.toHandOver], [60, 40])
  await shop.must('voidTransaction', { requestRef, cardNumber: gift })
  const then = await quote(card, sale.requestRef, cups(2, 50))
  assert.deepEqual([then.toOtherCards, then.toHandOver], [0, 40])
  assert.deepEqual(await shop.verify(), [])
})
