import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

async function openPointShop() {
  const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1))] }])
  const cardNumber = await shop.card()
  const sell = async () => (await bought('1 ESP 10', { cardNumber })).requestRef
  const spend = async (amount: number): Promise<string> =>
    (await shop.redeem(cardNumber, { points: amount })).body.requestRef
  const bring = async (requestRef: string, card = cardNumber) =>
    (await broughtBack(shop, { cardNumber: card, requestRef }, '1 ESP 10')).requestRef
  const left = async (card = cardNumber) => (await sums(shop, card)).Points ?? 0
  const undo = (ref: string, card = cardNumber) => undone(shop, card, ref)
  const move = async () => {
    const heir = await shop.card()
    await shop.must('transfer', { action: 'out', cardNumber })
    await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: cardNumber })
    return heir
  }
  return { shop, cardNumber, sell, spend, bring, left, undo, move }
}

test('points of a returned sale that were spent do not come back with the spending', async () => {
  const { shop, sell, spend, bring, left, undo } = await openPointShop()
  const sale = await sell()
  const [first, second] = [await spend(4), await spend(6)]
  const back = await bring(sale)
  await undo(first)
  assert.equal(await left(), 0, 'nothing was bought, so nothing was earned')
  await undo(back)
  assert.equal(await left(), 4, 'the sale stands again: of ten, six are spent')
  await undo(second)
  assert.equal(await left(), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('the same after a transfer, whenever it comes', async () => {
  const { shop, cardNumber, sell, spend, bring, left, undo, move } = await openPointShop()
  const sale = await sell()
  const spent = await spend(10)
  const back = await bring(sale)
  const heir = await move()
  await undo(spent, heir)
  assert.equal(await left(heir), 0)
  await undo(back, heir)
  assert.deepEqual([await left(cardNumber), await left(heir)], [0, 10])
  assert.deepEqual(await shop.verify(), [])
})

test('what gave in the stead of another sale, and was missing when its own came back, does not come back', async () => {
  const { shop, sell, spend, bring, left, undo } = await openPointShop()
  const [one, other] = [await sell(), await sell()]
  await spend(10)
  const [back, backToo] = [await bring(one), await bring(other)]
  await undo(back)
  assert.equal(await left(), 0, 'one sale stands, and its points are spent')
  await undo(backToo)
  assert.equal(await left(), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('balances that a return paid back to a lot pay what is missing of it, until that return is voided', async () => {
  const usd = { balanceType: 'Currency', balanceCode: 'USD', amount: 10 }
  const { shop, bought } = await openRuleShop([
    { when: [{ fact: 'products.quantity', where: { sku: 'ESP' }, op: '>=', value: 1 }], then: [{ issue: usd }] },
  ])
  const cardNumber = await shop.card()
  const gift = (await bought('1 ESP 3', { cardNumber })).requestRef
  const cake = await bought('1 CAKE 10', { cardNumber, paymentMethods: [{ redeemBalance: true, ...usd }] })
  const left = async () => (await sums(shop, cardNumber)).USD ?? 0
  const giftBack = (await broughtBack(shop, { cardNumber, requestRef: gift }, '1 ESP')).requestRef
  const cakeSale = { cardNumber, requestRef: cake.requestRef }
  const cakeBack = (await broughtBack(shop, cakeSale, '1 CAKE', { reversePayments: true })).requestRef
  assert.equal(await left(), 0, 'nothing stands')
  await undone(shop, cardNumber, cakeBack)
  assert.equal(await left(), 0, 'the cake was paid with what is missing again')
  await broughtBack(shop, cakeSale, '1 CAKE', { reversePayments: true })
  await undone(shop, cardNumber, giftBack)
  assert.equal(await left(), 10, 'the gift stands, and nothing was paid with it')
  assert.deepEqual(await shop.verify(), [])
})
