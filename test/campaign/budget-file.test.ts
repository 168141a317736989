import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { formatFault, readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { reachedAt, type Stripe, shareOut, sumSpent, toldOf } from '../../server/domain/campaign/budget-stripes.ts'
import { costOf, periodAt, worthOf } from '../../server/domain/campaign/budgets.ts'
import { explainEffect, explainSilent } from '../../server/domain/explanation/explain.ts'
import { Names } from '../../server/domain/explanation/words/names.ts'
import { day, parseDateTime } from '../../server/ground/kernel/time.ts'
import { clockAt, documentOf } from '../support/campaign-fixture.ts'
import { placedMessage } from '../support/told-fault.ts'

const points = { balanceType: 'Points' }
const issue = { issue: { ...points, amount: 5 } }

const read = (campaign: object, more: object = {}) =>
  readBrandFile(
    JSON.stringify({
      brand: { id: 'b1', name: 'B', country: 'US', currency: 'USD', exchangeRates: { EUR: 1.1 } },
      locations: [
        { id: 'L1', name: 'One' },
        { id: 'L2', name: 'Two', currency: 'EUR' },
      ],
      programs: [{ id: 'p', name: 'P', valueTypes: [{ ...points, scale: 0 }] }],
      campaigns: [{ id: 'c', rules: [{ id: 'r', trigger: 'checkout', then: [issue] }], ...campaign }],
      ...more,
    }),
  )

//  budget of the campaign                                          fault
const faults: [object, RegExp][] = [
  [{ amount: 0, of: points }, /must be more than 0/],
  [{ amount: 5 }, /budget\.of: is required/],
  [
    { amount: 5, of: 'discounts' },
    /expected discount, or a balance .*; found the text "discounts"; did you mean "discount"/,
  ],
  [{ amount: 5.5, of: points }, /budget\.amount: has 1 decimals, and Points has 0/],
  [{ amount: '5.005', of: 'discount' }, /budget\.amount: has 3 decimals, and USD has 2/],
  [{ amount: { USD: 5 }, of: points }, /only discounts are given in several currencies/],
  [{ amount: { USD: 5 }, of: 'discount' }, /has nothing in EUR, the currency of location L2: add its amount/],
  [{ amount: 5, of: { balanceType: 'Currency', balanceCode: 'GBP' } }, /GBP/],
  [{ amount: 5, of: points, every: { days: 0 } }, /must be from 1 to 36500/],
]

test('a budget that cannot be kept is a fault of the file', () => {
  for (const [budget, expected] of faults) {
    const answer = read({ budget })
    assert.ok('faults' in answer, JSON.stringify(budget))
    assert.match(answer.faults.map(formatFault).join('\n'), expected)
  }
  const unrated = read(
    { budget: { amount: 5, of: 'discount' } },
    { brand: { id: 'b1', name: 'B', country: 'US', currency: 'USD' } },
  )
  assert.ok('faults' in unrated)
  assert.match(unrated.faults.map(formatFault).join('\n'), /has nothing in EUR.*brand\.exchangeRates/)
})

test('a budget of something that no rule gives is a warning', () => {
  const warnings = (budget: object) => {
    const answer = read({ budget })
    assert.ok('file' in answer)
    return answer.warnings.map(placedMessage)
  }
  assert.deepEqual(warnings({ amount: 5, of: points }), [])
  assert.deepEqual(warnings({ amount: 5, of: 'discount' }), [
    'campaigns[c].budget.of: no result gives a discount, so that this budget is never spent',
  ])
})

test('a period is that of the brand’s wall clock, and what is spent in the last days leaves them', () => {
  const clock = clockAt('2026-03-08 01:30:00', 'America/New_York')
  assert.deepEqual(periodAt('ever', clock), { name: 'ever' })
  assert.deepEqual(periodAt('day', clock), { name: 'day 2026-03-08', endsAt: parseDateTime('2026-03-09 04:00:00') })
  assert.equal(periodAt('week', clock).name, 'week 2026-03-02')
  assert.equal(periodAt('month', clock).name, 'month 2026-03-01')
  assert.equal(periodAt('year', clock).name, 'year 2026-01-01')
  assert.deepEqual(periodAt({ days: 7 }, clock), { name: 'days 7', agesAt: clock.now + 7 * day })
})

test('what can be given for the rest of a budget never costs more than the rest', () => {
  const rate = fc.record({ over: fc.bigInt(1n, 10_000n), under: fc.bigInt(1n, 10_000n) })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), rate, (left, exchange) => {
      const worth = worthOf(left, { rate: exchange })
      assert.ok(costOf(worth, { rate: exchange }) <= left)
      assert.ok(costOf(worth + 1, { rate: exchange }) > left)
    }),
  )
})

test('stripes are never granted more than a budget has left, nor enough to reach what has not been told', () => {
  const spentOf = fc.array(fc.integer({ min: -50, max: 500 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(spentOf, fc.integer({ min: 1, max: 3000 }), fc.constantFrom(0, 80, 100), (spent, amount, told) => {
      const stripes = spent.map((one, stripe): Stripe => ({ stripe, amount, granted: one, spent: one, told }))
      const shared = shareOut(stripes, amount, told)
      const granted = shared.reduce((sum, one) => sum + one.granted, 0)
      assert.ok(granted === sumSpent(stripes) || granted <= amount)
      const next = [80, 100].find((percent) => percent > told)
      if (next !== undefined && sumSpent(stripes) < reachedAt(amount, next))
        assert.ok(granted < reachedAt(amount, next))
    }),
  )
})

test('another amount is told of again, as far as it has not been reached', () => {
  const at = (amount: number, told: number): Stripe[] => [{ stripe: 0, amount, granted: 100, spent: 100, told }]
  assert.equal(toldOf(at(100, 100), 100, 100), 100)
  assert.equal(toldOf(at(100, 100), 120, 100), 80)
  assert.equal(toldOf(at(100, 100), 200, 100), 0)
  assert.equal(toldOf(at(100, 80), 90, 100), 80)
})

test('the words for budgets', () => {
  const document = documentOf([])
  const telling = { document, names: new Names(document, undefined) }
  const words = (more: object) => {
    const not = {
      kind: 'overBudget',
      of: 'rule',
      amount: '500.00',
      unit: 'USD',
      every: 'day',
      spent: '500.00',
      ...more,
    }
    return explainSilent({ rule: 'c/r', not } as never, telling)
  }
  assert.equal(words({}), 'its budget of 500.00 USD a day is spent (500.00 so far)')
  assert.equal(
    words({ of: 'campaign', unit: 'Currency USD', every: { days: 7 } }),
    "its campaign's budget of 500.00 USD in 7 days is spent (500.00 so far)",
  )
  assert.match(words({ asked: '5.00', every: 'ever' }) ?? '', /has too little left .* all or nothing/)
  const cut = { kind: 'discount', amount: '3.2', of: '10 %', currency: 'USD', cappedBy: 'budget' } as const
  assert.equal(explainEffect(cut, telling), '10 % off: 3.20 USD (cut by the budget)')
})
