import assert from 'node:assert/strict'
import test from 'node:test'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import type { Limit } from '../../server/domain/brand/shapes/campaign-shape.ts'
import { explainSilent } from '../../server/domain/explanation/explain.ts'
import { Names } from '../../server/domain/explanation/words/names.ts'
import { documentOf } from '../support/campaign-fixture.ts'
import { lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { says, traceOf } from '../support/rule-table.ts'
import { type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { messageOf } from '../support/told-fault.ts'

const limit = (count: number, per: string, every: unknown = 'ever') => ({ times: count, per, every })
const locations = ['L1', 'L2'].map((id) => ({ id, name: id, terminals: ['T1', 'T2'] }))
const enough = {
  locations,
  cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }],
}
const at = (location: string, terminal = 'T1') => ({ location, terminal })

const kept = async (shop: Shop) => {
  const rows = await sql(
    'select count(child_id)::int as child, count(location_id)::int as location, count(terminal_id)::int as terminal from rule_firing where brand_id = $1',
    [shop.id],
  )
  return rows[0]
}

test('forty parallel checkouts at two locations: each location has its own last one', async () => {
  const { shop, bought } = await openRuleShop(
    [{ limit: limit(3, 'location', 'day'), then: [points(7), says('store')] }, { then: [points(1)] }],
    enough,
  )
  const cards = await Promise.all(times(40, () => shop.card()))
  const answers = await Promise.all(
    cards.map((cardNumber, index) => bought('1 CAKE 5', { cardNumber }, at(index % 2 === 0 ? 'L1' : 'L2'))),
  )
  const heard = answers.map(({ responseMessages = [] }) => responseMessages.length)
  assert.equal(heard.filter((count, index) => count > 0 && index % 2 === 0).length, 3)
  assert.equal(heard.filter((count, index) => count > 0 && index % 2 === 1).length, 3)
  // Firings of rules that no location counts keep none.
  assert.deepEqual(await kept(shop), { child: 0, location: 6, terminal: 0 })
  assert.deepEqual(await shop.verify(), [])
})

test('terminals of the same name at two locations are counted apart', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(1, 'terminal'), then: [says('till')] }], enough)
  const cardNumber = await shop.card()
  const heard = async (where: Record<string, string>) =>
    (await bought('1 CAKE 5', { cardNumber }, where)).responseMessages ?? []
  assert.deepEqual(await heard(at('L1', 'T1')), ['till'])
  assert.deepEqual(await heard(at('L1', 'T1')), [])
  assert.deepEqual(await heard(at('L1', 'T2')), ['till'])
  assert.deepEqual(await heard(at('L2', 'T1')), ['till'])
  assert.deepEqual(await heard(at('L2', 'T1')), [])
})

test('a child card is counted by itself, also when the balances of its root are used', async () => {
  const { shop, bought } = await openRuleShop([{ target: 'any', limit: limit(2, 'child'), then: [says('kid')] }])
  const cardNumber = await shop.card()
  for (const childCardNumber of ['KID', 'SIS']) await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  const heard = async (more: object) => (await bought('1 CAKE 5', { cardNumber, ...more })).responseMessages ?? []
  assert.deepEqual(await heard({ childCardNumber: 'KID' }), ['kid'])
  assert.deepEqual(await heard({ childCardNumber: 'KID', useParentBalancesOnly: true }), ['kid'])
  assert.deepEqual(await heard({ childCardNumber: 'KID' }), [])
  assert.deepEqual(await heard({ childCardNumber: 'SIS' }), ['kid'])
  // Without a child there is nothing to count by, and whoever leaves theirs out would have no limit.
  const without = await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(without.responseMessages ?? [], [])
  assert.match(await explained(shop, without.requestRef), /needs a child card, because of its limit/)
  assert.deepEqual(await shop.verify(), [])
})

test('a rule with a limit per card needs one: without it nothing is given, and nothing counted', async () => {
  const { shop, bought } = await openRuleShop([
    { limit: [limit(1, 'card')], then: [{ discount: { amount: 4 } }] },
    { limit: limit(2, 'location'), then: [{ discount: { amount: 1 } }] },
  ])
  const anonymous = await bought('1 CAKE 5')
  assert.equal(anonymous.totalDiscount, 1, 'a limit that counts by something else is not concerned')
  assert.match(await explained(shop, anonymous.requestRef), /needs a card, because of its limit/)
  const cardNumber = await shop.card()
  assert.equal((await bought('1 CAKE 5', { cardNumber })).totalDiscount, 5)
  assert.equal((await bought('1 CAKE 5', { cardNumber })).totalDiscount, 0)
  assert.deepEqual(await shop.verify(), [])
})

test('a limit per code lets a rule fire when no code was presented', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(1, 'code'), then: [says('code')] }])
  const cardNumber = await shop.card()
  for (const _ of times(2, () => 0))
    assert.deepEqual((await bought('1 CAKE 5', { cardNumber })).responseMessages, ['code'])
})

test('of a list of limits all must allow a firing, and the trace names the one that did not', async () => {
  const { shop, bought } = await openRuleShop(
    [{ limit: [limit(2, 'card', 'day'), limit(3, 'location'), limit(4, 'brand')], then: [says('hi')] }],
    enough,
  )
  const cards = await Promise.all(times(5, () => shop.card()))
  const [one, two, three, four, five] = cards
  const buy = (cardNumber: string | undefined, location: string) => bought('1 CAKE 5', { cardNumber }, at(location))
  const heard = async (card: string | undefined, location: string) => (await buy(card, location)).responseMessages ?? []
  assert.deepEqual([await heard(one, 'L1'), await heard(one, 'L1'), await heard(one, 'L1')], [['hi'], ['hi'], []])
  assert.deepEqual([await heard(two, 'L1'), await heard(three, 'L1')], [['hi'], []])
  assert.deepEqual([await heard(three, 'L2'), await heard(four, 'L2')], [['hi'], []])
  const telling = async (card: string | undefined, location: string) => {
    const { requestRef } = await buy(card, location)
    const [entry] = await traceOf(shop, requestRef)
    return (entry as { not: { per: string } }).not.per
  }
  assert.deepEqual(
    [await telling(one, 'L2'), await telling(four, 'L1'), await telling(five, 'L2')],
    ['card', 'location', 'brand'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a locked setup takes its place at the location; cancel and void give it back', async () => {
  const open = await openRuleShop([{ limit: [limit(1, 'location')], then: [says('mine')] }], enough)
  const { shop, bought } = open
  const { lock, cancel, complete } = lockingCalls(open)
  const [one = '', two = ''] = await Promise.all(times(2, () => shop.card()))
  const heard = async (cardNumber: string) => (await bought('1 CAKE 5', { cardNumber })).responseMessages ?? []
  const setup = await lock(one, '1 CAKE 5')
  assert.deepEqual(await heard(two), [])
  await cancel(setup)
  const second = await lock(one, '1 CAKE 5')
  assert.deepEqual(second.responseMessages, ['mine'])
  const { body } = await complete(second)
  assert.deepEqual(await heard(two), [])
  await shop.must('voidTransaction', { cardNumber: one, requestRef: body.requestRef })
  assert.deepEqual(await heard(two), ['mine'])
  assert.deepEqual(await shop.verify(), [])
})

test('the words for a limit say whose firings were counted', () => {
  const document = documentOf([])
  const names = new Names(document, undefined)
  const words = (per: Limit['per']) => {
    const not = { kind: 'throttled', times: 2, per, every: 'day', count: 2 } as const
    return explainSilent({ rule: 'c/r', not }, { document, names })
  }
  const rest = (whose: string) => `limit reached: 2 of 2 today ${whose}`
  assert.equal(words('child'), rest('for this child card'))
  assert.equal(words('location'), rest('at this location'))
  assert.equal(words('terminal'), rest('at this terminal'))
  assert.equal(words('code'), rest('for this code'))
})

const fileWith = (given: unknown) =>
  JSON.stringify({
    brand: { id: 'b1', name: 'B', country: 'US', currency: 'USD' },
    campaigns: [
      {
        id: 'c',
        rules: [{ id: 'r', trigger: 'checkout', limit: given, then: [{ notify: { channel: 'direct', text: 'hi' } }] }],
      },
    ],
  })

test('one limit stays one, a list stays a list, and what cannot be counted is a fault', () => {
  const limitIn = (given: unknown) => {
    const read = readBrandFile(fileWith(given))
    return 'file' in read ? read.file.campaigns[0]?.rules[0]?.limit : read.faults.map(messageOf)
  }
  const daily = { times: 3, per: 'location', every: 'day' }
  assert.deepEqual(limitIn(daily), daily)
  assert.deepEqual(limitIn([daily, { times: 1 }]), [daily, { times: 1, per: 'card', every: 'ever' }])
  assert.match(String(limitIn([daily, { ...daily, times: 4 }])), /two limits count the same/)
  assert.match(String(limitIn([])), /expected at least one entry/)
  assert.match(
    String(limitIn({ times: 1, per: 'shop' })),
    /card, child, customer, email, phone, device, location, terminal, employee, code/,
  )
})
