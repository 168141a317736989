import assert from 'node:assert/strict'
import test from 'node:test'
import { facts as factTable } from '../../server/domain/brand/facts/all.ts'
import type { Comparison } from '../../server/domain/brand/rules/conditions.ts'
import type { CallFacts } from '../../server/domain/campaign/call-facts.ts'
import { judge } from '../../server/domain/campaign/judge.ts'
import { restOf } from '../../server/domain/campaign/nearness.ts'
import { isSilent } from '../../server/domain/campaign/trace.ts'
import { conditionWords, failureWords } from '../../server/domain/explanation/condition-words.ts'
import { Names } from '../../server/domain/explanation/words/names.ts'
import { WorkMeter } from '../../server/ground/kernel/work-meter.ts'
import { anonymous, basket, documentOf, facts, type Raw, ruleOf } from '../support/campaign-fixture.ts'

const file = documentOf([])
const document = {
  ...file,
  locations: file.locations.map((one) => (one.id === 'L1' ? { ...one, name: 'Pier 1', currency: 'EUR' } : one)),
  segments: file.segments.map((one) => (one.id === 'regulars' ? { ...one, name: 'Regulars' } : one)),
  products: file.products.map((one) => (one.sku === 'ESP' ? { ...one, name: 'Espresso' } : one)),
  couponSets: file.couponSets.map((one) => (one.id === 'vip' ? { ...one, name: 'Welcome' } : one)),
  programs: file.programs.map((one) => (one.id === 'rewards' ? { ...one, name: 'Harbor Rewards' } : one)),
}
const names = new Names(document, 'L1')

/** Why the condition does not hold. */
function missing(condition: Raw, over: Partial<CallFacts> = {}, from = facts): string {
  const verdict = judge(ruleOf({ when: [condition] }), from({ segments: ['drifting'], ...over }))
  assert(verdict.kind === 'failed')
  return failureWords(verdict.failure, condition as never, names)
}

const espressos = basket([{ sku: 'ESP', quantity: 1, price: 250 }])
const esp = { fact: 'products.quantity', where: { sku: ['ESP'] } }

//  condition, what is said when it fails
const rows: [Raw, string, Partial<CallFacts>?][] = [
  [{ ...esp, op: '>=', value: 2 }, 'needs 1 more Espresso (has 1, needs 2)', { basket: espressos }],
  [{ ...esp, op: '>', value: 0 }, 'needs Espresso, and there are none'],
  [{ ...esp, op: '<=', value: 0.5 }, 'units of Espresso must be at most 0.5 (is 1)', { basket: espressos }],
  [
    { fact: 'checkout.total', op: '>=', value: 23.5 },
    'needs 3.50 EUR more (total is 20.00 EUR, needs at least 23.50 EUR)',
  ],
  [
    { fact: 'checkout.netTotal', op: '<', value: 5 },
    'total after the discounts so far must be less than 5.00 EUR (is 18.50 EUR)',
  ],
  [
    { fact: 'checkout.total', op: 'between', value: [25, 30] },
    'needs 5.00 EUR more (total is 20.00 EUR, needs from 25.00 EUR to 30.00 EUR)',
  ],
  [{ fact: 'request.dayOfWeek', op: 'in', value: ['mon', 'wed'] }, 'only on Mondays or Wednesdays'],
  [{ fact: 'request.hour', op: '>=', value: 17 }, 'the time must be at or after 17:00 (is 8:00)'],
  [{ fact: 'request.date', op: '>=', value: '2026-12-01' }, 'the date must be on or after 2026-12-01 (is 2026-07-14)'],
  [{ fact: 'segment', op: '=', value: 'regulars' }, 'not a member of segment Regulars'],
  [{ fact: 'segment', op: '!=', value: 'drifting' }, 'not for members of segment drifting'],
  [{ fact: 'coupon', set: 'vip', op: '=', value: true }, 'coupon of set Welcome not presented'],
  [
    { fact: 'coupon', set: 'vip', op: '=', value: false },
    'not together with a coupon of set Welcome',
    { coupons: [{ id: 'V', set: 'vip', tags: [] }] },
  ],
  [{ fact: 'location.id', op: '=', value: 'L2' }, 'only at L2 (this is Pier 1)'],
  [{ fact: 'location.id', op: 'notIn', value: ['L1'] }, 'not at Pier 1'],
  [{ fact: 'program.id', op: '=', value: 'gift' }, 'only for cards of program gift (this is Harbor Rewards)'],
  [
    { fact: 'balance', balanceType: 'Points', op: '>=', value: 10 },
    'needs 10 Points more (balance is 0 Points, needs at least 10 Points)',
  ],
  [{ fact: 'customer.gender', op: '=', value: 'M' }, "only where the customer's gender is M"],
  [{ fact: 'demographic', name: 'drink', op: '=', value: 'Milk' }, "only where the customer's drink is Milk"],
  [{ fact: 'card.isEnrolled', op: '=', value: false }, 'only for customers who are not enrolled'],
  [{ fact: 'checkout.hasCard', op: '=', value: false }, 'only without a card'],
  [
    {
      any: [
        { fact: 'checkout.total', op: '>=', value: 50 },
        { ...esp, op: '>=', value: 3 },
      ],
    },
    'needs one of: total at least 50.00 EUR; at least 3 Espresso',
  ],
  [{ none: [{ fact: 'location.id', op: '=', value: 'L1' }] }, 'none of these may hold: at Pier 1'],
]

test('a condition that fails is told as a marketer would', () => {
  for (const [condition, words, over] of rows) assert.equal(missing(condition, over), words)
  const needsCard = { fact: 'balance', balanceType: 'Points', op: '>=', value: 10 }
  assert.equal(missing(needsCard, {}, anonymous), 'needs a balance of at least 10 Points, and the card has none')
})

test('no fact is told by its name in the file, nor an operator by its sign', () => {
  for (const [fact, { type, takes = [], requires = [] }] of Object.entries(factTable)) {
    const given = Object.fromEntries([...takes, ...requires].map((name) => [name, argument[name] ?? 'x']))
    const value = type === 'flag' ? true : type === 'number' || type === 'amount' ? 7 : 'x'
    for (const op of type === 'flag' ? ['=', '!='] : ['=', '!=', '>=', '<']) {
      const asked = { fact, op, value, ...given } as Comparison
      const told = [
        conditionWords(asked, names),
        failureWords({ path: 'when[0]', fact, op, expected: String(value), observed: '3' }, asked, names),
        failureWords({ path: 'when[0]', fact, op, expected: String(value), observed: null }, asked, names),
      ]
      for (const words of told)
        assert.doesNotMatch(words, /[a-z]\.[a-z]|[<>=]|undefined|when\[/, `${fact} ${op}: ${words}`)
    }
  }
})

const argument: Readonly<Record<string, unknown>> = {
  where: { sku: ['ESP'] },
  within: { days: 30 },
  balanceType: 'Points',
}

const total = { fact: 'checkout.total', op: '>=', value: 100 }
const member = { fact: 'segment', op: '=', value: 'regulars' }
const late = { fact: 'request.hour', op: '>=', value: 17 }
const early = { fact: 'request.hour', op: '<', value: 17 }

//  rule, what is at hand, whether everything else held
const nearRows: [Raw, Partial<CallFacts>, 'held' | 'unseen' | undefined][] = [
  [{ when: [total] }, {}, 'held'],
  [{ when: [total, early] }, {}, 'held'],
  [{ when: [total, late] }, {}, undefined],
  [{ when: [total, { all: [early, late] }] }, {}, undefined],
  [{ when: [{ all: [total, early] }] }, {}, 'held'],
  [{ when: [total, member] }, {}, 'unseen'],
  [{ when: [member, early] }, { segments: [] }, 'held'],
  [{ when: [member, { fact: 'score.total', op: '>', value: 9 }] }, { segments: [] }, 'unseen'],
  [{ window: { days: ['mon'] }, when: [early] }, {}, 'held'],
  [{ window: { days: ['mon'] }, when: [late] }, {}, undefined],
  [{ window: { days: ['mon'] }, when: [member] }, {}, 'unseen'],
  [{ option: { id: 'bag' }, when: [] }, {}, 'held'],
]

test('a rule nearly fired if one thing was missing, and nothing is fetched to find out', () => {
  for (const [fields, over, rest] of nearRows) {
    const rule = ruleOf(fields)
    const here = facts(over)
    const verdict = judge(rule, here)
    assert(isSilent(verdict))
    assert.equal(restOf(rule, verdict, here), rest, JSON.stringify(fields))
  }
})

test('what explains a call is not counted as its work, and is bounded by itself', () => {
  const rule = ruleOf({ when: [total, early] })
  const here = facts({ work: new WorkMeter(100) })
  const verdict = judge(rule, here)
  assert(isSilent(verdict))
  const before = here.work.steps
  const told = Array.from({ length: 10 }, () => restOf(rule, verdict, here))
  assert.equal(here.work.steps, before)
  assert.equal(told[0], 'held')
  assert.equal(told.at(-1), undefined)
})
