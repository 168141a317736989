import assert from 'node:assert/strict'
import test from 'node:test'
import type { BrandDocument } from '../../server/domain/brand/document.ts'
import type { CallFacts, Choice } from '../../server/domain/campaign/call-facts.ts'
import { compileCampaigns } from '../../server/domain/campaign/compile.ts'
import { FiredRules } from '../../server/domain/campaign/fired-rules.ts'
import { collectNeeds, judge, judgeOffer } from '../../server/domain/campaign/judge.ts'
import { restOf } from '../../server/domain/campaign/nearness.ts'
import { needKey } from '../../server/domain/campaign/needs.ts'
import {
  isSilent,
  summarize,
  type Trace,
  type TraceEntry,
  traceFired,
  traceSilent,
} from '../../server/domain/campaign/trace.ts'
import { conditionUuid, resultUuid } from '../../server/domain/campaign/uuids.ts'
import { explainCall } from '../../server/domain/explanation/explanation.ts'
import { explanationLines } from '../../server/domain/explanation/explanation-lines.ts'
import { basket, documentOf, facts, type Raw, rule, ruleOf, rulesOf } from '../support/campaign-fixture.ts'

const rewardsOnly: Raw = { fact: 'program.id', op: '=', value: 'rewards' }
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The explanation of a call that is no checkout: of nothing but its trace. */
function linesOf(trace: Trace, document: BrandDocument): string[] {
  const call = {
    requestRef: '',
    operation: 'test',
    callType: 'CHECKOUT_COMPLETE',
    happenedAt: 0,
    hasCard: true,
  } as const
  return explanationLines(explainCall({ ...call, trace }, document, compileCampaigns(document)))
}

test('rules run by the priority of their campaign, then in the order of the file; inactive ones do not', () => {
  const { rules } = compileCampaigns(
    documentOf([
      { id: 'late', priority: 200, rules: [rule('a'), rule('b')] },
      { id: 'usual', rules: [rule('a')] },
      { id: 'off', active: false, rules: [rule('a')] },
      { id: 'early', priority: -1, rules: [rule('b'), rule('a')] },
      { id: 'usual-too', rules: [rule('a')] },
    ]),
  )
  assert.deepEqual(
    rules.map(({ id }) => id),
    ['early/b', 'early/a', 'usual/a', 'usual-too/a', 'late/a', 'late/b'],
  )
})

test('rules for roots, for children, and for both', () => {
  const kinds = (target: Raw) => [
    judge(ruleOf(target), facts()).kind,
    judge(ruleOf(target), facts({ target: 'child' })).kind,
  ]
  assert.deepEqual(kinds({}), ['holds', 'otherTarget'])
  assert.deepEqual(kinds({ target: 'root' }), ['holds', 'otherTarget'])
  assert.deepEqual(kinds({ target: 'child' }), ['otherTarget', 'holds'])
  assert.deepEqual(kinds({ target: 'any' }), ['holds', 'holds'])
})

test('a rule answers to its trigger only, and a segment rule to its segment', () => {
  assert.equal(judge(ruleOf({ trigger: 'request' }), facts()).kind, 'otherTrigger')
  const enters = ruleOf({ trigger: 'segment', segment: { id: 'drifting', on: 'enter' } })
  const change = (id: string, on: 'enter' | 'leave') =>
    judge(enters, facts({ trigger: 'segment', segmentChange: { id, on } })).kind
  assert.equal(change('drifting', 'enter'), 'holds')
  assert.equal(change('drifting', 'leave'), 'otherTrigger')
  assert.equal(change('regulars', 'enter'), 'otherTrigger')
})

test('of an exclusive group only the first that fires does, and each rule fires once', () => {
  const breakfast = ruleOf({ exclusive: 'breakfast' })
  const fired = new FiredRules([{ id: 'c/other', exclusive: 'breakfast' }])
  assert.deepEqual(judge(breakfast, facts({ fired })), { kind: 'excluded', by: 'c/other', group: 'breakfast' })
  assert.equal(
    judge(breakfast, facts({ fired: new FiredRules([{ id: 'c/other', exclusive: 'lunch' }]) })).kind,
    'holds',
  )
  assert.equal(judge(ruleOf(), facts({ fired })).kind, 'holds')
  assert.equal(judge(ruleOf(), facts({ fired: new FiredRules([{ id: 'c/r' }]) })).kind, 'firedAlready')
})

test('a rule that takes its firing back excludes nobody, and leaves those before it as they were', () => {
  const fired = new FiredRules([{ id: 'c/a', exclusive: 'lunch' }])
  fired.add({ id: 'c/b', exclusive: 'lunch' })
  fired.add({ id: 'c/c', exclusive: 'dinner' })
  fired.takeBack({ id: 'c/c', exclusive: 'dinner' })
  fired.takeBack({ id: 'c/b', exclusive: 'lunch' })
  assert.deepEqual([fired.count, fired.has('c/a'), fired.has('c/b'), fired.has('c/c')], [1, true, false, false])
  assert.deepEqual([fired.firstOf('lunch'), fired.firstOf('dinner')], ['c/a', undefined])
})

const drink = (id: string, maxSelected = 1) => ({ option: { id, group: 'drinks', maxSelected } })
const [tea, coffee, both, alone] = rulesOf([
  rule('tea', drink('tea')),
  rule('coffee', drink('coffee')),
  rule('both', drink('cake', 2)),
  rule('alone', { option: { id: 'bag' }, when: [{ fact: 'checkout.total', op: '>=', value: 20 }] }),
])

test('options run when chosen, and none of a group when too many are', () => {
  assert(tea && coffee && both && alone)
  const choose = (...ids: string[]): Partial<CallFacts> => ({ choices: ids.map((optionId): Choice => ({ optionId })) })
  const verdicts = (over: Partial<CallFacts>) => [tea, coffee, both, alone].map((one) => judge(one, facts(over)).kind)
  assert.deepEqual(verdicts({}), ['notChosen', 'notChosen', 'notChosen', 'notChosen'])
  assert.deepEqual(verdicts(choose('tea')), ['holds', 'notChosen', 'notChosen', 'notChosen'])
  assert.deepEqual(verdicts(choose('tea', 'coffee')), ['tooManyChosen', 'tooManyChosen', 'notChosen', 'notChosen'])
  assert.deepEqual(verdicts(choose('tea', 'cake')), ['tooManyChosen', 'notChosen', 'holds', 'notChosen'])
  assert.deepEqual(verdicts(choose('tea', 'coffee', 'cake')), [
    'tooManyChosen',
    'tooManyChosen',
    'tooManyChosen',
    'notChosen',
  ])
  assert.deepEqual(verdicts(choose('tea', 'tea', 'unknown')), ['holds', 'notChosen', 'notChosen', 'notChosen'])
  assert.deepEqual(verdicts(choose('bag', 'tea')), ['holds', 'notChosen', 'notChosen', 'holds'])
  const byUuid = (campaignRuleUUID: string) =>
    judge(tea, facts({ choices: [{ optionId: 'tea', campaignRuleUUID }] })).kind
  assert.equal(byUuid(tea.uuid), 'holds')
  assert.equal(byUuid(tea.uuid.toUpperCase()), 'holds')
  assert.equal(byUuid(coffee.uuid), 'notChosen')
})

test('the options whose conditions hold are offered, chosen or not', () => {
  assert(tea && alone)
  const small = facts({ checkout: { scale: 2, total: 1999, netTotal: 1999, shipping: 0, tip: 0 } })
  assert.equal(judgeOffer(tea, facts()), 'offered')
  assert.equal(judgeOffer(alone, facts()), 'offered')
  assert.equal(judgeOffer(alone, small), 'notOffered')
  assert.equal(judgeOffer(ruleOf(), facts()), 'notOffered')
})

test("a first look at all rules tells everything that must be fetched, but no brand's counter", () => {
  const rules = rulesOf([
    rule('a', { when: [{ fact: 'history.checkouts', op: '>=', value: 1 }], limit: { times: 1 } }),
    rule('b', { when: [{ fact: 'history.checkouts', op: '>=', value: 9 }], limit: { times: 1, per: 'brand' } }),
    rule('c', { limit: { times: 1, per: 'brand' } }),
    rule('d', {
      when: [
        { fact: 'event.count', op: '>', value: 1 },
        { fact: 'checkout.total', op: '<', value: 1 },
      ],
    }),
    rule('e', { option: { id: 'x' }, when: [{ fact: 'segment', op: '=', value: 'regulars' }] }),
  ])
  assert.deepEqual(collectNeeds(rules, facts()), [
    { kind: 'history' },
    { kind: 'counter', rule: 'c/a', per: 'card' },
    { kind: 'segments' },
  ])
})

test('UUIDs are made of ids: the same in every file, different for everything else', () => {
  const file = (name: string, id = 'earn') =>
    compileCampaigns(documentOf([{ id, name, rules: [rule('a'), rule('b')] }])).rules
  const [a, b] = file('One')
  const [again] = file('One')
  const [renamed] = file('Two')
  const [elsewhere] = compileCampaigns(documentOf([{ id: 'earn', rules: [rule('a')] }], { id: '1002' })).rules
  assert(a && b && again && renamed && elsewhere)
  assert.equal(a.uuid, again.uuid)
  assert.equal(a.uuid, renamed.uuid)
  assert.equal(a.campaign.uuid, renamed.campaign.uuid)
  assert.equal(a.campaign.revisionUuid, again.campaign.revisionUuid)
  assert.notEqual(a.campaign.revisionUuid, renamed.campaign.revisionUuid)
  const all = [a.uuid, b.uuid, elsewhere.uuid, a.campaign.uuid, elsewhere.campaign.uuid, a.campaign.revisionUuid]
  const places = [
    resultUuid('1001', a, 'then[0].issue'),
    conditionUuid('1001', a, 'when[0]'),
    conditionUuid('1001', b, 'when[0]'),
  ]
  assert.equal(new Set([...all, ...places]).size, 9)
  for (const uuid of [...all, ...places]) assert.match(uuid, uuidForm)
  assert.equal(conditionUuid('1001', a, 'campaign.when[0]'), conditionUuid('1001', b, 'campaign.when[0]'))
  // Callers keep them: they must never change.
  assert.equal(a.uuid, '5cf8dd63-6094-5f8e-b7fd-5e25d7ce7b6f')
  assert.equal(a.campaign.uuid, '3279d63a-a789-5aaa-bd2a-ff983a0fe0b0')
  const own = '5f0c6f7e-9d6b-4f0e-8a55-2f1f8c0d9e01'
  assert.equal(file('One', own)[0]?.campaign.uuid, own)
})

test('a rule is found by its UUID and by its name', () => {
  const campaigns = compileCampaigns(documentOf([{ id: 'earn', rules: [rule('a'), rule('b')] }]))
  const [, b] = campaigns.rules
  assert(b)
  assert.equal(campaigns.findByUuid(b.uuid.toUpperCase()), b)
  assert.equal(campaigns.findById('earn/b'), b)
  assert.equal(campaigns.findByUuid('5f0c6f7e-9d6b-4f0e-8a55-2f1f8c0d9e01'), undefined)
})

const document = documentOf([
  {
    id: 'earn',
    name: 'Earn points',
    when: [rewardsOnly],
    rules: [
      rule('per-dollar', { name: 'A point per dollar' }, [
        { issue: { balanceType: 'Points', amount: { give: 1, of: 'checkout.netTotal', max: 15 } } },
        { notify: { channel: 'direct', text: 'Thanks' } },
      ]),
      rule('espresso', {
        name: 'Espresso',
        when: [{ fact: 'products.quantity', where: { sku: 'ESP' }, op: '>=', value: 2 }],
      }),
      rule('big', {
        name: 'Big',
        when: [
          {
            any: [
              { fact: 'checkout.netTotal', op: '>=', value: 100 },
              { fact: 'coupon', set: 'vip' },
            ],
          },
        ],
      }),
      rule('once', { name: 'Once', limit: { times: 1, every: 'week' } }),
      rule('night', { name: 'Night', window: { from: '22:00', to: '04:00' } }),
      rule('first', { name: 'First', exclusive: 'x' }),
      rule('second', { name: 'Second', exclusive: 'x' }),
      rule('bag', { name: 'Bag', option: { id: 'bag' } }),
      rule('vip', { name: 'VIP', when: [{ fact: 'coupon', set: 'ten-off' }] }, [{ discount: { percent: 10 } }]),
    ],
  },
  { id: 'old', name: 'Old', until: '2026-01-01 00:00:00', rules: [rule('gone', { name: 'Gone' })] },
])

/** Judges and traces as a checkout does, without carrying anything out. */
function traceOf(here: CallFacts): readonly TraceEntry[] {
  const fired = new FiredRules()
  const now = { ...here, fired }
  return compileCampaigns(document)
    .rules.filter((one) => one.trigger === here.trigger)
    .map((one) => {
      const verdict = judge(one, now)
      if (isSilent(verdict)) return traceSilent(one, verdict, restOf(one, verdict, now))
      assert(verdict.kind === 'holds')
      const effects = one.results.map((result) => {
        const effect = result.effect(now)
        assert(effect.kind !== 'needs')
        return summarize(effect)
      })
      fired.add(one)
      return traceFired(one, verdict, effects)
    })
}

test('the trace says of each rule what it did, or the first thing that kept it from it', () => {
  const weekly = { kind: 'counter', rule: 'earn/once', per: 'card', since: facts().clock.startOf('week') } as const
  const trace = traceOf(
    facts({
      past: new Map([[needKey(weekly), 1]]),
      coupons: [{ id: 'T-1', set: 'ten-off', tags: [] }],
      basket: basket([{ sku: 'ESP', quantity: 1, price: 250 }]),
    }),
  )
  assert.deepEqual(JSON.parse(JSON.stringify(trace)), trace)
  assert(JSON.stringify(trace).length < 1600)
  assert.deepEqual(linesOf(trace, document), [
    'Fired:',
    "  Earn points / A point per dollar: 15 Points issued (the result's max); message in the response",
    '  Earn points / First: 1 Point issued',
    '  Earn points / VIP: 10 % off (used coupon T-1)',
    'Nearly fired:',
    '  Earn points / Once: limit reached: 1 of 1 this week for this card',
    '  Earn points / Espresso: needs 1 more ESP (has 1, needs 2)',
    '  Earn points / Big: needs one of: total after the discounts so far at least 100.00 USD; a coupon of set vip',
    '  Earn points / Night: only from 22:00 to 04:00',
    '  Earn points / Second: Earn points / First fired first, and the two do not go together (group x)',
    'Did not fire:',
    '  Also one thing short:',
    '    Earn points / Bag: its option "bag" was not chosen',
    '  Not running now:',
    '    Old / Gone: it runs only until 2026-01-01 00:00:00 America/New_York',
  ])
})

test('a trace can be read although the file has changed', () => {
  const entry = traceOf(
    facts({
      past: new Map([
        [needKey({ kind: 'counter', rule: 'earn/once', per: 'card', since: facts().clock.startOf('week') }), 0],
      ]),
    }),
  )[1]
  assert(entry)
  assert.deepEqual(linesOf([entry], documentOf([])), [
    'Did not fire:',
    '  Far from what they need:',
    '    earn/espresso: needs 2 more units (has 0, needs 2)',
  ])
})

test('what really happened is told with what was asked for', () => {
  const [only] = ruleOf({}, [{ issue: { balanceType: 'Points', amount: 20 } }]).results
  const effect = only?.effect(facts())
  assert(effect && effect.kind !== 'needs')
  const summary = summarize(effect, { amount: 10, scale: 0, cappedBy: 'maxBalance' })
  assert.deepEqual(summary, { kind: 'issue', amount: '10', of: 'Points', asked: '20', cappedBy: 'maxBalance' })
  assert.deepEqual(linesOf([{ rule: 'earn/per-dollar', fired: [summary] }], document).slice(1), [
    "  Earn points / A point per dollar: 10 Points issued (20 asked for: the value type's maxBalance: the card has no more room)",
  ])
})
