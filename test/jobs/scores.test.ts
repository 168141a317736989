import assert from 'node:assert/strict'
import test from 'node:test'
import { scoreBrand, scores } from '../../server/background/jobs/scores/scores.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { said, says } from '../support/rule-table.ts'
import type { Shop } from '../support/shop.ts'
import { oneDay, sql } from '../support/time-passes.ts'

const scoreOf = async (shop: Shop, cardNumber: string, child?: string) => {
  const body = await shop.must('search', { filters: { cardNumber }, returnFields: { score: true, childCards: true } })
  return child === undefined ? body.cards[0].score : body.cards[0].childCards[0].score
}
const letSalesAge = (shop: Shop, cardNumber: string, days: number) =>
  sql(
    `update checkout set happened_at = happened_at - make_interval(secs => $3)
     where brand_id = $1 and card_id = (select card_id from card where brand_id = $1 and card_number = $2)`,
    [shop.id, cardNumber, days * oneDay],
  )

test('scores are percentile ranks within the brand, and the total has a label', async () => {
  const { shop, bought } = await openRuleShop([])
  const cards = await Promise.all([shop.card(), shop.card(), shop.card(), shop.card()])
  const [best = '', good = '', poor = '', none = ''] = cards
  const room = await openJobRoom(shop)
  for (const [cardNumber, basket] of [
    [best, '1 CAKE 30'],
    [best, '1 CAKE 30'],
    [best, '1 CAKE 30'],
    [good, '1 CAKE 10'],
    [good, '1 CAKE 10'],
    [poor, '1 CAKE 5'],
  ] as const)
    await bought(basket, { cardNumber })
  await letSalesAge(shop, good, 5)
  await letSalesAge(shop, poor, 50)

  const brand = await room.brandAt(shop.id)
  assert.deepEqual(await scoreBrand(room, brand), { scored: 3, changed: 3 })
  const all = (score: number) => ({ monetaryScore: score, recencyScore: score, frequencyScore: score })
  assert.deepEqual(await scoreOf(shop, best), { ...all(5), totalScore: 100, scoreLabel: 'Champion' })
  assert.deepEqual(await scoreOf(shop, good), { ...all(3), totalScore: 50, scoreLabel: 'Promising' })
  assert.deepEqual(await scoreOf(shop, poor), { ...all(1), totalScore: 0, scoreLabel: 'Dormant' })
  assert.equal(await scoreOf(shop, none), undefined)
  assert.deepEqual(await scoreBrand(room, brand), { scored: 3, changed: 0 })

  await letSalesAge(shop, poor, 320)
  assert.deepEqual(await scoreBrand(room, brand), { scored: 2, changed: 2 })
  assert.equal(await scoreOf(shop, poor), undefined)
})

test('what was voided or returned does not count, returns lower spending, and currencies are converted', async () => {
  const { shop, bought } = await openRuleShop([], {
    locations: [
      { id: 'L1', name: 'One', terminals: ['T1'] },
      { id: 'L2', name: 'Two', terminals: ['T1'], currency: 'EUR' },
    ],
  })
  const [euro = '', dollar = '', other = ''] = await Promise.all([shop.card(), shop.card(), shop.card()])
  await bought('1 CAKE 100', { cardNumber: euro }, { location: 'L2' })
  await bought('1 CAKE 105', { cardNumber: dollar })
  const sale = await bought('2 CAKE 100', { cardNumber: other })
  const back = { sku: 'CAKE', amountPurchased: 1, unitPrice: 100 }
  await shop.must('returnMerchandise', {
    cardNumber: other,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [back],
  })
  const voided = await bought('1 CAKE 999', { cardNumber: other })
  await shop.must('voidTransaction', { cardNumber: other, requestRef: voided.requestRef })
  const room = await openJobRoom(shop)
  await scoreBrand(room, await room.brandAt(shop.id))
  const spent = async (card: string) => (await scoreOf(shop, card)).monetaryScore
  assert.deepEqual([await spent(euro), await spent(dollar), await spent(other)], [5, 3, 1])
  assert.deepEqual((await scoreOf(shop, other)).frequencyScore, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('returns that name no checkout lower spending too, while they are of the last year; they are no purchase', async () => {
  const { shop, bought } = await openRuleShop([])
  const [rich = '', poor = '', back = ''] = await Promise.all([shop.card(), shop.card(), shop.card()])
  await bought('1 CAKE 30', { cardNumber: rich })
  await bought('1 CAKE 20', { cardNumber: poor })
  await shop.must('returnMerchandise', { cardNumber: back, additionalReturnAmount: 5 })
  const { requestRef } = await shop.must('returnMerchandise', { cardNumber: rich, additionalReturnAmount: 11 })
  const room = await openJobRoom(shop)
  const brand = await room.brandAt(shop.id)
  const ranks = async () => {
    await scoreBrand(room, brand)
    const [one, other] = [await scoreOf(shop, rich), await scoreOf(shop, poor)]
    return [one.monetaryScore, other.monetaryScore, one.frequencyScore, other.recencyScore]
  }
  assert.deepEqual(await ranks(), [1, 5, 1, 5])
  assert.equal(await scoreOf(shop, back), undefined)
  const age = (days: number) =>
    sql(
      'update checkout set happened_at = happened_at - make_interval(days => $3) where brand_id = $1 and request_ref = $2',
      [shop.id, requestRef, days],
    )
  await age(366)
  assert.deepEqual(await ranks(), [5, 1, 1, 5])
  await age(-366)
  assert.deepEqual(await ranks(), [1, 5, 1, 5])
  await shop.must('voidTransaction', { cardNumber: rich, requestRef })
  assert.deepEqual(await ranks(), [5, 1, 1, 5])
})

test('scores are facts for rules, with all their decimals; a child card has those of its root', async () => {
  const open = await openRuleShop([
    { target: 'any', when: [{ fact: 'score.recency', op: '=', value: 2.333 }], then: [says('exactly')] },
    { target: 'any', when: [{ fact: 'score.total', op: '>=', value: 33 }], then: [says('a third')] },
    { target: 'any', when: [{ fact: 'score.monetary', op: 'missing' }], then: [says('unknown')] },
  ])
  const { shop, bought } = open
  const cards = await Promise.all([shop.card(), shop.card(), shop.card(), shop.card()])
  const [first = '', second = ''] = cards
  await shop.must('allocateChildCard', { cardNumber: second, childCardNumber: 'kid' })
  for (const [index, cardNumber] of cards.entries()) await bought(`1 CAKE ${index + 1}`, { cardNumber })
  const room = await openJobRoom(shop)
  await scoreBrand(room, await room.brandAt(shop.id))
  // Of four, the second is a third of the way up: by time and spending, while all came equally often.
  const score = { monetaryScore: 2.333, recencyScore: 2.333, frequencyScore: 1, totalScore: 22, scoreLabel: 'Cooling' }
  assert.deepEqual(await scoreOf(shop, second), score)
  assert.deepEqual(await scoreOf(shop, second, 'kid'), score)
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber: second }]), ['exactly'])
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber: second, childCardNumber: 'kid' }]), ['exactly'])
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber: first }]), [])
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber: await shop.card() }]), ['unknown'])
})

test('at night each brand is scored once', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card()
  await bought('1 CAKE 1', { cardNumber })
  const room = await openJobRoom(shop)
  assert.deepEqual((await scores.run(room)).counts, { brands: 1, scored: 1, changed: 1 })
  assert.deepEqual((await scores.run(room)).counts, { brands: 0 })
  assert.deepEqual((await scores.run({ ...room, isOver: () => true })).more, true)
})
