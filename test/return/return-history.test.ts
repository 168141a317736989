import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points, type RuleShop } from '../support/checkout-shop.ts'
import { oneDay, sql } from '../support/time-passes.ts'
import { broughtBack, returnedOf, sums, undone } from '../support/undo-shop.ts'

const facts = (more: object = {}) => [
  { when: [{ fact: 'keyValue', key: 'ask', op: '=', value: 'yes' }], then: asked(more) },
  {
    when: [
      { fact: 'keyValue', key: 'ask', op: '=', value: 'yes' },
      { fact: 'history.daysSinceLast', op: 'exists', ...more },
    ],
    then: [{ issue: { balanceType: 'Currency', balanceCode: 'EUR', amount: 1 } }],
  },
]

const asked = (more: object) => [
  points({ give: 1, per: 1, of: 'history.checkouts', ...more }),
  {
    issue: {
      balanceType: 'Currency',
      balanceCode: 'USD',
      amount: { give: 1, per: 1, of: 'history.spend', steps: 'proportional', ...more },
    },
  },
  {
    issue: {
      balanceType: 'Punches',
      amount: { give: 1, per: 1, of: 'history.quantity', steps: 'proportional', ...more },
    },
  },
]

/** What rules are told about the card's past: a checkout asks, and is voided. */
async function past({ shop, bought }: RuleShop, cardNumber: string) {
  const { requestRef } = await bought('', { cardNumber, customKeyValues: [{ key: 'ask', value: 'yes' }] })
  const { Points: checkouts = 0, USD: spend = 0, Punches: quantity = 0, EUR = 0 } = await sums(shop, cardNumber)
  await undone(shop, cardNumber, requestRef)
  return { checkouts, spend, quantity, hasLast: EUR === 1 }
}

test('spend is net totals less returns, and a sale that is back as a whole does not count', async () => {
  const half = {
    when: [{ fact: 'checkout.total', op: '>', value: 0 }],
    then: [{ discount: { percent: 50, on: 'checkout' } }],
  }
  const open = await openRuleShop([half, ...facts()])
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const none = { checkouts: 0, spend: 0, quantity: 0, hasLast: false }
  assert.deepEqual(await past(open, cardNumber), none)
  const sale = await bought('4 ESP 5', { cardNumber })
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 10, quantity: 4, hasLast: true })

  const first = await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 7.5, quantity: 3, hasLast: true })
  await broughtBack(shop, sale, '', { additionalReturnAmount: 1 })
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 7, quantity: 3, hasLast: true })
  const second = await broughtBack(shop, sale, '3 ESP', { failIfOverReturn: false })
  assert.deepEqual(await past(open, cardNumber), none)
  await undone(shop, cardNumber, second.requestRef)
  await undone(shop, cardNumber, first.requestRef)
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 9.5, quantity: 4, hasLast: true })

  await broughtBack(shop, sale, '', { additionalReturnAmount: 100, failIfOverReturn: false })
  assert.deepEqual(await past(open, cardNumber), none)
  assert.deepEqual(await shop.verify(), [])
})

test('of the lines that are meant only what is not back counts', async () => {
  const open = await openRuleShop(facts({ where: { sku: ['ESP'] } }))
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const sale = await bought('3 ESP 5, 2 CAKE 7', { cardNumber })
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 15, quantity: 3, hasLast: true })
  await broughtBack(shop, sale, '2 CAKE, 1 ESP')
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 10, quantity: 2, hasLast: true })
  const last = await broughtBack(shop, sale, '2 ESP')
  assert.deepEqual(await past(open, cardNumber), { checkouts: 0, spend: 0, quantity: 0, hasLast: false })
  await undone(shop, cardNumber, last.requestRef)
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 10, quantity: 2, hasLast: true })
  assert.deepEqual(await shop.verify(), [])
})

test("a root's past includes its children's sales and returns", async () => {
  const open = await openRuleShop(facts())
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const child = { childCardNumber: 'K-1' }
  await shop.must('allocateChildCard', { cardNumber, ...child })
  const sale = await bought('2 ESP 5', { cardNumber, ...child })
  await bought('1 CAKE 3', { cardNumber })
  assert.deepEqual(await past(open, cardNumber), { checkouts: 2, spend: 13, quantity: 3, hasLast: true })
  await broughtBack(shop, sale, '1 ESP', child)
  assert.deepEqual(await past(open, cardNumber), { checkouts: 2, spend: 8, quantity: 2, hasLast: true })
  await broughtBack(shop, sale, '1 ESP', child)
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 3, quantity: 1, hasLast: true })
  assert.deepEqual(await shop.verify(), [])
})

test('a return that names no checkout lowers the spend, by when it was made, and counts nowhere else', async () => {
  const open = await openRuleShop(facts())
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const loosely = (basket: string, more: object = {}) =>
    shop.must('returnMerchandise', { cardNumber, ...returnedOf(basket), ...more })
  await bought('4 ESP 5', { cardNumber })
  await loosely('1 ESP 5', { additionalReturnAmount: 1.5 })
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 13.5, quantity: 4, hasLast: true })
  const second = await loosely('2 CAKE 2')
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 9.5, quantity: 4, hasLast: true })
  await undone(shop, cardNumber, second.requestRef)
  assert.deepEqual(await past(open, cardNumber), { checkouts: 1, spend: 13.5, quantity: 4, hasLast: true })

  const [other, child] = [await shop.card(), { childCardNumber: 'K-2' }]
  await shop.must('allocateChildCard', { cardNumber: other, ...child })
  await shop.must('returnMerchandise', { cardNumber: other, ...child, additionalReturnAmount: 5 })
  assert.deepEqual(await past(open, other), { checkouts: 0, spend: 0, quantity: 0, hasLast: false })
  await bought('2 ESP 4', { cardNumber: other })
  assert.deepEqual(await past(open, other), { checkouts: 1, spend: 3, quantity: 2, hasLast: true })
  assert.deepEqual(await shop.verify(), [])
})

test('such a return counts within its own time, and of its lines those that are meant', async () => {
  const open = await openRuleShop([...facts({ within: { days: 2 } }), ...facts({ where: { sku: ['ESP'] } })])
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const loosely = (basket: string) => shop.must('returnMerchandise', { cardNumber, ...returnedOf(basket) })
  // What is told is the spend of the last two days and that for espresso, in one sum.
  const spend = async () => (await past(open, cardNumber)).spend
  await bought('4 ESP 5, 1 CAKE 10', { cardNumber })
  await loosely('1 ESP 3, 1 CAKE 7')
  assert.equal(await spend(), 20 + 17)
  const ago = [shop.id, 3 * oneDay]
  await sql('update checkout set happened_at = happened_at - make_interval(secs => $2) where brand_id = $1', ago)
  assert.equal(await spend(), 0 + 17)
  await bought('1 ESP 30', { cardNumber })
  await loosely('1 ESP 2')
  assert.equal(await spend(), 28 + 45)
  assert.deepEqual(await shop.verify(), [])
})
