import assert from 'node:assert/strict'
import test from 'node:test'
import { facts as factTable } from '../../server/domain/brand/facts/all.ts'
import type { CallFacts } from '../../server/domain/campaign/call-facts.ts'
import { ageOn, daysToBirthday } from '../../server/domain/campaign/facts/birthday.ts'
import { variantOf } from '../../server/domain/campaign/facts/draw.ts'
import { costOf } from '../../server/domain/campaign/facts/fact-readers.ts'
import { FiredRules } from '../../server/domain/campaign/fired-rules.ts'
import { judge } from '../../server/domain/campaign/judge.ts'
import { type FactNeed, needKey, type PastAnswer } from '../../server/domain/campaign/needs.ts'
import {
  account,
  anonymous,
  at,
  basket,
  card,
  facts,
  judgeWhen,
  type Raw,
  ruleOf,
  tuesday,
} from '../support/campaign-fixture.ts'

type Row = readonly [condition: Raw, over: Partial<CallFacts>]

const twoEspressiAndABun = basket([
  { sku: 'ESP', quantity: 2, price: 250 },
  { sku: 'DOPPIO', quantity: 1, price: 400 },
  { sku: 'BUN', quantity: 3, price: 200 },
])
const lots = [
  { amount: 50, held: 20 },
  { amount: 30, expiresAt: at('2026-07-16 00:00:00') },
  { amount: 7, expiresAt: at('2026-08-01 00:00:00') },
  { amount: 100, expiresAt: at('2026-07-14 08:00:00') },
  { amount: 1000, activeAt: at('2026-07-15 00:00:00') },
]
const points = { balanceType: 'Points' }
const month = { days: 30 }
const known = (need: FactNeed, answer: PastAnswer): Partial<CallFacts> => ({ past: new Map([[needKey(need), answer]]) })
const decimal = (units: number, scale = 0) => ({ units, scale })
const history = {
  checkouts: 4,
  spend: decimal(12050, 2),
  quantity: decimal(9),
  lastAt: at('2026-07-11 08:31:00'),
  spent: [],
  locations: ['L1', 'L2'],
}
const ever = known({ kind: 'history' }, history)
const appOpened = known(
  { kind: 'events', categoryId: 'app-open', since: tuesday - 30 * 86_400_000 + 1 },
  { count: 2, lastAt: at('2026-07-12 08:30:00') },
)
const paid = { payments: [payment('cash', 500), payment('card', 1350), payment('cash', 25)] }

const ofSilver = { tierPast: { state: { level: 'silver' }, sums: [], measured: 145_500_000n } }

function payment(type: string, amount: number) {
  return { type, amount }
}

// Every row: what the fact is, in which facts. The test tries the value itself and one that is not it.
const rows: readonly Row[] = [
  [{ fact: 'checkout.total', value: 20 }, {}],
  [{ fact: 'checkout.netTotal', value: 18.5 }, {}],
  [{ fact: 'checkout.shipping', value: 3 }, {}],
  [{ fact: 'checkout.tip', value: 0 }, {}],
  [{ fact: 'checkout.units', value: 6 }, { basket: twoEspressiAndABun }],
  [{ fact: 'checkout.lines', value: 3 }, { basket: twoEspressiAndABun }],
  [
    { fact: 'checkout.orderMode', value: 2 },
    { checkout: { scale: 2, total: 0, netTotal: 0, shipping: 0, tip: 0, orderMode: 2 } },
  ],
  [{ fact: 'checkout.hasCard', value: true }, {}],
  [{ fact: 'checkout.isReferred', value: false }, {}],
  [{ fact: 'checkout.isReferred', value: true }, { hasReferrer: true }],
  [{ fact: 'products.quantity', value: 6 }, { basket: twoEspressiAndABun }],
  [{ fact: 'products.quantity', where: { sku: 'ESP' }, value: 2 }, { basket: twoEspressiAndABun }],
  [{ fact: 'products.quantity', where: { sku: ['ESP', 'BUN'] }, value: 5 }, { basket: twoEspressiAndABun }],
  [{ fact: 'products.quantity', where: { parent: 'COFFEE' }, value: 3 }, { basket: twoEspressiAndABun }],
  [
    { fact: 'products.quantity', where: { category: 'drinks', maxUnitPrice: 3 }, value: 2 },
    { basket: twoEspressiAndABun },
  ],
  [{ fact: 'products.quantity', where: { sku: 'TEA' }, value: 0 }, { basket: twoEspressiAndABun }],
  [{ fact: 'products.total', where: { category: 'bakery' }, value: 6 }, { basket: twoEspressiAndABun }],
  [{ fact: 'products.lines', where: { category: 'drinks' }, value: 2 }, { basket: twoEspressiAndABun }],
  [{ fact: 'payments.total', value: 18.75 }, paid],
  [{ fact: 'payments.total', type: 'cash', value: 5.25 }, paid],
  [{ fact: 'payments.total', value: 0 }, {}],
  [{ fact: 'payments.types', value: 'card' }, paid],
  [{ fact: 'coupon', value: false }, {}],
  [{ fact: 'coupon', value: true }, { coupons: [{ id: 'A', set: 'vip', tags: [] }] }],
  [{ fact: 'coupon', set: 'vip', value: true }, { coupons: [{ id: 'A', set: 'vip', tags: [] }] }],
  [{ fact: 'coupon', set: 'ten-off', value: false }, { coupons: [{ id: 'A', set: 'vip', tags: [] }] }],
  [{ fact: 'coupon', value: false }, { coupons: [{ id: 'C', set: 'public', tags: [], codeKey: 'C' }] }],
  [{ fact: 'code', value: false }, { coupons: [{ id: 'A', set: 'vip', tags: [] }] }],
  [{ fact: 'code', value: true }, { coupons: [{ id: 'C', set: 'public', tags: [], codeKey: 'C' }] }],
  [{ fact: 'code', set: 'public', value: true }, { coupons: [{ id: 'C', set: 'public', tags: [], codeKey: 'C' }] }],
  [{ fact: 'coupon', tag: 'summer', value: true }, { coupons: [{ id: 'A', set: 'vip', tags: ['summer'] }] }],
  [
    { fact: 'coupon', set: 'ten-off', tag: 'summer', value: false },
    { coupons: [{ id: 'A', set: 'vip', tags: ['summer'] }] },
  ],
  [
    { fact: 'keyValue', key: 'table', value: '7' },
    {
      keyValues: [
        { key: 'table', value: '4' },
        { key: 'table', value: '7' },
      ],
    },
  ],

  [{ fact: 'order', name: 'channel', value: 'app' }, { orderAttributes: { channel: 'app', weight: 2.5 } }],
  [{ fact: 'order', name: 'weight', value: 2.5 }, { orderAttributes: { channel: 'app', weight: 2.5 } }],
  [{ fact: 'keyValue.number', key: 'guests', value: 2.5 }, { keyValues: [{ key: 'guests', value: ' 2.50' }] }],

  [{ fact: 'card.number', value: '6006' }, {}],
  [{ fact: 'card.setId', value: 'cards' }, {}],
  [{ fact: 'card.status', value: 'Activated' }, {}],
  [{ fact: 'card.isEnrolled', value: true }, {}],
  [{ fact: 'card.isChild', value: true }, { isChild: true }],
  [{ fact: 'card.hasChildren', value: false }, {}],
  [{ fact: 'card.daysSinceActivation', value: 12 }, {}],
  [{ fact: 'card.daysSinceEnrollment', value: 9 }, {}],
  [{ fact: 'program.id', value: 'rewards' }, {}],
  [{ fact: 'location.id', value: 'L1' }, {}],
  [{ fact: 'location.group', value: 'harbor' }, {}],
  [{ fact: 'location.country', value: 'US' }, {}],
  [{ fact: 'terminal.id', value: 'T1' }, {}],
  [{ fact: 'employee.id', value: 'E1' }, { employee: 'E1' }],
  [{ fact: 'balance', ...points, value: 67 }, { card: card(lots) }],
  [{ fact: 'balance', ...points, value: 0 }, {}],
  [
    { fact: 'balance', balanceType: 'Currency', balanceCode: 'USD', value: 12.5 },
    { card: card([{ valueType: 2, amount: 1250 }]) },
  ],
  [{ fact: 'balance', ...points, value: 0 }, { card: card([{ bucket: 'coupon:W-1', amount: 5 }]) }],
  [{ fact: 'balance.held', ...points, value: 20 }, { card: card(lots) }],
  [{ fact: 'balance.expiring', ...points, within: { days: 7 }, value: 30 }, { card: card(lots) }],
  [{ fact: 'balance.expiring', ...points, within: { days: 1 }, value: 0 }, { card: card(lots) }],
  [{ fact: 'balance.expiring', ...points, within: { calendar: 'month' }, value: 37 }, { card: card(lots) }],

  [{ fact: 'customer.firstName', value: 'Ana' }, {}],
  [{ fact: 'customer.birthday', value: '1990-07-20' }, {}],
  [{ fact: 'customer.gender', value: 'F' }, {}],
  [{ fact: 'customer.language', value: 'de-AT' }, {}],
  [{ fact: 'customer.latitude', value: 40.7 }, {}],
  [{ fact: 'customer.affiliatedLocations', value: 'L2' }, {}],
  [{ fact: 'customer.age', value: 35 }, {}],
  [{ fact: 'customer.birthdayInDays', value: 6 }, {}],
  [{ fact: 'demographic', name: 'drink', value: 'Tea' }, {}],
  [{ fact: 'demographic', name: 'visits', value: 3 }, {}],
  [{ fact: 'demographic', name: 'wedding', value: '2015-06-01' }, {}],
  [{ fact: 'demographic', name: 'allergies', value: 'milk' }, {}],
  [{ fact: 'demographic', name: 'sizes', value: 4 }, {}],
  [{ fact: 'optIn', channel: 'email', value: true }, {}],
  [{ fact: 'optIn', channel: 'email', list: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', value: true }, {}],
  [{ fact: 'optIn', channel: 'sms', value: false }, {}],

  [{ fact: 'history.checkouts', value: 4 }, ever],
  [{ fact: 'history.checkouts', value: 0 }, known({ kind: 'history' }, { ...history, checkouts: 0 })],
  [{ fact: 'history.spend', value: 120.5 }, ever],
  [
    { fact: 'history.quantity', where: { sku: 'ESP' }, value: 9 },
    known({ kind: 'history', where: { sku: ['ESP'] } }, history),
  ],
  [{ fact: 'history.daysSinceLast', value: 2 }, ever],
  [
    { fact: 'history.distinctLocations', within: { calendar: 'month' }, value: 2 },
    known({ kind: 'history', since: at('2026-07-01 00:00:00') }, history),
  ],
  [{ fact: 'event.count', categoryId: 'app-open', within: month, value: 2 }, appOpened],
  [{ fact: 'event.daysSinceLast', categoryId: 'app-open', within: month, value: 2 }, appOpened],
  [{ fact: 'segment', value: 'regulars' }, { segments: ['drifting', 'regulars'] }],
  [{ fact: 'tier', value: 'silver' }, ofSilver],
  [{ fact: 'tier.rank', value: 1 }, ofSilver],
  [{ fact: 'tier.missing', value: 154.5 }, ofSilver],
  [{ fact: 'score.total', value: 80 }, { scores: { total: 80 } }],
  [{ fact: 'score.recency', value: 5 }, { scores: { recency: 5 } }],
  [{ fact: 'score.frequency', value: 4 }, { scores: { frequency: 4 } }],
  [{ fact: 'score.monetary', value: 3 }, { scores: { monetary: 3 } }],

  [{ fact: 'request.callType', value: 'CHECKOUT_COMPLETE' }, {}],
  [{ fact: 'request.dayOfWeek', value: 'tue' }, {}],
  [{ fact: 'request.hour', value: 8 }, {}],
  [{ fact: 'request.date', value: '2026-07-14' }, {}],
  [{ fact: 'request.dayOfMonth', value: 14 }, {}],
  [{ fact: 'message.text', value: 'JOIN' }, { message: { text: 'JOIN', channel: 'sms' } }],
  [{ fact: 'message.channel', value: 'sms' }, { message: { text: 'JOIN', channel: 'sms' } }],
  [{ fact: 'referral.checkouts', value: 2 }, { referral: { checkouts: 2, total: decimal(30) } }],
  [{ fact: 'referral.total', value: 30 }, { referral: { checkouts: 2, total: decimal(3000, 2) } }],
  [{ fact: 'counter', rule: 'c/r', value: 3 }, known({ kind: 'counter', rule: 'c/r', per: 'card' }, 3)],
  [{ fact: 'random', value: variantOf('1001', 'c', '6006') }, {}],
]

for (const [condition, over] of rows) {
  test(`${JSON.stringify(condition).slice(1, -1)}`, () => {
    assert.equal(judgeWhen([{ ...condition, op: '=' }], over).kind, 'holds')
    assert.equal(judgeWhen([{ ...condition, op: '!=' }], over).kind, 'failed')
    assert.equal(judgeWhen([{ ...condition, value: undefined, op: 'exists' }], over).kind, 'holds')
  })
}

test('every fact of the table is in this list', () => {
  const listed = new Set(rows.map(([condition]) => String(condition.fact)))
  const plainFields = Object.keys(factTable).filter((name) => name.startsWith('customer.') && !listed.has(name))
  assert.deepEqual([...listed, ...plainFields].toSorted(), Object.keys(factTable).toSorted())
})

test('without a card every fact of the card is missing, and nothing is fetched for it', () => {
  for (const [condition] of rows.filter(([{ fact }]) => factTable[String(fact)]?.of === 'card')) {
    const rule = ruleOf({ when: [{ ...condition, value: undefined, op: 'missing' }] })
    assert.equal(judge(rule, anonymous()).kind, 'holds', String(condition.fact))
  }
})

test('outside a checkout, its facts are missing', () => {
  const { checkout: _checkout, basket: _basket, ...call } = facts({ trigger: 'request', callType: 'ALLOCATE' })
  for (const fact of ['checkout.total', 'checkout.hasCard', 'products.total', 'payments.total', 'checkout.lines']) {
    const rule = ruleOf({ trigger: 'request', when: [{ fact, op: 'missing' }] })
    assert.equal(judge(rule, call).kind, 'holds', fact)
  }
})

test('an unset or cleared field, an unknown balance and what never happened are missing', () => {
  const rowsMissing: readonly Row[] = [
    [{ fact: 'customer.lastName' }, {}],
    [{ fact: 'customer.email' }, {}],
    [{ fact: 'customer.age' }, { account: { ...account, customer: {} } }],
    [{ fact: 'customer.affiliatedLocations' }, { account: { ...account, customer: {} } }],
    [{ fact: 'demographic', name: 'allergies' }, { account: { ...account, demographics: {} } }],
    [{ fact: 'demographic', name: 'sizes' }, { account: { ...account, demographics: {} } }],
    [{ fact: 'segment' }, { segments: [] }],
    [{ fact: 'tier.missing' }, { tierPast: { state: { level: 'gold' }, sums: [], measured: 0n } }],
    [{ fact: 'score.total' }, { scores: {} }],
    [{ fact: 'keyValue', key: 'table' }, {}],
    [{ fact: 'order', name: 'channel' }, { orderAttributes: { weight: 2 } }],
    [{ fact: 'keyValue.number', key: 'table' }, { keyValues: [{ key: 'table', value: 'window' }] }],
    [{ fact: 'payments.types' }, {}],
    [{ fact: 'employee.id' }, {}],
    [
      { fact: 'history.daysSinceLast' },
      known({ kind: 'history' }, { checkouts: 0, spend: decimal(0), spent: [], quantity: decimal(0), locations: [] }),
    ],
  ]
  for (const [condition, over] of rowsMissing) {
    assert.equal(judgeWhen([{ ...condition, op: 'missing' }], over).kind, 'holds', String(condition.fact))
  }
})

test('what is not read yet is asked for: one need per fact, with arguments and an instant', () => {
  const { account: _account, ...unread } = facts()
  const expected: readonly (readonly [Raw, FactNeed])[] = [
    [{ fact: 'customer.firstName', op: 'exists' }, { kind: 'account' }],
    [{ fact: 'card.isEnrolled', value: true }, { kind: 'account' }],
    [{ fact: 'segment', op: '=', value: 'regulars' }, { kind: 'segments' }],
    [{ fact: 'score.total', op: '>', value: 50 }, { kind: 'scores' }],
    [{ fact: 'history.spend', op: '>', value: 50 }, { kind: 'history' }],
    [
      { fact: 'history.spend', within: { calendar: 'week' }, where: { sku: 'ESP' }, op: '>', value: 50 },
      { kind: 'history', since: at('2026-07-13 00:00:00'), where: { sku: ['ESP'] } },
    ],
    [
      { fact: 'event.count', eventType: 'CUSTOM', op: '>', value: 1 },
      { kind: 'events', eventType: 'CUSTOM' },
    ],
    [
      { fact: 'counter', rule: 'c/r', within: { days: 2 }, op: '<', value: 1 },
      { kind: 'counter', rule: 'c/r', per: 'card', since: tuesday - 2 * 86_400_000 + 1 },
    ],
  ]
  for (const [condition, need] of expected) {
    const verdict = judge(ruleOf({ when: [condition] }), unread)
    assert.deepEqual(verdict, { kind: 'needs', needs: [need] })
    assert.deepEqual(JSON.parse(JSON.stringify(need)), need)
  }
})

test('whatever asks for something is known to cost something', () => {
  const { account: _account, ...unread } = facts()
  for (const [condition] of rows) {
    const verdict = judge(ruleOf({ when: [{ ...condition, op: '=' }] }), unread)
    assert.equal(verdict.kind === 'needs', costOf(String(condition.fact)) > 0, String(condition.fact))
  }
})

test('a rule that fired earlier in the call counts', () => {
  const before = known({ kind: 'counter', rule: 'c/r', per: 'card' }, 3)
  const count = (value: number) => [{ fact: 'counter', rule: 'c/r', op: '=', value }]
  assert.equal(judge(ruleOf({ when: count(3) }), facts(before)).kind, 'holds')
  const other = { ...ruleOf({ when: count(3) }), id: 'c/other' }
  assert.equal(judge(other, facts({ ...before, fired: new FiredRules([{ id: 'c/r' }]) })).kind, 'failed')
})

test('ages and birthdays', () => {
  //  today         born           age  days to the next birthday
  const table: readonly (readonly [string, string, number | undefined, number])[] = [
    ['2026-07-19', '1990-07-20', 35, 1],
    ['2026-07-20', '1990-07-20', 36, 0],
    ['2026-07-21', '1990-07-20', 36, 364],
    ['2026-12-31', '1990-01-01', 36, 1],
    ['2026-02-27', '2000-02-29', 25, 1],
    ['2026-02-28', '2000-02-29', 26, 0],
    ['2026-03-01', '2000-02-29', 26, 364],
    ['2028-02-28', '2000-02-29', 27, 1],
    ['2028-02-29', '2000-02-29', 28, 0],
    ['2027-03-01', '2000-02-29', 27, 365],
    ['2026-07-14', '2026-07-14', 0, 0],
    ['2026-07-14', '2030-07-14', undefined, 0],
  ]
  for (const [today, born, age, days] of table) {
    assert.equal(ageOn(today, born), age, `${today} ${born}`)
    assert.equal(daysToBirthday(today, born), days, `${today} ${born}`)
  }
})

test('random is stable for brand, campaign and card, and spreads evenly', () => {
  assert.equal(variantOf('1001', 'c', '6006'), variantOf('1001', 'c', '6006'))
  assert.notEqual(variantOf('1001', 'c', '6006'), variantOf('1001', 'd', '6006'))
  const drawn = Array.from({ length: 20_000 }, (_, index) => variantOf('1001', 'c', String(index)))
  assert(drawn.every((value) => Number.isInteger(value) && value >= 0 && value <= 99))
  for (let value = 0; value < 100; value += 1) {
    const share = drawn.filter((one) => one === value).length
    assert(share > 120 && share < 290, `${value} was drawn ${share} times`)
  }
})
