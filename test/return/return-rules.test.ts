import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { messagesOf } from '../support/rule-table.ts'
import type { Shop } from '../support/shop.ts'
import { oneDay, sql } from '../support/time-passes.ts'
import { broughtBack, returnedOf, sums, undone } from '../support/undo-shop.ts'

const ofReturn = { fact: 'request.callType', op: '=', value: 'RETURN_MERCHANDISE' }
const afterReturn = (then: object, when: object[] = []) => ({
  trigger: 'request',
  target: 'any',
  when: [ofReturn, ...when],
  then: [then],
})
const told = (of: string, more: object = {}) => ({ give: 1, per: 1, of, steps: 'proportional', ...more })
const usd = (amount: object) => ({ issue: { balanceType: 'Currency', balanceCode: 'USD', amount } })
const stars = (amount: object) => ({ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount } })

/** What rules are told after a return: the spend in USD, the checkouts as STARS, the quantity as Points. */
const tellPast = (more: object = {}) => [
  afterReturn(usd(told('history.spend', more))),
  afterReturn(stars(told('history.checkouts', more))),
  afterReturn(points(told('history.quantity', more))),
]

/** The texts of messages since the last look. */
function listener(shop: Shop) {
  let heard = 0
  return async () => {
    const texts = (await messagesOf(shop)).map(({ body }) => body).slice(heard)
    heard += texts.length
    return texts
  }
}
const hear = (text: string, condition: object) => afterReturn({ notify: { channel: 'webhook', text } }, [condition])

test('rules after a return see the past without what it returned', async () => {
  const { shop, bought } = await openRuleShop(tellPast())
  const [whole, part, steps] = [await shop.card(), await shop.card(), await shop.card()]
  await broughtBack(shop, await bought('3 ESP 10', { cardNumber: whole }), '3 ESP')
  assert.deepEqual(await sums(shop, whole), {})

  await broughtBack(shop, await bought('3 ESP 10', { cardNumber: part }), '1 ESP')
  assert.deepEqual(await sums(shop, part), { USD: 20, STARS: 1, Points: 2 })

  const sale = await bought('3 ESP 10', { cardNumber: steps })
  await bought('1 CAKE 4', { cardNumber: steps })
  const first = await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, steps), { USD: 24, STARS: 2, Points: 3 })
  await broughtBack(shop, sale, '1 ESP', { additionalReturnAmount: 4 })
  assert.deepEqual(await sums(shop, steps), { USD: 24 + 10, STARS: 2 + 2, Points: 3 + 2 })
  await undone(shop, steps, first.requestRef)
  assert.deepEqual(await sums(shop, steps), { USD: 10, STARS: 2, Points: 2 })
  await broughtBack(shop, sale, '2 ESP', { failIfOverReturn: false })
  assert.deepEqual(await sums(shop, steps), { USD: 10 + 4, STARS: 2 + 1, Points: 2 + 1 })
  assert.deepEqual(await shop.verify(), [])
})

test('so it is for the lines that are meant, for the time that is meant, and for children', async () => {
  const { shop, bought } = await openRuleShop(tellPast({ where: { sku: ['ESP'] }, within: { days: 2 } }))
  const cardNumber = await shop.card()
  const child = { childCardNumber: 'K-1' }
  await shop.must('allocateChildCard', { cardNumber, ...child })
  const old = await bought('5 ESP 9', { cardNumber })
  const ago = [shop.id, 3 * oneDay]
  await sql('update checkout set happened_at = happened_at - make_interval(secs => $2) where brand_id = $1', ago)
  const sale = await bought('3 ESP 10, 2 CAKE 7', { cardNumber })
  await broughtBack(shop, old, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { USD: 30, STARS: 1, Points: 3 })
  await broughtBack(shop, sale, '1 ESP, 1 CAKE')
  assert.deepEqual(await sums(shop, cardNumber), { USD: 30 + 20, STARS: 2, Points: 3 + 2 })
  await broughtBack(shop, sale, '2 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { USD: 50, STARS: 2, Points: 5 })

  const ofChild = await bought('2 ESP 6', { cardNumber, ...child })
  await broughtBack(shop, ofChild, '1 ESP', child)
  const { cards } = await shop.must('search', {
    filters: { cardNumber },
    returnFields: { childCards: true, balances: true },
  })
  const [{ balances }] = cards[0].childCards
  assert.deepEqual(
    balances.map(({ balanceCode, balanceType, amount }: Record<string, unknown>) => [
      balanceCode ?? balanceType,
      amount,
    ]),
    [
      ['Points', 1],
      ['USD', 6],
      ['STARS', 1],
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('the last checkout and the locations are those that are left, and so are the events', async () => {
  const { shop, bought } = await openRuleShop(
    [
      { when: [{ fact: 'checkout.total', op: '>=', value: 10 }], then: [{ logEvent: { categoryId: 'bought' } }] },
      hear('never bought', { fact: 'history.daysSinceLast', op: 'missing' }),
      hear('bought today', { fact: 'history.daysSinceLast', op: '=', value: 0 }),
      hear('bought 3 days ago', { fact: 'history.daysSinceLast', op: '=', value: 3 }),
      hear('two places', { fact: 'history.distinctLocations', op: '=', value: 2 }),
      hear('one place', { fact: 'history.distinctLocations', op: '=', value: 1 }),
      hear('an event', { fact: 'event.count', categoryId: 'bought', op: '>=', value: 1 }),
      hear('its time', { fact: 'event.daysSinceLast', categoryId: 'bought', op: 'exists' }),
    ],
    {
      locations: [
        { id: 'L1', name: 'One', terminals: ['T1'] },
        { id: 'L2', name: 'Two', terminals: ['T2'] },
      ],
      more: { eventTypes: [{ categoryId: 'bought', name: 'Bought' }] },
    },
  )
  const heard = listener(shop)
  const cardNumber = await shop.card()
  const old = await bought('1 CAKE 4', { cardNumber })
  const ago = [shop.id, 3 * oneDay + 60]
  await sql('update checkout set happened_at = happened_at - make_interval(secs => $2) where brand_id = $1', ago)
  const sale = await bought('2 ESP 5', { cardNumber }, { location: 'L2', terminal: 'T2' })
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await heard(), ['bought today', 'two places', 'an event', 'its time'])
  await broughtBack(shop, sale, '1 ESP', { removeCustomEvents: true })
  assert.deepEqual(await heard(), ['bought 3 days ago', 'one place'])
  await broughtBack(shop, old, '1 CAKE')
  assert.deepEqual(await heard(), ['never bought'])
  assert.deepEqual(await shop.verify(), [])
})

test('only the events of the returned checkout are gone; others stay', async () => {
  const { shop, bought } = await openRuleShop(
    [
      { then: [{ logEvent: { categoryId: 'bought' } }] },
      afterReturn(stars(told('event.count', { categoryId: 'bought' }))),
    ],
    { more: { eventTypes: [{ categoryId: 'bought', name: 'Bought' }] } },
  )
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 5', { cardNumber })
  await bought('2 ESP 5', { cardNumber })
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { STARS: 2 })
  await broughtBack(shop, sale, '1 ESP', { removeCustomEvents: true })
  assert.deepEqual(await sums(shop, cardNumber), { STARS: 2 + 1 })
  assert.deepEqual(await shop.verify(), [])
})

test('a return that names no checkout is seen by its own rules, of its lines those that are meant', async () => {
  const { shop, bought } = await openRuleShop([
    ...tellPast(),
    afterReturn(usd(told('history.spend', { where: { maxUnitPrice: 5 }, within: { days: 1 } }))),
    afterReturn(usd(told('history.spend', { where: { sku: ['CAKE'] } }))),
    afterReturn(usd(told('history.spend', { within: { days: 0 } }))),
  ])
  const cardNumber = await shop.card()
  await bought('4 ESP 5, 1 CAKE 10', { cardNumber })
  await shop.must('returnMerchandise', { cardNumber, ...returnedOf('1 ESP 4, 1 CAKE 6'), additionalReturnAmount: 2 })
  // All: 30 - 12. At most 5 each: 20 - 4. Cake: 10 - 6. Of no days: nothing.
  assert.deepEqual(await sums(shop, cardNumber), { USD: 18 + 16 + 4, STARS: 1, Points: 5 })
  const other = await shop.card()
  await shop.must('returnMerchandise', { cardNumber: other, ...returnedOf('1 ESP 4') })
  assert.deepEqual(await sums(shop, other), {})
  assert.deepEqual(await shop.verify(), [])
})

test('sums of another currency are converted as a whole, what is returned included', async () => {
  const { shop, bought } = await openRuleShop([afterReturn(usd(told('history.spend')))], {
    locations: [
      { id: 'L1', name: 'One', terminals: ['T1'] },
      { id: 'L2', name: 'Two', terminals: ['T1'], currency: 'EUR' },
    ],
  })
  const abroad = { location: 'L2' }
  const [named, loose] = [await shop.card(), await shop.card()]
  // A euro is 1.10: of 0.15 EUR 0.05 come back, which leaves 0.11 USD; or 0.04, which leaves 0.121.
  const sale = await bought('3 ESP 0.05', { cardNumber: named }, abroad)
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, named), { USD: 0.11 })
  await bought('3 ESP 0.05', { cardNumber: loose }, abroad)
  await shop.must('returnMerchandise', { cardNumber: loose, additionalReturnAmount: 0.04 }, abroad)
  await shop.must('returnMerchandise', { cardNumber: loose, additionalReturnAmount: 0.01 })
  // Wherever it is asked, the spend is in dollars: 0.12, then 0.12 less 0.01. Each currency is rounded.
  assert.deepEqual(await sums(shop, loose), { USD: 0.23 })
  assert.deepEqual(await shop.verify(), [])
})

test('returns of one sale at once: the rules of each see all before it, and none twice', async () => {
  const { shop, bought } = await openRuleShop(tellPast())
  const cardNumber = await shop.card()
  const sale = await bought('4 ESP 10', { cardNumber })
  await Promise.all(Array.from({ length: 4 }, () => broughtBack(shop, sale, '1 ESP')))
  assert.deepEqual(await sums(shop, cardNumber), { USD: 30 + 20 + 10, STARS: 3, Points: 3 + 2 + 1 })
  assert.deepEqual(await shop.verify(), [])
})
