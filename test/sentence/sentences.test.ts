import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facts } from '../../server/domain/brand/facts/all.ts'
import { type Fact, valueKindOf } from '../../server/domain/brand/facts/fact.ts'
import type { SentenceSource } from '../../server/domain/brand/facts/telling.ts'
import { resultNames } from '../../server/domain/brand/rules/results.ts'
import { triggers } from '../../server/domain/brand/shapes/campaign-shape.ts'
import { namesIn } from '../../server/domain/sentence/names.ts'
import { tellCampaign, tellCondition, tellResult, tellSegment } from '../../server/domain/sentence/tell.ts'
import { conditionWith, everyCondition, isCountable } from '../support/sentence/every-fact.ts'
import { everyRule } from '../support/sentence/every-rule.ts'

const nameless = { currency: 'USD', nameOf: () => undefined }
const english: SentenceSource = { ...nameless, language: 'en' }
const german: SentenceSource = { ...nameless, language: 'de' }
const languages = [english, german]

test('no condition is told with the name of its fact or with a sign', () => {
  for (const telling of languages) {
    for (const condition of everyCondition()) {
      const told = tellCondition(condition, telling)
      assert.doesNotMatch(told, /undefined|null|NaN|\[object|[<>=]|\b[a-z]+\.[a-z]+[A-Z]/, told)
      assert.ok(!String(condition.fact).includes('.') || !told.includes(String(condition.fact)), told)
    }
  }
})

test('where places have clocks of their own, a sentence says whose counts', () => {
  const then = [{ issue: { balanceType: 'Points', amount: 1 } }]
  const told = (rule: object, telling: SentenceSource) =>
    tellCampaign({ rules: [{ trigger: 'checkout', then, ...rule }] }, telling).rules[0]?.sentence ?? ''
  const hours = { window: { from: '16:00', to: '18:00' } }
  const mondays = { when: [{ fact: 'request.dayOfWeek', op: '=', value: 'mon' }] }
  const birthday = { trigger: 'date', date: { of: 'customer.birthday', hour: 9 } }
  const several = languages.map((telling) => ({ ...telling, hasPlaceClocks: true }))
  assert.match(told(hours, several[0] ?? english), /between 4 pm and 6 pm by the clock of each location/)
  assert.match(told(hours, several[1] ?? german), /von 16 bis 18 Uhr nach der Uhr des jeweiligen Standorts/)
  assert.match(told(mondays, several[0] ?? english), /by the clock of each location/)
  assert.match(told(birthday, several[0] ?? english), /at 9 am by the clock of the home location/)
  assert.match(told(birthday, several[1] ?? german), /nach der Uhr des Heimatstandorts/)
  for (const telling of several) assert.doesNotMatch(told({}, telling), /clock|Uhr/)
  for (const rule of [hours, mondays, birthday]) assert.doesNotMatch(told(rule, english), /clock/)
})

test('every number that an amount can count says what each of it is', () => {
  for (const telling of languages) {
    for (const [name, fact] of Object.entries(facts).filter(([, one]) => isCountable(one))) {
      const { op: _op, value: _value, fact: _fact, ...given } = conditionWith(name, '=')
      const issue = { balanceType: 'Points', amount: { give: 5, per: 2, of: name, ...given } }
      assert.doesNotMatch(tellResult({ issue }, telling), /…|undefined/, `${name} (${fact.type})`)
    }
  }
})

test('values are said as what they are: money, days, names, choices', () => {
  const kinds: Record<Fact['type'], readonly string[]> = {
    number: ['number'],
    amount: ['money', 'balance', 'number'],
    flag: ['flag'],
    text: ['text', 'name', 'choice', 'country', 'cardNumber'],
    date: ['day'],
  }
  for (const [name, fact] of Object.entries(facts)) {
    const kind = valueKindOf(fact)
    assert.ok(kinds[fact.type].includes(kind.kind), `${name} is ${fact.type}, but said as ${kind.kind}`)
    if (fact.names) assert.deepEqual(kind, { kind: 'name', noun: fact.names })
    if (fact.choices) assert.equal(kind.kind, 'choice', name)
  }
})

test('every result and trigger has a sentence of its own', () => {
  for (const telling of languages) {
    const results = resultNames.map((name) => tellResult({ [name]: {} }, telling))
    assert.equal(new Set(results).size, resultNames.length)
    const told = triggers.map((trigger) => tellCampaign({ rules: [{ trigger }] }, telling).rules[0]?.sentence)
    assert.equal(new Set(told).size, triggers.length)
  }
})

test('names are told where the file has them, and hostile ones are just text', () => {
  const hostile = '<img src=x onerror=alert(1)> {{ x }} “”'
  const file = {
    segments: [{ id: 'regulars', name: hostile }],
    programs: [{ id: 'rewards', name: 'Harbor Rewards', tiers: { levels: [{ id: 'gold', name: 'Gold' }] } }],
    products: [{ sku: 'ESP', name: 'Espresso' }],
  }
  const telling = { ...english, nameOf: namesIn(file) }
  assert.equal(
    tellCondition({ fact: 'segment', op: '=', value: 'regulars' }, telling),
    `the customer is in the segment “${hostile}”`,
  )
  assert.equal(tellCondition({ fact: 'tier', op: '=', value: 'gold' }, telling), 'the customer is a Gold member')
  const inherited = { fact: 'segment', op: '=', value: '__proto__' }
  assert.equal(tellCondition(inherited, telling), 'the customer is in the segment “__proto__”')
})

test('a value type is called by its names: by one of them where there is exactly one', () => {
  const valueTypes = [
    { balanceType: 'Custom', balanceCode: 'STARS', display: { one: 'Stern', other: 'Sterne' } },
    { balanceType: 'Points', display: { one: 'Muschel', other: 'Muscheln' } },
    { balanceType: 'Custom', balanceCode: 'GEMS', display: 'Glas' },
  ]
  const telling = {
    ...nameless,
    language: 'de',
    nameOf: namesIn({ programs: [{ id: 'rewards', valueTypes }] }),
  } as const
  const told = (amount: number, valueType: object) => tellResult({ issue: { amount, ...valueType } }, telling)
  assert.equal(told(1, { balanceType: 'Custom', balanceCode: 'STARS' }), '1 Stern')
  assert.equal(told(2, { balanceType: 'Custom', balanceCode: 'STARS' }), '2 Sterne')
  assert.equal(told(1, { balanceType: 'Points' }), '1 Muschel')
  assert.equal(told(3, { balanceType: 'Points' }), '3 Muscheln')
  assert.equal(told(1, { balanceType: 'Custom', balanceCode: 'GEMS' }), '1 Glas')
  assert.equal(told(1, { balanceType: 'Custom', balanceCode: 'BUNS' }), '1 BUNS')
})

test('a UUID is never shown to anybody, and slugs are said as words', () => {
  const list = '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01'
  assert.equal(tellCondition({ fact: 'optIn', channel: 'email', list }, english).includes(list), false)
  const where = { category: ['gift-cards'] }
  assert.equal(
    tellCondition({ fact: 'products.quantity', where, op: '>=', value: 2 }, english),
    'the purchase has at least 2 gift cards',
  )
})

test('card numbers are not told in full', () => {
  assert.match(tellCondition({ fact: 'card.number', op: '=', value: '6006123412341234' }, english), /…1234$/)
})

test('a draft that is being typed never fails, and says where something is missing', () => {
  for (const telling of languages) {
    for (const broken of brokenDrafts()) {
      const { rules, summary } = tellCampaign(broken, telling)
      for (const { sentence } of rules) assert.doesNotMatch(sentence, /undefined|NaN|\[object|null/, sentence)
      assert.ok(summary.length > 0)
      tellSegment(broken, telling)
    }
    assert.match(tellCampaign({ rules: [{}] }, telling).summary, /…/)
    assert.match(tellResult({ issue: { balanceType: 'Points' } }, telling), /…/)
    assert.match(tellCondition({ fact: 'tier', op: '=' }, telling), /…/)
  }
})

const wrongValues = [undefined, null, '', 0, true, [], {}, 'x', [null], { x: {} }, Number.NaN, -1]
/** Enough to replace every single part of every rule with. */
const wrongParts = [null, 'x', -1, [{}], { x: {} }]

/** Each rule with each of its parts, however deep, replaced by something wrong. */
function* brokenDrafts(): Generator<unknown> {
  yield* wrongValues
  for (const value of wrongValues) {
    yield { rules: value, when: value, holdout: value, variants: value, budget: value, from: value, until: value }
  }
  for (const value of wrongParts)
    for (const rule of everyRule) for (const broken of brokenCopies(rule, value)) yield { rules: [broken] }
}

function* brokenCopies(value: unknown, wrong: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    for (const broken of [wrong, ...brokenCopies(one, wrong)]) {
      if (Array.isArray(value)) yield value.map((each, index) => (String(index) === key ? broken : each))
      else yield { ...value, [key]: broken }
    }
  }
}

test('a limit per customer says that it leaves out whoever has no card, unless the sentence says so already', () => {
  const then = [{ issue: { balanceType: 'Points', amount: 5 } }]
  const limit = { times: 1, per: 'card', every: 'day' }
  const program = { fact: 'program.id', op: '=', value: 'rewards' }
  const shown = { fact: 'checkout.hasCard', op: '=', value: true }
  const told = (rule: object, telling = english) =>
    tellCampaign({ rules: [{ trigger: 'checkout', then, ...rule }] }, telling).rules[0]?.sentence ?? ''
  assert.match(told({ limit }), /once a day per customer \(members only, because of the limit\)\.$/)
  assert.match(told({ limit }, german), /je Kunde \(nur Mitglieder, wegen der Grenze\)\.$/)
  assert.match(told({ limit: { times: 1, per: 'child' } }), /child cards only, because of the limit/)
  for (const rule of [
    { limit: { ...limit, per: 'brand' } },
    { limit, when: [program] },
    { limit, when: [shown] },
    { limit, trigger: 'date' },
    {},
  ])
    assert.doesNotMatch(told(rule), /because of the limit/)
})
