import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockingCalls, points } from '../support/checkout-shop.ts'
import { bySpend, changesOf, letDaysPass, levelOf, openTierShop, tierOf } from '../support/tier-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const bonus = [
  { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(10)] },
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(100), { allocateCoupon: { set: 'gift' } }] },
  { trigger: 'tier', tier: { on: 'down', level: 'gold' }, then: [points(1)] },
]
const lifetime = { ...bySpend, by: { fact: 'history.spend' } }

test('voiding the checkout that reached a level undoes the level and everything its rules gave', async () => {
  const { shop, bought } = await openTierShop(bonus)
  const cardNumber = await shop.card()
  await bought('1 CAKE 150', { cardNumber })
  const silver = await tierOf(shop, cardNumber)
  const sale = await bought('1 CAKE 200', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 110 })

  await undone(shop, cardNumber, sale.transactionId)

  assert.deepEqual(await tierOf(shop, cardNumber), silver)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10 })
  assert.deepEqual((await changesOf(shop, cardNumber)).at(-1), 'undone gold silver')
  const { coupons } = (await shop.must('search', { filters: { cardNumber }, returnFields: { coupons: true } })).cards[0]
  assert.deepEqual(coupons, [])
  await bought('1 CAKE 200', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 110 })
  assert.deepEqual(await shop.verify(), [])
})

test('voiding an earlier checkout takes back the level that a later one reached, and what that gave', async () => {
  const { shop, bought } = await openTierShop(bonus)
  const cardNumber = await shop.card()
  const first = await bought('1 CAKE 150', { cardNumber })
  const second = await bought('1 CAKE 200', { cardNumber })

  await undone(shop, cardNumber, first.transactionId)

  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10 }, 'the other sale alone reaches silver')
  assert.deepEqual(await shop.verify(), [])
  await undone(shop, cardNumber, second.transactionId)
  assert.equal(await levelOf(shop, cardNumber), undefined)
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a level that a later checkout would have reached anyway stays', async () => {
  const { shop, bought } = await openTierShop([])
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 300', { cardNumber })
  await bought('1 CAKE 310', { cardNumber })

  await undone(shop, cardNumber, sale.transactionId)

  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await shop.verify(), [])
})

test('a return takes the level back, its void brings it back with what was given', async () => {
  const { shop, bought } = await openTierShop(bonus)
  const cardNumber = await shop.card()
  const sale = await bought('4 CAKE 75', { cardNumber })
  const requestRef = sale.transactionId
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100 })

  const back = await broughtBack(shop, { requestRef, cardNumber }, '1 CAKE')
  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10 }, 'what is left of the sale alone reaches silver')
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none gold', 'undone gold silver'])

  await undone(shop, cardNumber, back.requestRef)
  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100 })
  assert.deepEqual((await changesOf(shop, cardNumber)).at(-1), 'restored silver gold')
  await undone(shop, cardNumber, requestRef)
  assert.equal(await levelOf(shop, cardNumber), undefined)
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a partial return that leaves the level leaves what was given for it', async () => {
  const { shop, bought } = await openTierShop(bonus)
  const cardNumber = await shop.card()
  const { transactionId: requestRef } = await bought('5 CAKE 75', { cardNumber })

  await broughtBack(shop, { requestRef, cardNumber }, '1 CAKE')

  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100 })
  assert.deepEqual(await shop.verify(), [])
})

test('what was given for a lost level is taken back as far as it is there', async () => {
  const { shop, bought } = await openTierShop(bonus)
  const cardNumber = await shop.card()
  const first = await bought('1 CAKE 150', { cardNumber })
  await bought('1 CAKE 200', { cardNumber })
  assert.equal((await shop.redeem(cardNumber, { points: 70 })).body.success, true)

  await undone(shop, cardNumber, first.transactionId)

  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a level of last year is judged by last year when a sale of then comes back', async () => {
  const { shop, bought } = await openTierShop([], { ...bySpend, keep: { days: 800 } })
  const cardNumber = await shop.card()
  const { transactionId: requestRef } = await bought('4 CAKE 75', { cardNumber })
  await letDaysPass(shop, 366)
  assert.equal(await levelOf(shop, cardNumber), 'gold')

  await bought('1 CAKE 5', { cardNumber })
  assert.equal(await levelOf(shop, cardNumber), 'gold')
  await broughtBack(shop, { requestRef, cardNumber }, '1 CAKE')

  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await shop.verify(), [])
})

test('a completed setup is undone with its level', async () => {
  const opened = await openTierShop(bonus, lifetime)
  const { shop } = opened
  const { lock, complete } = lockingCalls(opened)
  const cardNumber = await shop.card()
  const { body } = await complete(await lock(cardNumber, '1 CAKE 400'))
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100 })

  await undone(shop, cardNumber, body.transactionId)

  assert.equal(await levelOf(shop, cardNumber), undefined)
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})
