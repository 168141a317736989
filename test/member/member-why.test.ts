import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openMemberRoom } from '../support/member-room.ts'
import { applyFile } from '../support/shop.ts'

const products = [
  { sku: 'ESP', name: 'Espresso', categories: ['drinks'] },
  { sku: 'MUG', name: '<b>Mug</b>', categories: ['merchandise'] },
]
const points = { issue: { balanceType: 'Points', amount: 10 } }
const spent = (value: number) => ({ fact: 'checkout.total', op: '>=', value })

const valueTypes = [
  { balanceType: 'Points', scale: 0 },
  { balanceType: 'Punches', scale: 0, subtracks: ['Espresso'] },
]

/** Somebody with a card, and what they are told of a sale. */
async function openWhy(t: TestContext, campaigns: readonly object[], sections: object = {}) {
  const couponSets = [
    { id: 'secret', name: 'Secret set', coupons: ['HIDDEN'] },
    { id: 'cake', name: 'A piece of cake', generate: { count: 5, prefix: 'CAKE-', length: 11 } },
  ]
  const more = { products, couponSets, campaigns, ...sections }
  const { shop, ask } = await openMemberRoom(t, { languages: ['en', 'de', 'fr'] }, { more, valueTypes })
  const told = async (cardNumber: string, product: object, language = 'en') => {
    const sold = { cardNumber, standaloneCompletion: true, products: [{ amountPurchased: 1, ...product }] }
    const { requestRef } = await shop.must('checkout', sold)
    const { token } = await shop.must('memberToken', { cardNumber })
    const { status, body } = await ask('why', { requestRef }, token, { 'accept-language': language })
    assert.equal(status, 200, JSON.stringify(body))
    return body as { given: string[]; nearly: string[]; more: string[] }
  }
  return { shop, told }
}

const campaign = (id: string, rules: readonly object[], more: object = {}) => ({
  id,
  name: `Secret ${id}`,
  rules,
  ...more,
})
const rule = (id: string, when: readonly object[], more: object = {}) => ({
  ...{ id, name: `Inside ${id}`, trigger: 'checkout', when, then: [points] },
  ...more,
})

test('what was nearly given is told in the customer’s words: one espresso more, and the next is free', async (t) => {
  const punches = { balanceType: 'Punches', subtrack: 'Espresso' }
  const { shop, told } = await openWhy(t, [
    campaign('cards', [
      rule('free', [{ fact: 'balance', ...punches, op: '>=', value: 10 }], {
        then: [
          { discount: { percent: 100, on: { where: { sku: ['ESP'] }, pick: 'dearest', units: 1 } } },
          { redeem: { ...punches, amount: 10 } },
        ],
      }),
    ]),
    campaign('baskets', [
      rule('nine', [{ fact: 'products.quantity', where: { sku: ['MUG'] }, op: '>=', value: 1 }], {
        then: [{ issue: { ...punches, amount: 9 } }],
      }),
      rule('two', [{ fact: 'products.quantity', where: { sku: ['MUG'] }, op: '>=', value: 2 }], {
        then: [{ discount: { percent: 12.5 } }, { notify: { channel: 'direct', text: 'Not for the page' } }],
      }),
      rule('fifty', [spent(50)], { then: [points, { discount: { percent: 100, on: 'shipping' } }] }),
    ]),
  ])
  const cardNumber = await shop.card()
  await told(cardNumber, { sku: 'MUG', unitPrice: 3 })
  const espresso = { sku: 'ESP', unitPrice: 3 }
  assert.deepEqual((await told(cardNumber, espresso)).nearly, [
    '1 Espresso more, and you would have got: Espresso free.',
  ])
  assert.deepEqual((await told(cardNumber, espresso, 'de-DE')).nearly, [
    '1 Espresso mehr, und Sie hätten bekommen: Espresso gratis.',
  ])
  const other = await shop.card()
  assert.deepEqual((await told(other, { sku: 'MUG', unitPrice: 3 })).nearly, [
    '1 × <b>Mug</b> more, and you would have got: 12.5% off.',
  ])
  assert.deepEqual((await told(await shop.card(), { sku: 'ESP', unitPrice: 45 }, 'de')).nearly, [
    '5,00\u00a0$ mehr, und Sie hätten bekommen: 10 Punkte und kostenloser Versand.',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('of rules that keep something to themselves nothing is told, neither their names nor their conditions', async (t) => {
  const nearly = [spent(50)]
  const { shop, told } = await openWhy(t, [
    campaign('heldout', [rule('a', nearly)], { holdout: 50 }),
    campaign('variants', [rule('a', nearly, { variant: 'x' }), rule('b', nearly, { variant: 'y' })], {
      variants: { x: 50, y: 50 },
    }),
    campaign('budget', [rule('a', nearly)], { budget: { amount: 5, of: { balanceType: 'Points' }, every: 'day' } }),
    campaign('people', [rule('a', [{ fact: 'customer.lastName', op: '=', value: 'Rich' }])]),
    campaign('staff', [rule('a', [{ fact: 'customer.email', op: 'endsWith', value: '@shop.example' }, spent(1)])]),
    campaign('code', [rule('a', [{ fact: 'coupon', set: 'secret' }])]),
    campaign('stock', [rule('a', nearly, { limit: { times: 3, per: 'brand' } })]),
    campaign('contest', [rule('a', nearly, { exclusive: 'best' })]),
    campaign('category', [
      rule('a', [{ fact: 'products.quantity', where: { category: ['drinks'] }, op: '>=', value: 2 }]),
    ]),
    campaign('others', [rule('a', nearly, { then: [{ enroll: { program: 'rewards' } }] })]),
  ])
  const seen = JSON.stringify(await told(await shop.card(), { sku: 'ESP', unitPrice: 45 }))
  assert.equal(seen, JSON.stringify({ given: [], nearly: [], more: [] }))
  assert.deepEqual(await shop.verify(), [])
})

test('what somebody had as often as one may, and what is over, is no promise', async (t) => {
  const { shop, told } = await openWhy(t, [
    campaign('once', [rule('a', [spent(50)], { limit: { times: 1, per: 'card', every: 'ever' } })]),
  ])
  const cardNumber = await shop.card()
  const cheap = { sku: 'ESP', unitPrice: 45 }
  assert.equal((await told(cardNumber, cheap)).nearly.length, 1)
  assert.deepEqual((await told(cardNumber, { sku: 'ESP', unitPrice: 60 })).given, ['10 Points issued: Inside a'])
  assert.deepEqual((await told(cardNumber, cheap)).nearly, [])
  const over = campaign('once', [rule('a', [spent(50)])], { until: '2020-01-01 00:00:00' })
  await applyFile({ ...shop.file, campaigns: [over] })
  assert.deepEqual((await told(await shop.card(), cheap)).nearly, [])
  assert.deepEqual(await shop.verify(), [])
})

test('messages and events are not told, and in a language of the brand’s file nothing is told in another', async (t) => {
  const then = [
    { notify: { channel: 'direct', text: 'Hello' } },
    { logEvent: { categoryId: 'secret-event' } },
    points,
    { allocateCoupon: { set: 'cake', promotion: 'cake' } },
    { discount: { amount: 2 } },
  ]
  const { shop, told } = await openWhy(t, [campaign('all', [rule('a', [], { then })])], {
    eventTypes: [{ categoryId: 'secret-event', name: 'Whale' }],
  })
  const espresso = { sku: 'ESP', unitPrice: 30 }
  const english = await told(await shop.card(), espresso)
  assert.deepEqual(english.given.toSorted(), [
    '10 Points issued: Inside a',
    '2.00 USD off: Inside a',
    'a coupon of A piece of cake issued: Inside a',
  ])
  const french = await told(await shop.card(), espresso, 'fr')
  assert.deepEqual(french.given.toSorted(), [
    '+ 10 Points: Inside a',
    '2,00\u00a0$US off: Inside a',
    'A piece of cake: Inside a',
  ])
  assert.deepEqual(await shop.verify(), [])
})
