import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { letTimePass, oneDay, sql } from '../support/time-passes.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'
import { bookExpiry } from '../support/worker-room.ts'

const openExpiring = () => openRuleShop([{ then: [points(perDollar(1), { expiresAfter: { days: 1 } })] }])

test('points of a rule that expired unused are not taken from other points by a return', async () => {
  for (const isBooked of [false, true]) {
    const { shop, bought } = await openExpiring()
    const cardNumber = await shop.card()
    const sale = await bought('1 ESP 10', { cardNumber })
    await shop.issue(cardNumber, { points: 20 })
    await letTimePass(shop, oneDay + 1)
    if (isBooked) await bookExpiry(shop)
    await broughtBack(shop, sale, '1 ESP')
    assert.deepEqual(await sums(shop, cardNumber), { Points: 20 })
    await bookExpiry(shop)
    assert.deepEqual(await sums(shop, cardNumber), { Points: 20 })
    assert.deepEqual(await shop.verify(), [])
  }
})

test('of points that were partly spent and partly expired, a return takes what was spent', async () => {
  const { shop, bought } = await openExpiring()
  const cardNumber = await shop.card()
  const sale = await bought('10 ESP 1', { cardNumber })
  await shop.redeem(cardNumber, { points: 6 })
  await shop.issue(cardNumber, { points: 20 })
  await letTimePass(shop, oneDay + 1)
  await broughtBack(shop, sale, '5 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 19 }, '5 of 10 are back: 4 expired, 1 was spent')
  await bookExpiry(shop)
  await broughtBack(shop, sale, '5 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 14 }, 'all are back: 4 expired, 6 were spent')
  assert.deepEqual(await shop.verify(), [])
})

test('what was taken back before it would have expired is not counted as expired', async () => {
  const { shop, bought } = await openExpiring()
  const cardNumber = await shop.card()
  const sale = await bought('10 ESP 1', { cardNumber })
  await broughtBack(shop, sale, '4 ESP')
  await shop.redeem(cardNumber, { points: 5 })
  await shop.issue(cardNumber, { points: 20 })
  await letTimePass(shop, oneDay + 1)
  await broughtBack(shop, sale, '6 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 15 }, '4 were taken, 5 spent, 1 expired')
  assert.deepEqual(await shop.verify(), [])
})

test('a return that is voided has counted nothing as expired: the next one counts it again', async () => {
  const { shop, bought } = await openExpiring()
  const cardNumber = await shop.card()
  const sale = await bought('10 ESP 1', { cardNumber })
  await shop.redeem(cardNumber, { points: 6 })
  await shop.issue(cardNumber, { points: 20 })
  await letTimePass(shop, oneDay + 1)
  for (const _ of [1, 2, 3]) {
    const { requestRef } = await broughtBack(shop, sale, '10 ESP')
    assert.deepEqual(await sums(shop, cardNumber), { Points: 14 })
    await undone(shop, cardNumber, requestRef)
    assert.deepEqual(await sums(shop, cardNumber), { Points: 20 })
  }
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 14 })
  assert.deepEqual(await shop.verify(), [])
})

test('a return takes nothing from lots that expired but are not booked yet', async () => {
  const { shop, bought } = await openExpiring()
  const cardNumber = await shop.card()
  const sale = await bought('1 ESP 10', { cardNumber })
  await letTimePass(shop, oneDay / 2)
  await shop.redeem(cardNumber, { points: 10 })
  await bought('1 ESP 30', { cardNumber })
  await letTimePass(shop, oneDay + 1)
  await broughtBack(shop, sale, '1 ESP')
  const [lot] = await sql('select amount::int from lot where brand_id = $1 and amount > 0', [shop.id])
  assert.equal(lot.amount, 30, 'the thirty that expired are still to be booked')
  const [{ detail }] = await sql(`select detail from request where brand_id = $1 and operation = 'returnMerchandise'`, [
    shop.id,
  ])
  assert.deepEqual(
    detail.shortfalls.map((one: { amount: number }) => one.amount),
    [10],
  )
  assert.deepEqual(await shop.verify(), [])
})
