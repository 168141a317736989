import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { CallFacts } from '../../server/domain/campaign/call-facts.ts'
import { compileCampaigns } from '../../server/domain/campaign/compile.ts'
import { judge } from '../../server/domain/campaign/judge.ts'
import { anonymous, basket, documentOf, facts, type Raw, rewards, rule } from '../support/campaign-fixture.ts'

const gift = { ...rewards, id: 'gift', valueTypes: [] }

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values)
const skus = fc.subarray(['ESP', 'DOPPIO', 'BUN', 'TEA'], { minLength: 1 })
const numbers = pick<Raw>(
  { op: '>=', value: 1 },
  { op: '>=', value: 0 },
  { op: '>', value: 0 },
  { op: '<', value: 2 },
  { op: '=', value: 0 },
  { op: '=', value: 2 },
  { op: '!=', value: 0 },
  { op: 'in', value: [0, 2] },
  { op: 'notIn', value: [0] },
  { op: 'between', value: [1, 5] },
  { op: 'between', value: [0, 5] },
  { op: 'exists' },
  { op: 'missing' },
)
const filters = fc.oneof(
  skus.map((sku) => ({ sku })),
  pick<Raw>(
    { category: ['drinks'] },
    { category: ['bakery'], minUnitPrice: 3 },
    { parent: ['COFFEE'] },
    { maxUnitPrice: 3 },
  ),
)
const leaves = fc.oneof(
  fc
    .tuple(pick('products.quantity', 'products.total', 'products.lines'), filters, numbers)
    .map(([fact, where, test]) => ({ fact, where, ...test })),
  fc.tuple(pick('=', '!='), pick('rewards', 'gift')).map(([op, value]) => ({ fact: 'program.id', op, value })),
  fc
    .tuple(pick('in', 'notIn'), fc.subarray(['L1', 'L2', 'WEB'], { minLength: 1 }))
    .map(([op, value]) => ({ fact: 'location.id', op, value })),
  pick<Raw>({ fact: 'location.group', op: '=', value: 'harbor' }, { fact: 'location.group', op: 'missing' }),
  fc
    .tuple(pick<Raw>({ set: 'vip' }, { set: 'ten-off' }, { tag: 'summer' }, {}), pick('=', '!='), fc.boolean())
    .map(([asked, op, value]) => ({ fact: 'coupon', ...asked, op, value })),
  fc.tuple(pick('a', 'b'), pick('=', '!=', 'contains')).map(([key, op]) => ({ fact: 'keyValue', key, op, value: '1' })),
  pick<Raw>(
    { fact: 'checkout.netTotal', op: '>=', value: 10 },
    { fact: 'request.callType', op: '=', value: 'ALLOCATE' },
    { fact: 'card.setId', op: '=', value: 'cards' },
  ),
)
const { tree } = fc.letrec<{ tree: Raw }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('tree'), { maxLength: 3 }).map((any) => ({ any })),
    fc.array(tie('tree'), { maxLength: 2 }).map((none) => ({ none })),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((of) => ({ atLeast: 2, of })),
  ),
}))
const rules = fc.array(fc.tuple(pick('checkout', 'request'), fc.array(tree, { maxLength: 3 })), {
  minLength: 1,
  maxLength: 12,
})

const manyFacts: fc.Arbitrary<CallFacts> = fc
  .record({
    trigger: pick<'checkout' | 'request'>('checkout', 'request'),
    callType: pick('CHECKOUT_COMPLETE', 'ALLOCATE'),
    program: pick(rewards, gift),
    location: pick(
      { id: 'L1', group: 'harbor', country: 'US' },
      { id: 'L2', group: 'city', country: 'US' },
      { id: 'WEB', country: 'US' },
    ),
    lines: fc.array(
      fc.record({ sku: pick('ESP', 'DOPPIO', 'BUN', 'TEA'), quantity: pick(1, 2, 3), price: pick(0, 250, 400) }),
      { maxLength: 3 },
    ),
    coupons: fc.subarray([
      { id: 'A', set: 'vip', tags: ['summer'] },
      { id: 'B', set: 'ten-off', tags: [] },
    ]),
    keyValues: fc.subarray([
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ]),
    hasCard: fc.boolean(),
  })
  .map(({ lines, hasCard, ...over }) => {
    const made = (hasCard ? facts : anonymous)({ ...over, basket: basket(lines) })
    const { basket: _basket, checkout: _checkout, ...bare } = made
    return made.trigger === 'checkout' ? made : bare
  })

test('looking rules up finds all that fire, in order, whatever they ask for', () => {
  fc.assert(
    fc.property(rules, fc.array(manyFacts, { minLength: 1, maxLength: 4 }), (given, many) => {
      const made = given.map(([trigger, when], index) => rule(`r${index}`, { trigger, when }))
      const campaigns = compileCampaigns(documentOf([{ id: 'c', rules: made }]))
      for (const here of many) {
        const firing = (list: typeof campaigns.rules) =>
          list.filter((one) => judge(one, here).kind === 'holds').map(({ id }) => id)
        assert.deepEqual(firing(campaigns.candidates(here)), firing(campaigns.rules))
      }
    }),
    { numRuns: 200 },
  )
})

const sku = (value: string, op = '>=', count = 1): Raw => ({
  fact: 'products.quantity',
  where: { sku: value },
  op,
  value: count,
})
const inRewards: Raw = { fact: 'program.id', op: '=', value: 'rewards' }

test('a rule is looked at only where the rarest thing that it asks for is there', () => {
  const campaigns = compileCampaigns(
    documentOf([
      {
        id: 'c',
        when: [inRewards],
        rules: [
          rule('always'),
          rule('espresso', { when: [sku('ESP')] }),
          rule('bun', { when: [{ all: [{ fact: 'checkout.total', op: '>', value: 1 }, sku('BUN')] }] }),
          rule('either', { when: [{ any: [sku('ESP'), { fact: 'coupon', set: 'vip' }] }] }),
          rule('parent', { when: [{ fact: 'products.total', where: { parent: 'COFFEE' }, op: '>', value: 0 }] }),
          rule('no-bun', { when: [{ none: [sku('BUN')] }] }),
          rule('coupon', { when: [{ fact: 'coupon', set: 'ten-off' }] }),
          rule('city', { when: [{ fact: 'location.id', op: '=', value: 'L2' }] }),
          rule('request', { trigger: 'request' }),
        ],
      },
      { id: 'ended', until: '2026-01-01 00:00:00', rules: [rule('always')] },
    ]),
  )
  const found = (over: Partial<CallFacts>) => campaigns.candidates(facts(over)).map(({ id }) => id.slice(2))
  assert.deepEqual(found({}), ['always', 'no-bun'])
  assert.deepEqual(found({ basket: basket([{ sku: 'BUN', quantity: 1, price: 1 }]) }), ['always', 'bun', 'no-bun'])
  const espresso = { basket: basket([{ sku: 'ESP', quantity: 1, price: 1 }]) }
  assert.deepEqual(found(espresso), ['always', 'espresso', 'either', 'parent', 'no-bun'])
  assert.deepEqual(found({ coupons: [{ id: 'V', set: 'vip', tags: [] }] }), ['always', 'either', 'no-bun'])
  assert.deepEqual(found({ location: { id: 'L2', country: 'US' } }), ['always', 'no-bun', 'city'])
  assert.deepEqual(found({ program: gift }), [])
  assert.deepEqual(found({ trigger: 'request' }), ['request'])
})

test('of many rules that ask for more than there is, only the nearest are looked at', () => {
  const from = (value: number, ...more: readonly Raw[]) =>
    rule(`from-${value}`, { when: [...more, { fact: 'checkout.netTotal', op: '>=', value }] })
  const levels = Array.from({ length: 30 }, (_, index) => 10 * (30 - index))
  const found = (rules: readonly Raw[], netTotal: number) =>
    compileCampaigns(documentOf([{ id: 'c', rules }]))
      .candidates(facts({ checkout: { scale: 2, total: netTotal, netTotal, shipping: 0, tip: 0 } }))
      .map(({ id }) => id.slice('c/from-'.length))
  const plain = levels.map((level) => from(level))
  assert.deepEqual(found(plain, 1999), ['60', '50', '40', '30', '20', '10'])
  assert.deepEqual(found(plain, 2000), ['70', '60', '50', '40', '30', '20', '10'])
  const ofProgram = levels.map((level) => from(level, inRewards))
  assert.deepEqual(found(ofProgram, 1999), ['60', '50', '40', '30', '20', '10'], 'which says more than the program')
  assert.deepEqual(found(plain.slice(-4), 0), ['40', '30', '20', '10'], 'a few are always explained')
})

test('no rule is missed whose amount is reached, to the last digit', () => {
  const amounts = fc.integer({ min: 0, max: 300_000 })
  const tests = fc.array(
    fc.tuple(pick('>=', '>', '=', 'between', 'in', '<', '!='), amounts, pick('total', 'netTotal')),
    {
      minLength: 8,
      maxLength: 30,
    },
  )
  fc.assert(
    fc.property(tests, fc.array(amounts, { minLength: 1, maxLength: 5 }), (asked, totals) => {
      const made = asked.map(([op, minor, fact], index) => {
        const value = op === 'between' || op === 'in' ? [minor / 1000, (minor + 1000) / 1000] : minor / 1000
        return rule(`r${index}`, { when: [{ fact: `checkout.${fact}`, op, value }] })
      })
      const campaigns = compileCampaigns(documentOf([{ id: 'c', rules: made }]))
      for (const total of [...totals, ...asked.map(([, minor]) => minor)]) {
        const here = facts({ checkout: { scale: 3, total, netTotal: total, shipping: 0, tip: 0 } })
        const firing = (list: typeof campaigns.rules) =>
          list.filter((one) => judge(one, here).kind === 'holds').map(({ id }) => id)
        assert.deepEqual(firing(campaigns.candidates(here)), firing(campaigns.rules))
      }
    }),
    { numRuns: 100 },
  )
})
