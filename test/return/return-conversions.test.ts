import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points, type RuleShop } from '../support/checkout-shop.ts'
import { purse } from '../support/rule-table.ts'

const conversion = (from: object, to: object) => ({ convert: { from: { amount: 'all', ...from }, to } })
const pointsToUsd = conversion(
  { balanceType: 'Points' },
  { balanceType: 'Currency', balanceCode: 'USD', give: 1, per: 100 },
)

function backOf({ shop }: RuleShop, cardNumber: string, requestRef: string) {
  return (amountPurchased: number, more: object = {}) =>
    shop.must('returnMerchandise', {
      cardNumber,
      checkoutRequestRef: requestRef,
      returnedProducts: [{ sku: 'ESP', amountPurchased }],
      ...more,
    })
}

test('a return reverses whole steps of a conversion by its share, and all of them in the end', async () => {
  const open = await openRuleShop([{ then: [pointsToUsd] }])
  const { shop, bought } = open
  const cardNumber = await shop.card({ points: 350 })
  const { requestRef } = await bought('8 ESP 1', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 3 })
  const back = backOf(open, cardNumber, requestRef)
  await back(1)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 3 }, '0.375 of a step: none')
  await back(1)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 150, USD: 2 }, '0.75: one')
  const third = await back(3)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 250, USD: 1 }, '1.875: two')
  await shop.must('voidTransaction', { cardNumber, requestRef: third.requestRef })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 150, USD: 2 })
  await back(6)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 350 })
  assert.deepEqual(await shop.verify(), [])
})

test('money that was spent is not turned into points again: its steps stay converted', async () => {
  const open = await openRuleShop([{ then: [pointsToUsd] }])
  const { shop, bought } = open
  const cardNumber = await shop.card({ points: 350 })
  const { requestRef } = await bought('4 ESP 1', { cardNumber })
  await shop.redeem(cardNumber, { usd: 1.5 })
  const back = backOf(open, cardNumber, requestRef)
  await back(2)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 150, USD: 0.5 }, 'of two steps the card has one')
  const { shortfalls } = await shop.must('checkoutLookup', { checkoutTransactionId: requestRef })
  assert.equal(shortfalls, undefined, 'nothing is owed for a step that stays')
  await shop.issue(cardNumber, { usd: 0.5 })
  await back(2)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 250 }, 'another one, and the third stays')
  assert.deepEqual(await shop.verify(), [])
})

test('buying and returning again and again makes nothing out of nothing', async () => {
  const open = await openRuleShop([{ then: [pointsToUsd] }])
  const { shop, bought } = open
  const cardNumber = await shop.card({ points: 300 })
  let spent = 0
  for (let round = 0; round < 4; round += 1) {
    const { requestRef } = await bought('1 ESP 1', { cardNumber })
    const { USD = 0 } = await purse(shop, cardNumber)
    const take = Math.floor(USD / 2)
    if (take > 0) await shop.redeem(cardNumber, { usd: take })
    spent += take
    await backOf(open, cardNumber, requestRef)(1)
  }
  const { Points = 0, USD = 0 } = await purse(shop, cardNumber)
  assert.equal(Points / 100 + USD + spent, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('points that the sale itself earned go back with the sale, converted or not', async () => {
  const open = await openRuleShop([{ then: [points(perDollar(100))] }, { then: [pointsToUsd] }])
  const { shop, bought } = open
  const cardNumber = await shop.card({ points: 100 })
  const first = await bought('2 ESP 1', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { USD: 3 })
  await backOf(open, cardNumber, first.requestRef)(2)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 100 })

  const second = await bought('2 ESP 1', { cardNumber })
  await shop.redeem(cardNumber, { usd: 3 })
  await backOf(open, cardNumber, second.requestRef)(2)
  assert.deepEqual(await purse(shop, cardNumber), {})
  const { shortfalls } = await shop.must('checkoutLookup', { checkoutTransactionId: second.requestRef })
  assert.deepEqual(shortfalls, [{ amount: 200, balanceType: 'Points' }], 'what was earned, and nothing else')
  assert.deepEqual(await shop.verify(), [])
})

test('conversions in a chain are reversed from the last to the first', async () => {
  const stars = { balanceType: 'Custom', balanceCode: 'STARS' }
  const open = await openRuleShop([
    { then: [conversion({ balanceType: 'Points' }, { ...stars, give: 2, per: 100 })] },
    { then: [conversion(stars, { balanceType: 'Currency', balanceCode: 'USD', give: 1, per: 3 })] },
  ])
  const { shop, bought } = open
  const cardNumber = await shop.card({ points: 350 })
  const { requestRef } = await bought('2 ESP 1', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 2 }, '6 stars, of which 6 became 2 dollars')
  await backOf(open, cardNumber, requestRef)(2)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 350 })
  assert.deepEqual(await shop.verify(), [])
})

test('a conversion of what one product counts goes back with it, from a completed setup too', async () => {
  const counted = { give: 100, per: 1, of: 'products.quantity', where: { sku: ['ESP'] } }
  const open = await openRuleShop([
    {
      then: [
        conversion(
          { balanceType: 'Points', amount: counted },
          { balanceType: 'Currency', balanceCode: 'USD', give: 1, per: 100 },
        ),
      ],
    },
  ])
  const { shop } = open
  const { lock, complete } = lockingCalls(open)
  const cardNumber = await shop.card({ points: 1000 })
  const { body } = await complete(await lock(cardNumber, '2 ESP 1, 1 CAKE 50'))
  assert.deepEqual(await purse(shop, cardNumber), { Points: 800, USD: 2 })
  const back = backOf(open, cardNumber, body.requestRef)
  const cake = [{ sku: 'CAKE', amountPurchased: 1 }]
  await back(0, { returnedProducts: cake })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 800, USD: 2 })
  await back(1)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 900, USD: 1 })
  assert.deepEqual(await shop.verify(), [])
})

test('after a transfer the new card gives the money back and gets the points', async () => {
  const open = await openRuleShop([{ then: [pointsToUsd] }])
  const { shop, bought } = open
  const old = await shop.card({ points: 250 })
  const { requestRef } = await bought('2 ESP 1', { cardNumber: old })
  const cardNumber = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber, oldCardNumber: old })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 2 })
  await backOf(open, cardNumber, requestRef)(2)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 250 })
  assert.deepEqual(await shop.verify(), [])
})
