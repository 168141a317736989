import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { facts as factTable } from '../../server/domain/brand/facts/all.ts'
import type { Comparison } from '../../server/domain/brand/rules/conditions.ts'
import { resultNames } from '../../server/domain/brand/rules/results.ts'
import { triggers } from '../../server/domain/brand/shapes/campaign-shape.ts'
import type { Silent } from '../../server/domain/campaign/judge.ts'
import type { EffectSummary } from '../../server/domain/campaign/trace.ts'
import { conditionWords, failureWords } from '../../server/domain/explanation/condition-words.ts'
import { type ExplanationSource, explainEffect, explainSilent } from '../../server/domain/explanation/explain.ts'
import { Names } from '../../server/domain/explanation/words/names.ts'
import { bounds, type ExplanationWords, unformed } from '../../server/domain/explanation/words/words.ts'
import { wordsIn } from '../../server/domain/explanation/words/words-in.ts'
import { type Language, languages } from '../../server/ground/kernel/language.ts'
import { documentOf, rule } from '../support/campaign-fixture.ts'
import { everyCondition } from '../support/sentence/every-fact.ts'

const document = documentOf([
  {
    id: 'summer',
    name: 'Summer',
    rules: [rule('cold', { name: 'Cold', window: { days: ['mon', 'fri'], from: '09:00', to: '11:00' } })],
  },
])

// After a change of words: npm test -- explain-aloud --update-snapshots, and then read what is written there.
for (const language of languages) {
  test(`every explanation is read aloud in ${language}`, (t) => {
    const told = [
      ...silentLines(language),
      '',
      ...effectLines(language),
      '',
      ...factLines(language),
      '',
      ...standingLines(language),
    ]
    const path = join(import.meta.dirname, `explain-aloud.${language}.txt`)
    t.assert.fileSnapshot(`${told.join('\n')}\n`, path, { serializers: [String] })
  })
}

test('no word of an explanation is the same in both languages, except names and signs', () => {
  const english = new Set(textsIn(wordsIn('en')))
  assert.deepEqual(
    textsIn(wordsIn('de')).filter((text) => english.has(text)),
    [],
  )
})

test('what is less, more or equal is told in words of its own', () => {
  const comparing = ['=', '<', '<=', '>', '>=']
  for (const language of languages) {
    const { names } = tellingIn(language)
    const asked = everyCondition().map((condition) => condition as unknown as Comparison)
    const compared = Map.groupBy(
      asked.filter(({ op }) => comparing.includes(op)),
      ({ fact }) => fact,
    )
    for (const [fact, all] of compared) {
      const told = all.map((one) => conditionWords(one, names))
      assert.equal(new Set(told).size, told.length, `${language} ${fact}: ${told.join(' | ')}`)
    }
  }
})

test('one that is missing is told in the singular', () => {
  const { names } = tellingIn('en')
  const visits = everyCondition().find(({ fact, op }) => fact === 'history.checkouts' && op === '>=') as never
  const failed = { path: 'when[0]', fact: 'history.checkouts', op: '>=', observed: '9' } as const
  assert.match(failureWords(failed, visits, names), /^needs 1 more visit with /)
})

/** Every plain text of a language. */
function textsIn(words: ExplanationWords): string[] {
  const found: string[] = []
  const walk = (value: unknown) => {
    if (typeof value === 'string' && value !== '') found.push(value)
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(words)
  return found
}

const tellingIn = (language: Language): ExplanationSource => ({ document, names: new Names(document, 'L1', language) })

const failure = { path: 'when[0]', fact: 'checkout.total', op: '>=', expected: '50', observed: '46.5' } as const
const spent = { of: 'rule', amount: '500', unit: 'Points', every: 'month', spent: '498' } as const

/** Every reason why a rule does not fire. */
const silences: { readonly [K in Silent['kind']]: readonly Extract<Silent, { kind: K }>[] } = {
  otherTrigger: triggers.map((expected) => ({ kind: 'otherTrigger', expected })),
  otherTarget: [
    { kind: 'otherTarget', expected: 'root' },
    { kind: 'otherTarget', expected: 'child' },
  ],
  notRunning: [
    { kind: 'notRunning', from: Date.UTC(2026, 10, 27, 5) },
    { kind: 'notRunning', from: Date.UTC(2026, 10, 27, 5), until: Date.UTC(2026, 11, 1, 5) },
    { kind: 'notRunning', until: Date.UTC(2026, 11, 1, 5) },
  ],
  outsideWindow: [{ kind: 'outsideWindow' }],
  heldOut: [{ kind: 'heldOut', percent: 12.5 }],
  otherVariant: [
    { kind: 'otherVariant', expected: 'B' },
    { kind: 'otherVariant', expected: 'B', side: 'A' },
  ],
  firedAlready: [{ kind: 'firedAlready' }],
  nothingToAdd: [
    { kind: 'nothingToAdd', why: 'tooManyAdded' },
    { kind: 'nothingToAdd', why: 'totalTooHigh' },
  ],
  excluded: [{ kind: 'excluded', by: 'summer/cold', group: 'one-offer' }],
  outbid: [
    {
      kind: 'outbid',
      group: 'one-offer',
      best: 'customer',
      by: 'summer/cold',
      of: 'rule',
      difference: '1.20',
      currency: 'USD',
    },
    {
      kind: 'outbid',
      group: 'one-offer',
      best: 'customer',
      by: 'summer',
      of: 'campaign',
      difference: '0.00',
      currency: 'USD',
    },
    {
      kind: 'outbid',
      group: 'one-offer',
      best: 'merchant',
      by: 'summer',
      of: 'campaign',
      difference: '1.20',
      currency: 'USD',
    },
    { kind: 'outbid', group: 'one-offer', best: 'first', by: 'summer/cold', of: 'rule' },
    { kind: 'outbid', group: 'one-offer', best: 'customer', by: 'summer/cold', of: 'rule', crowd: 17 },
    { kind: 'outbid', best: 'customer', by: 'summer/cold', of: 'rule', difference: '1.20', currency: 'USD' },
  ],
  tooManyCodes: [
    { kind: 'tooManyCodes', max: 1 },
    { kind: 'tooManyCodes', max: 2 },
  ],
  notChosen: [{ kind: 'notChosen', option: 'bag' }],
  tooManyChosen: [{ kind: 'tooManyChosen', option: 'bag', chosen: 3, maxSelected: 1 }],
  failed: [{ kind: 'failed', failure }],
  throttled: (['ever', 'day', 'week', 'month', 'year', { days: 30 }] as const).flatMap((every, index) => ({
    kind: 'throttled',
    times: 2,
    per: (['card', 'child', 'location', 'terminal', 'code', 'brand'] as const)[index] ?? 'card',
    every,
    count: 2,
  })),
  uncounted: [
    { kind: 'uncounted', per: 'card' },
    { kind: 'uncounted', per: 'child' },
  ],
  nothingToDiscount: [...unformed, 'countAsBought'].map((why) => ({
    kind: 'nothingToDiscount',
    why,
    ...(why === 'countAsBought' && { counted: [{ sku: 'ESP', units: '2' }] }),
  })),
  notApplied: [{ kind: 'notApplied', why: 'missingProduct', sku: 'ESP' }],
  tooMuchWork: [{ kind: 'tooMuchWork', steps: 120_000, limit: 100_000 }],
  overBudget: [
    { kind: 'overBudget', ...spent },
    { kind: 'overBudget', ...spent, of: 'campaign', unit: 'USD', every: 'ever', asked: '10' },
    { kind: 'overBudget', ...spent, unit: 'Currency EUR', every: { days: 7 } },
  ],
  short: [{ kind: 'short', of: 'Points', asked: '1000', available: '998.5' }],
  barred: [
    { kind: 'barred', by: 'email' },
    { kind: 'barred', by: 'perMonth' },
  ],
  nothingToConvert: [
    { kind: 'nothingToConvert', why: 'tooLittle', of: 'Points', available: '99' },
    { kind: 'nothingToConvert', why: 'noValueType' },
  ],
}

function silentLines(language: Language): string[] {
  const telling = tellingIn(language)
  return Object.values(silences)
    .flat()
    .map((not) => `${not.kind}: ${explainSilent({ rule: 'summer/cold', not }, telling)}`)
}

const some = { amount: '5', of: 'Points' }

/** Every effect. */
const effects: { readonly [K in EffectSummary['kind']]: readonly Omit<EffectSummary, 'kind'>[] } = {
  issue: [
    some,
    { amount: '1', of: 'Points', to: 'root' },
    { amount: '1500', of: 'Points', to: 'child' },
    { amount: '5', of: 'Currency EUR', to: 'referrer' },
    { amount: '2', of: 'Punches', subtrack: 'Espresso' },
    ...bounds.map((cappedBy) => ({ ...some, cappedBy, asked: '7.5' })),
    { ...some, cappedBy: 'min' },
  ],
  redeem: [some, { ...some, refused: 13 }],
  convert: [{ amount: '300', of: 'Points', into: { amount: '3', of: 'Currency USD' } }, { amount: '0' }],
  discount: [
    { amount: '0.4', of: '10 %', currency: 'USD' },
    { of: '12.5 %' },
    { amount: '2', of: 'amount', currency: 'USD' },
    { amount: '2', of: 'unitPrice', currency: 'USD' },
    { amount: '2', of: 'groupPrice', currency: 'USD' },
    { amount: '2', of: 'amount', currency: 'USD', on: 'shipping' },
    { amount: '2', of: '50 %', currency: 'USD', on: 'shipping' },
  ],
  addProduct: [
    { amount: '1', of: 'ESP', currency: 'USD', price: '0' },
    { amount: '1', of: 'ESP', currency: 'USD', price: '0', off: '2.50' },
    { amount: '2', of: 'UNKNOWN', currency: 'USD', price: '1.5', off: '2.00' },
  ],
  block: [{ of: 'Not today' }],
  allocateCoupon: [{ of: 'vip' }, { of: 'vip', to: 'referrer' }],
  notify: [
    { of: 'direct' },
    { of: 'email', to: 'referrer' },
    { of: 'sms', after: { hours: 1 } },
    { of: 'push', after: { days: 3 } },
  ],
  logEvent: [{ of: 'visit' }, { of: 'visit', to: 'child' }],
  enroll: [{ of: 'rewards' }],
  setDemographic: [{ of: 'drink' }],
  personalOffer: (['percentageDiscount', 'newGroupPrice', 'bogo', 'absoluteDiscount'] as const).map((of) => ({ of })),
  nothing: [
    ...resultNames.map((result) => ({ result, of: 'vip', reason: 'noCard' as const })),
    ...(Object.keys(wordsIn('en').effects.reasons) as (keyof ExplanationWords['effects']['reasons'])[]).map(
      (reason) => ({ result: 'issue' as const, to: 'referrer' as const, reason }),
    ),
    { result: 'block' },
  ],
}

function effectLines(language: Language): string[] {
  const telling = tellingIn(language)
  return Object.entries(effects).flatMap(([kind, all]) =>
    all.map((one) => `${kind}: ${explainEffect({ kind: kind as EffectSummary['kind'], ...one }, telling)}`),
  )
}

/** Every fact with every way to compare it: what is asked, why it fails, and why where nothing is known. */
function factLines(language: Language): string[] {
  const { names } = tellingIn(language)
  return everyCondition().map((condition) => {
    const asked = condition as unknown as Comparison
    const { fact, op } = asked
    const observed =
      ({ date: '2026-07-14', text: 'Carla' } as Record<string, string>)[factTable[fact]?.type ?? ''] ?? '3'
    const failed = { path: 'when[0]', fact, op, observed }
    const told = [
      conditionWords(asked, names),
      failureWords(failed, asked, names),
      failureWords({ ...failed, observed: null }, asked, names),
    ]
    return `${fact} ${op}: ${told.join(' | ')}`
  })
}

function standingLines(language: Language): string[] {
  const { standings, conditions, marks } = wordsIn(language)
  const members = ['a', 'b']
  const group = { path: 'when[0]', needed: 2, of: 3, held: 1 }
  return [
    ...textsIn(wordsIn(language)).filter((text) => Object.values(standings.kinds).includes(text)),
    standings.refused(112, 'Summer / Cold'),
    standings.unseen('a'),
    ...(['all', 'any', 'atLeast', 'none'] as const).flatMap((kind) => [
      conditions.group({ ...group, group: kind }, members),
      conditions.group({ ...group, group: kind }, undefined),
    ]),
    conditions.all('a; b'),
    conditions.any('a; b'),
    conditions.none('a; b'),
    conditions.atLeast(2, 'a; b'),
    ...(['early', 'late', 'usedUp', 'usedUpByCard', 'noCard'] as const).map((by) => marks.blockedCode('SUMMER10', by)),
  ]
}
