import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, shopCoupons } from '../support/checkout-shop.ts'
import { dice } from '../support/segment-population.ts'
import {
  anyBasket,
  assertForetold,
  everythingOf,
  manyRules,
  manyTiers,
  publicCodes,
} from '../support/simulated-sales.ts'

const coupons = ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4', 'NONE']

async function openManyRules() {
  const couponSets = [...shopCoupons, publicCodes]
  const { shop } = await openRuleShop(manyRules, { program: { tiers: manyTiers }, more: { couponSets } })
  const cards = [await shop.card({ usd: 30, points: 25 }), await shop.card({ points: 90 }), await shop.card()]
  const primaryCustomer = { firstName: 'Ana', birthday: '1990-03-15' }
  await shop.must('updateAccount', { cardNumber: cards[0], primaryCustomer })
  return { shop, cards }
}

test('what a simulation foretells is what the checkout then does', async () => {
  const { shop, cards } = await openManyRules()
  const seed = Date.now() % 1_000_000
  const roll = dice(seed).below
  const ends = new Map<string, number>()
  const fired = new Set<string>()
  for (let sale = 0; sale < 60; sale += 1) {
    const basket = JSON.parse(JSON.stringify(anyBasket(roll, cards, coupons)))
    try {
      const outcome = await assertForetold(shop, basket)
      ends.set(outcome.ended, (ends.get(outcome.ended) ?? 0) + 1)
      for (const rule of outcome.fired) fired.add(rule)
    } catch (error) {
      throw new Error(`seed ${seed}, sale ${sale}: ${JSON.stringify(basket)}: ${error}`)
    }
  }
  assert.ok((ends.get('done') ?? 0) > 10 && ends.size > 1, JSON.stringify([...ends]))
  assert.ok(fired.size > manyRules.length / 2, `seed ${seed}: only ${[...fired].join(', ')} fired`)
  assert.deepEqual(await shop.verify(), [])
})

test('a simulation leaves nothing behind, whatever it foretells', async () => {
  const { shop, cards } = await openManyRules()
  await shop.must('checkout', { cardNumber: cards[0], products: [{ sku: 'CAKE', unitPrice: 30 }] })
  const roll = dice(7).below
  const before = await everythingOf(shop)
  for (let sale = 0; sale < 20; sale += 1) await shop.must('simulate', anyBasket(roll, cards, coupons))
  assert.deepEqual(await everythingOf(shop), before)
  assert.deepEqual(await shop.verify(), [])
})
