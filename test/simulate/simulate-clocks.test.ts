import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, openRuleShop, points, productsOf } from '../support/checkout-shop.ts'
import { assertReproduced, replayShop } from '../support/replay-room.ts'
import type { Answer } from '../support/shop.ts'

type Body = Answer['body']

/** Their days never agree: it is always tomorrow in the one, as seen from the other, or the day after. */
const east = { id: 'EAST', name: 'London, Kiritimati', terminals: ['T1'], timeZone: 'Pacific/Kiritimati' }
const west = { id: 'WEST', name: 'Baker Island', terminals: ['T1'], timeZone: 'Etc/GMT+12' }
const home = { id: 'L1', name: 'Pier 1', terminals: ['T1'] }
const places = [home, east, west]

const weekdayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }).format(Date.now()).toLowerCase()
const dateIn = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(Date.now())

const rulesNow = () => [
  { id: 'east-day', window: { days: [weekdayIn(east.timeZone)] }, then: [points(1)] },
  { id: 'west-day', window: { days: [weekdayIn(west.timeZone)] }, then: [points(2)] },
  {
    id: 'east-date',
    when: [{ fact: 'request.date', op: '=', value: dateIn(east.timeZone) }],
    limit: { times: 1, per: 'location', every: 'day' },
    then: [points(4)],
  },
  {
    id: 'west-week',
    when: [{ fact: 'request.dayOfWeek', op: '=', value: weekdayIn(west.timeZone) }],
    then: [points(8)],
  },
]

const monthly = { fact: 'history.checkouts', within: { calendar: 'month' }, op: '=', value: 0 }

const firedIn = ({ explanation }: Body) => explanation.fired.map(({ rule }: Body) => rule).toSorted()
const untitled = ({ requestRef: _, ...explanation }: Body) => explanation

test('a simulation, a draft, the call, its explanation and a replay go by the same clock', async () => {
  const rules = rulesNow()
  const { shop } = await openRuleShop(rules, { locations: places })
  const products = productsOf('1 CAKE 4')
  for (const { id: locationId } of [east, west, home, east]) {
    const cardNumber = await shop.card()
    const foretold = await shop.must('simulate', { cardNumber, products, locationId })
    const drafted = await shop.must('simulate', { cardNumber, products, locationId, campaigns: [campaign(rules)] })
    const call = { cardNumber, products }
    const { requestRef } = await shop.must('checkout', call, { location: locationId })
    const looked = await shop.must('requestLookup', { requestRef, showExplanation: true })
    assert.deepEqual(untitled(foretold.explanation), untitled(looked.explanation), locationId)
    assert.deepEqual(firedIn(drafted), firedIn(looked), locationId)
    const clocks = JSON.stringify(looked.explanation)
    if (locationId === 'EAST') assert.match(clocks, /by the clock of the location \(Pacific\/Kiritimati\)/)
    if (locationId === 'WEST') assert.match(clocks, /by the clock of the location \(Etc\/GMT\+12\)/)
    if (locationId === 'L1') assert.match(clocks, /by the clock of the location \(America\/New York\)/)
  }
  assertReproduced(await replayShop(shop, {}))
  const report = await replayShop(shop, {
    draft: { ...shop.file, locations: [home, { ...east, timeZone: west.timeZone }, west] },
  })
  assert.equal(report.checkouts.different, 2, 'with the other clock, both sales there would have come out otherwise')
  assert.deepEqual(await shop.verify(), [])
})

test('around midnight, a simulated sale is of the day of its store', async () => {
  const rules = [
    { id: 'mondays', window: { days: ['mon'] }, then: [points(1)] },
    { id: 'late', when: [{ fact: 'request.hour', op: '>=', value: 21 }], then: [points(1)] },
    { id: 'first', when: [{ fact: 'request.dayOfMonth', op: '=', value: 1 }], then: [points(1)] },
  ]
  const lax = { id: 'LAX', name: 'Venice', terminals: ['T1'], timeZone: 'America/Los_Angeles' }
  const { shop } = await openRuleShop(rules, { locations: [home, lax] })
  const { timeZone } = (shop.file as { brand: { timeZone?: string } }).brand
  assert.equal(timeZone, 'America/New_York')
  const at = async (date: string, locationId: string) =>
    firedIn(await shop.must('simulate', { products: productsOf('1 CAKE 4'), date, locationId })).map((rule: string) =>
      rule.replace('main/', ''),
    )
  // 2029-01-01 is a Monday.
  assert.deepEqual(await at('2029-01-01 02:59:00', 'L1'), ['first', 'mondays'])
  assert.deepEqual(await at('2029-01-01 02:59:00', 'LAX'), ['late'])
  assert.deepEqual(await at('2029-01-01 03:00:00', 'LAX'), ['first', 'mondays'])
  assert.deepEqual(await at('2029-01-02 00:30:00', 'L1'), [])
  assert.deepEqual(await at('2029-01-02 00:30:00', 'LAX'), ['first', 'late', 'mondays'])
})

test('an explanation names the clock that counted, unless the brand has only one', async () => {
  const rules = [
    { id: 'daily', limit: { times: 1, per: 'card', every: 'day' }, then: [points(1)] },
    { id: 'ever', limit: { times: 1, per: 'card', every: 'ever' }, then: [points(1)] },
    { id: 'place', limit: { times: 1, per: 'location', every: 'week' }, then: [points(1)] },
    { id: 'month', when: [monthly], then: [points(1)] },
    { id: 'spent', budget: { amount: 1, of: { balanceType: 'Points' }, every: 'month' }, then: [points(1)] },
  ]
  const whyAt = async (locations: readonly object[]) => {
    const { shop } = await openRuleShop(rules, { locations })
    const call = { cardNumber: await shop.card(), products: productsOf('1 CAKE 4') }
    await shop.must('checkout', call, { location: 'EAST' })
    const { requestRef } = await shop.must('checkout', call, { location: 'EAST' })
    const { explanation } = await shop.must('requestLookup', { requestRef, showExplanation: true })
    assert.deepEqual(await shop.verify(), [])
    return new Map<string, string>(explanation.nearly.map(({ rule, missing }: Body) => [rule.slice(5), missing]))
  }
  const several = await whyAt([home, east])
  for (const rule of ['daily', 'month', 'spent'])
    assert.match(several.get(rule) ?? '', /, by the clock of the brand \(America\/New York\)$/, rule)
  assert.match(several.get('place') ?? '', /, by the clock of the location \(Pacific\/Kiritimati\)$/)
  assert.match(several.get('ever') ?? '', /for this card$/)
  const one = await whyAt([home, { ...east, timeZone: 'America/New_York' }])
  assert.equal(one.size, 5)
  assert.doesNotMatch([...one.values()].join(), /clock/)
})
