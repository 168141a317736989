import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, perDollar, points, shopCoupons } from '../support/checkout-shop.ts'
import { assertReproduced, between, explain, replayShop } from '../support/replay-room.ts'
import { dice } from '../support/segment-population.ts'
import { anyBasket, manyRules, manyTiers, publicCodes } from '../support/simulated-sales.ts'

test('plain rules of points and discounts come out as they happened', async () => {
  const { shop, bought } = await openRuleShop([
    { id: 'earn', then: [points(perDollar(2))] },
    { id: 'ten', when: [{ fact: 'checkout.total', op: '>=', value: 10 }], then: [{ discount: { percent: 10 } }] },
  ])
  const card = await shop.card({ points: 5 })
  await bought('1 CAKE 12', { cardNumber: card })
  const from = await between()
  await bought('1 CAKE 4', { cardNumber: card })
  await bought('3 ESP 4.15', { cardNumber: card })
  await bought('1 CAKE 20')
  const report = await replayShop(shop, { from, onSale: explain })
  assertReproduced(report)
  assert.equal(report.checkouts.replayed, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('whatever rules a shop has, its own file brings back what happened', async () => {
  const couponSets = [...shopCoupons, publicCodes]
  const { shop } = await openRuleShop(manyRules, { program: { tiers: manyTiers }, more: { couponSets } })
  const cards = [await shop.card({ usd: 30, points: 25 }), await shop.card({ points: 90 }), await shop.card()]
  const seed = process.env.DICE === 'fresh' ? Date.now() % 1_000_000 : 42
  const roll = dice(seed).below
  const coupons = ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4', 'NONE']
  const sell = async (times: number) => {
    for (let sale = 0; sale < times; sale += 1) {
      await shop.call('checkout', JSON.parse(JSON.stringify(anyBasket(roll, cards, coupons))))
    }
  }
  await sell(15)
  const from = await between()
  await sell(45)
  try {
    assertReproduced(await replayShop(shop, { from, onSale: explain }))
    assertReproduced(await replayShop(shop, { from, cardsMax: 1, callsPerPage: 2 }))
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.stack : error}`)
  }
  assert.deepEqual(await shop.verify(), [])
})
