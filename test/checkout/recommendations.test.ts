import assert from 'node:assert/strict'
import test from 'node:test'
import { generateShop, shopDays } from '../../bench/generated-shop.ts'
import { insertPurchases } from '../../bench/purchases.sql.ts'
import { recommendBrand } from '../../server/background/jobs/scores/recommendations.ts'
import { lockingCalls, openRuleShop, type RuleShop } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { allEnablements, openShop, type Shop } from '../support/shop.ts'
import { oneDay, sql } from '../support/time-passes.ts'

const products = ['ESP', 'BUN', 'TEA', 'JAM', 'MUG', 'OLD'].map((sku) => ({ sku, name: `The ${sku}` }))

/** Espresso goes with buns, tea with jam, and mugs are bought alone and most of all. */
async function openBakery(): Promise<RuleShop> {
  const open = await openRuleShop([], { more: { products } })
  const habits = ['1 ESP 3, 1 BUN 2', '1 TEA 3, 1 JAM 2', '1 MUG 9', '1 MUG 9']
  for (const basket of [...habits, ...habits, ...habits, ...habits]) await open.bought(basket)
  await open.bought('1 ESP 3, 1 JAM 2')
  await open.bought('1 GONE 1, 1 ESP 3')
  return open
}

async function compute(shop: Shop): Promise<Record<string, number>> {
  const room = await openJobRoom(shop)
  return recommendBrand(room, await room.brandAt(shop.id))
}

const personal = (sku: string) => ({ sku, name: `The ${sku}`, recommendationType: 'Personalized' })
const backup = (sku: string) => ({ sku, name: `The ${sku}`, recommendationType: 'Backup' })
const toCard = async (shop: Shop, cardNumber: string, recommendationAmount: number) => {
  const body = await shop.must('search', { filters: { cardNumber }, returnFields: { recommendationAmount } })
  return body.cards[0].recommendedProducts
}

test('what goes with what a card bought is recommended first, then best sellers; never what it has', async () => {
  const { shop, bought } = await openBakery()
  const [fan = '', stranger = ''] = [await shop.card(), await shop.card()]
  assert.deepEqual(await toCard(shop, fan, 5), [])
  assert.deepEqual(await compute(shop), { pairs: 4, bestSellers: 5 })
  assert.deepEqual(await toCard(shop, stranger, 3), [backup('MUG'), backup('ESP'), backup('JAM')])

  await bought('1 ESP 3', { cardNumber: fan })
  assert.deepEqual(await toCard(shop, fan, 3), [personal('BUN'), backup('MUG'), backup('JAM')])
  assert.deepEqual(await toCard(shop, fan, 0), [])
  await shop.must('allocateChildCard', { cardNumber: fan, childCardNumber: 'kid' })
  const fields = { recommendationAmount: 1, childCards: true }
  const { cards } = await shop.must('search', { filters: { cardNumber: fan }, returnFields: fields })
  assert.deepEqual(cards[0].childCards[0].recommendedProducts, [personal('BUN')])
  await bought('1 BUN 3', { cardNumber: fan })
  assert.deepEqual(await toCard(shop, fan, 1), [backup('MUG')])
  await sql(`update checkout set happened_at = happened_at - interval '91 days' where brand_id = $1`, [shop.id])
  assert.deepEqual(await toCard(shop, fan, 1), [backup('MUG')])
  assert.equal((await toCard(shop, fan, 20)).length, 5, 'what was bought long ago may come again')
})

test('checkouts recommend by what is in the basket, too: setups, completions and anonymous ones', async () => {
  const open = await openBakery()
  const { shop, bought } = open
  await compute(shop)
  const wants = { recommendationAmount: 2 }
  assert.deepEqual((await bought('1 TEA 3', wants)).recommendedProducts, [personal('JAM'), backup('MUG')])
  assert.equal((await bought('1 TEA 3')).recommendedProducts, undefined)
  assert.deepEqual((await bought('1 TEA 3', { recommendationAmount: 0 })).recommendedProducts, [])

  const cardNumber = await shop.card()
  await bought('1 ESP 3', { cardNumber })
  const both = [personal('BUN'), personal('JAM')]
  const names = (list: { sku: string }[]) => list.map(({ sku }) => sku).toSorted()
  const plain = await bought('1 TEA 3', { cardNumber, isSetup: true, ...wants })
  assert.deepEqual(names(plain.recommendedProducts), names(both))
  const { lock, complete } = lockingCalls(open)
  const setup = await lock(cardNumber, '1 TEA 3', wants)
  assert.deepEqual(names(setup.recommendedProducts), names(both))
  const { body } = await complete(setup, wants)
  assert.deepEqual(names(body.recommendedProducts), names(both))
  assert.deepEqual(await shop.verify(), [])
})

test('checkouts of one batch are each recommended their own', async () => {
  const { shop, buy } = await openBakery()
  await compute(shop)
  const answers = await Promise.all(
    ['ESP', 'TEA', 'JAM', 'BUN', 'ESP', 'TEA'].map((sku) => buy(`1 ${sku} 1`, { recommendationAmount: 1 })),
  )
  assert.deepEqual(
    answers.map(({ body }) => body.recommendedProducts[0].sku),
    ['BUN', 'JAM', 'TEA', 'ESP', 'BUN', 'JAM'],
  )
})

test('returned, voided and old purchases say nothing, and what is out of the catalogue is not recommended', async () => {
  const { shop, bought } = await openRuleShop([], { more: { products } })
  const sales = []
  for (let count = 0; count < 4; count += 1) sales.push(await bought('1 ESP 3, 1 BUN 2'))
  for (let count = 0; count < 4; count += 1) await bought('1 MUG 3, 1 GONE 1')
  assert.deepEqual(await compute(shop), { pairs: 3, bestSellers: 3 })
  for (const { requestRef } of sales.slice(0, 2)) await shop.must('voidTransaction', { requestRef })
  assert.deepEqual(await compute(shop), { pairs: 1, bestSellers: 3 })
  const [{ sku, other_sku: other }] = await sql(`select * from product_pair where brand_id = $1`, [shop.id])
  assert.deepEqual([sku, other], ['GONE', 'MUG'])
  const room = await openJobRoom(shop)
  const later = { ...room, now: async () => (await room.now()) + 181 * oneDay * 1000 }
  assert.deepEqual(await recommendBrand(later, await room.brandAt(shop.id)), { pairs: 0, bestSellers: 0 })
  assert.deepEqual(await sql(`select from best_seller where brand_id = $1`, [shop.id]), [])
})

test('recommendations need their enablement', async () => {
  const enable = allEnablements.filter((name) => name !== 'recommendations')
  const shop = await openShop({ brand: { enable } })
  assert.deepEqual(await compute(shop), {})
  const { body } = await shop.call('checkout', { checkoutTotal: 1, recommendationAmount: 2 })
  assert.equal(body.errorCode, 104)
})

test('where products are bought together by chance alone no pair is kept; where customers have tastes, many are', async () => {
  const pairsOf = async (hasStructure: boolean) => {
    const shop = await openShop()
    const room = await openJobRoom(shop)
    const begin = (await room.now()) - shopDays * oneDay * 1000
    const { purchases } = generateShop({ seed: 3, customers: 700, hasStructure })
    const planned = purchases.map(({ at, skus }) => {
      const line = { quantity: '1000000', unitPrice: '1000000', sequenceId: 1, value: 100, net: 100 }
      const lines = skus.map((sku) => ({ sku, ...line }))
      return { at: begin + at, content: JSON.stringify({ lines }), total: 100 * skus.length, units: skus.length }
    })
    await insertPurchases(room.pool, shop.id, planned)
    return (await compute(shop)).pairs
  }
  assert.equal(await pairsOf(false), 0)
  const pairs = Number(await pairsOf(true))
  assert.ok(pairs > 100, `${pairs} pairs`)
})
