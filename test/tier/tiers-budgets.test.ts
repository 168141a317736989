import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlySpent } from '../support/budget-room.ts'
import { lockingCalls, perDollar, points } from '../support/checkout-shop.ts'
import { levelOf, openTierShop } from '../support/tier-shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const levels = [
  { id: 'silver', name: 'Silver', at: 100 },
  { id: 'gold', name: 'Gold', at: 300 },
]
const ofPoints = { balanceType: 'Points' }

/** Gold gives 20 points, of a budget that is enough for one and a half. */
async function openGold(amount = 30) {
  const gold = { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(20)] }
  const room = await openTierShop([{ ...gold, budget: { amount, of: ofPoints } }], {
    by: { fact: 'history.spend' },
    levels,
  })
  const { shop, bought } = room
  return {
    ...room,
    sell: async (cardNumber: string, price: number) =>
      (await bought(`10 CAKE ${price / 10}`, { cardNumber })).transactionId as string,
    bring: async (cardNumber: string, requestRef: string, tenths = 10) =>
      (await broughtBack(shop, { requestRef, cardNumber }, `${tenths} CAKE`)).requestRef as string,
    has: async (cardNumber: string) => [
      (await sums(shop, cardNumber)).Points ?? 0,
      await levelOf(shop, cardNumber),
      await onlySpent(shop),
    ],
  }
}

test('a voided sale gives nothing of a budget back for a level that stays by another sale', async () => {
  const { shop, sell, has } = await openGold()
  const [first, second] = [await shop.card(), await shop.card()]
  const sale = await sell(first, 310)
  await sell(first, 320)
  await undone(shop, first, sale)
  assert.deepEqual(await has(first), [20, 'gold', 20])
  await sell(second, 310)
  assert.deepEqual(await has(second), [10, 'gold', 30], 'what the budget has left, and not a point more')
  assert.deepEqual(await shop.verify(), [])
})

test('a return gives the budget of the level back that it takes away, and its void takes it again', async () => {
  const { shop, sell, bring, has } = await openGold()
  const card = await shop.card()
  const sale = await sell(card, 310)
  const back = await bring(card, sale, 5)
  assert.deepEqual(await has(card), [0, 'silver', 0])
  await undone(shop, card, back)
  assert.deepEqual(await has(card), [20, 'gold', 20])
  await bring(card, sale)
  await undone(shop, card, await sell(card, 350))
  assert.deepEqual(await has(card), [0, undefined, 0])
  assert.deepEqual(await shop.verify(), [])
})

test('what the customer has spent of it stays spent, and only the rest is taken again', async () => {
  const { shop, sell, bring, has } = await openGold()
  const card = await shop.card()
  const sale = await sell(card, 310)
  await shop.redeem(card, { points: 15 })
  for (let round = 0; round < 3; round += 1) {
    const back = await bring(card, sale)
    assert.deepEqual(await has(card), [0, undefined, 15])
    await undone(shop, card, back)
    assert.deepEqual(await has(card), [5, 'gold', 20])
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a level that stands again when others have had its budget gives what is left of that', async () => {
  const { shop, sell, bring, has } = await openGold()
  const [first, second] = [await shop.card(), await shop.card()]
  const sale = await sell(first, 310)
  const back = await bring(first, sale)
  await sell(second, 310)
  await undone(shop, first, back)
  assert.deepEqual(await has(first), [10, 'gold', 30])
  const again = await bring(first, sale)
  assert.deepEqual(await has(first), [0, undefined, 20])
  await undone(shop, first, again)
  assert.deepEqual(await has(first), [10, 'gold', 30])
  assert.deepEqual(await has(second), [20, 'gold', 30])
  assert.deepEqual(await shop.verify(), [])
})

test('nothing is given where nothing is left, and nothing is taken for it afterwards', async () => {
  const { shop, sell, bring, has } = await openGold(20)
  const [first, second] = [await shop.card(), await shop.card()]
  await shop.issue(first, { points: 7 })
  const sale = await sell(first, 310)
  const back = await bring(first, sale)
  const other = await sell(second, 310)
  await undone(shop, first, back)
  assert.deepEqual(await has(first), [7, 'gold', 20])
  await bring(first, sale)
  assert.deepEqual(await has(first), [7, undefined, 20])
  await undone(shop, second, other)
  assert.deepEqual(await has(second), [0, undefined, 0])
  assert.deepEqual(await shop.verify(), [])
})

test('the budget of a level that a locked sale reaches goes with the level, too', async () => {
  const room = await openGold()
  const { shop, sell, has } = room
  const { lock, complete } = lockingCalls(room)
  const card = await shop.card()
  const { requestRef } = (await complete(await lock(card, '10 CAKE 31'))).body
  await sell(card, 320)
  await undone(shop, card, requestRef)
  assert.deepEqual(await has(card), [20, 'gold', 20])
  assert.deepEqual(await shop.verify(), [])
})

test('the sale and its level have one budget: each gives back its own part of it', async () => {
  const rules = [
    { then: [points(perDollar(1))] },
    { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(20)] },
  ]
  const named = rules.map((rule, index) => ({ id: `rule-${index + 1}`, trigger: 'checkout', ...rule }))
  const budget = { amount: 1000, of: ofPoints, every: 'month' }
  const { shop, bought } = await openTierShop(
    [],
    { by: { fact: 'history.spend' }, levels },
    {
      more: { campaigns: [{ id: 'main', name: 'Main', rules: named, budget }] },
    },
  )
  const card = await shop.card()
  const first = await bought('10 CAKE 31', { cardNumber: card })
  const back = await broughtBack(shop, { ...first, cardNumber: card }, '10 CAKE')
  assert.equal(await onlySpent(shop), 0)
  await bought('10 CAKE 32', { cardNumber: card })
  assert.equal(await onlySpent(shop), 340)
  await undone(shop, card, back.requestRef)
  assert.equal(await onlySpent(shop), 650)
  await broughtBack(shop, { ...first, cardNumber: card }, '4 CAKE')
  assert.equal(await onlySpent(shop), 526)
  assert.equal((await sums(shop, card)).Points, 526)
  assert.deepEqual(await shop.verify(), [])
})

test('what a level by hand gave of a budget is kept with the call, and stays with the level', async () => {
  const { shop, sell, has } = await openGold()
  const card = await shop.card()
  const tierOverride = { level: 'gold', reason: 'a test', until: secondsFromNow(86_400) }
  await shop.must('updateAccount', { cardNumber: card, tierOverride })
  assert.deepEqual(await has(card), [20, 'gold', 20])
  await undone(shop, card, await sell(card, 310))
  assert.deepEqual(await has(card), [20, 'gold', 20])
  assert.deepEqual(await shop.verify(), [])
})
