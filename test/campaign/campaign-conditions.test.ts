import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { FactValue } from '../../server/domain/brand/facts/reading.ts'
import type { Condition } from '../../server/domain/brand/rules/conditions.ts'
import { type OperatorName, operators } from '../../server/domain/brand/rules/operators.ts'
import type { PresentedCoupon } from '../../server/domain/campaign/call-facts.ts'
import { valueTest } from '../../server/domain/campaign/compare.ts'
import { judge } from '../../server/domain/campaign/judge.ts'
import { needKey } from '../../server/domain/campaign/needs.ts'
import { compareDecimals } from '../../server/ground/kernel/decimal.ts'
import { account, anonymous, facts, judgeWhen, type Raw, ruleOf } from '../support/campaign-fixture.ts'

const number = (text: string): FactValue => {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: Number(whole + fraction), scale: fraction.length }
}
const none = undefined

test('operators', () => {
  //  observed              op            value             holds
  const table: readonly (readonly [FactValue | undefined, OperatorName, unknown, boolean])[] = [
    [number('12.50'), '=', 12.5, true],
    [number('12.51'), '=', 12.5, false],
    [number('12.50'), '!=', 12.5, false],
    [number('0.3'), '=', 0.3, true],
    [number('9.99'), '<', 10, true],
    [number('10.00'), '<', 10, false],
    [number('10.00'), '<=', 10, true],
    [number('10.01'), '<=', 10, false],
    [number('10.01'), '>', 10, true],
    [number('10.00'), '>', 10, false],
    [number('10.00'), '>=', 10, true],
    [number('9.999999'), '>=', 10, false],
    [number('1'), 'between', [1, 3], true],
    [number('3.00'), 'between', [1, 3], true],
    [number('3.01'), 'between', [1, 3], false],
    [number('0.99'), 'between', [1, 3], false],
    [number('2.0'), 'in', [1, 2], true],
    [number('3'), 'in', [1, 2], false],
    [number('3'), 'notIn', [1, 2], true],
    [number('2'), 'notIn', [1, 2], false],
    ['Tea', '=', 'Tea', true],
    ['Tea', '=', 'tea', false],
    ['Tea', '!=', 'tea', true],
    ['Tea', 'in', ['Latte', 'Tea'], true],
    ['Green tea', 'contains', 'tea', true],
    ['Green tea', 'contains', 'Tea', false],
    ['Green tea', 'startsWith', 'Green', true],
    ['Green tea', 'startsWith', 'tea', false],
    ['Green tea', 'endsWith', 'tea', true],
    ['Green tea', 'endsWith', 'Green', false],
    ['2026-07-14', '<', '2026-07-15', true],
    ['2026-07-14', '>=', '2026-07-15', false],
    ['2026-07-14', 'between', ['2026-07-14', '2026-07-31'], true],
    [true, '=', true, true],
    [false, '=', true, false],
    [false, '!=', true, true],
    [['nuts', 'milk'], '=', 'milk', true],
    [['nuts', 'milk'], '=', 'soy', false],
    [['nuts', 'milk'], '!=', 'milk', false],
    [['nuts', 'milk'], '!=', 'soy', true],
    [['nuts', 'milk'], 'in', ['soy', 'nuts'], true],
    [['nuts', 'milk'], 'notIn', ['soy', 'nuts'], false],
    [['nuts', 'milk'], 'notIn', ['soy'], true],
    [['nuts', 'milk'], 'startsWith', 'mi', true],
    ['x', 'exists', none, true],
    ['x', 'missing', none, false],
    [none, '=', 'x', false],
    [none, '!=', 'x', true],
    [none, '<', 5, false],
    [none, '<=', 5, false],
    [none, '>', 5, false],
    [none, '>=', 5, false],
    [none, 'between', [0, 5], false],
    [none, 'in', ['x'], false],
    [none, 'notIn', ['x'], true],
    [none, 'contains', 'x', false],
    [none, 'startsWith', 'x', false],
    [none, 'endsWith', 'x', false],
    [none, 'exists', none, false],
    [none, 'missing', none, true],
  ]
  for (const [observed, op, value, holds] of table) {
    const test = valueTest({ op, ...(value === undefined ? {} : { value: value as string }) })
    assert.equal(test(observed), holds, `${JSON.stringify(observed)} ${op} ${JSON.stringify(value)}`)
  }
  assert.deepEqual(new Set(table.map(([, op]) => op)), new Set(Object.keys(operators)), 'every operator is tried')
})

test('numbers are compared exactly, at any scale', () => {
  const part = fc.record({
    units: fc.integer({ min: -(10 ** 15), max: 10 ** 15 }),
    scale: fc.integer({ min: 0, max: 12 }),
  })
  fc.assert(
    fc.property(part, part, (a, b) => {
      const left = BigInt(a.units) * 10n ** BigInt(12 - a.scale)
      const right = BigInt(b.units) * 10n ** BigInt(12 - b.scale)
      assert.equal(Math.sign(compareDecimals(a, b)), left < right ? -1 : left > right ? 1 : 0)
    }),
  )
})

const yes: Raw = { fact: 'program.id', op: '=', value: 'rewards' }
const no: Raw = { fact: 'program.id', op: '=', value: 'gift' }

test('groups', () => {
  const table: readonly (readonly [Raw, boolean])[] = [
    [{ all: [yes, yes] }, true],
    [{ all: [yes, no] }, false],
    [{ all: [] }, true],
    [{ any: [no, yes] }, true],
    [{ any: [no, no] }, false],
    [{ any: [] }, false],
    [{ none: [no, no] }, true],
    [{ none: [no, yes] }, false],
    [{ none: [] }, true],
    [{ atLeast: 2, of: [yes, no, yes] }, true],
    [{ atLeast: 2, of: [yes, no, no] }, false],
    [{ atLeast: 3, of: [yes, yes, yes] }, true],
    [{ any: [{ all: [yes, no] }, { none: [{ any: [no, no] }] }] }, true],
    [{ none: [{ none: [yes] }] }, true],
    [{ none: [{ atLeast: 2, of: [yes, yes] }] }, false],
  ]
  for (const [condition, holds] of table) {
    assert.equal(judgeWhen([condition]).kind, holds ? 'holds' : 'failed', JSON.stringify(condition))
  }
})

test('the first condition that fails is named, with what it expects and what was there', () => {
  const spends = { fact: 'checkout.netTotal', op: '>=', value: 25 }
  const failure = (when: readonly Raw[], over = {}) => {
    const verdict = judgeWhen(when, over)
    return verdict.kind === 'failed' ? verdict.failure : verdict
  }
  assert.deepEqual(failure([yes, spends, no]), {
    path: 'when[1]',
    fact: 'checkout.netTotal',
    op: '>=',
    expected: '25',
    observed: '18.5',
  })
  assert.deepEqual(failure([{ all: [yes, { all: [spends] }] }]), {
    path: 'when[0].all[1].all[0]',
    fact: 'checkout.netTotal',
    op: '>=',
    expected: '25',
    observed: '18.5',
  })
  assert.deepEqual(failure([{ any: [no, spends] }]), { path: 'when[0]', group: 'any', needed: 1, of: 2, held: 0 })
  assert.deepEqual(failure([{ atLeast: 2, of: [yes, no, no] }]), {
    path: 'when[0]',
    group: 'atLeast',
    needed: 2,
    of: 3,
    held: 1,
  })
  assert.deepEqual(failure([{ none: [no, yes] }]), { path: 'when[0]', group: 'none', needed: 0, of: 2, held: 1 })
  assert.deepEqual(failure([{ fact: 'employee.id', op: 'exists' }]), {
    path: 'when[0]',
    fact: 'employee.id',
    op: 'exists',
    observed: null,
  })
  assert.deepEqual(failure([{ fact: 'request.hour', op: 'in', value: [1, 2, 3, 4, 5, 6, 7] }]), {
    path: 'when[0]',
    fact: 'request.hour',
    op: 'in',
    expected: ['1', '2', '3', '4', '5', 'and 2 more'],
    observed: '8',
  })
})

test('what customers say about themselves does not get into the explanation', () => {
  for (const condition of [
    { fact: 'customer.firstName', op: '=', value: 'Ben' },
    { fact: 'customer.birthday', op: '=', value: '2000-01-01' },
    { fact: 'demographic', name: 'drink', op: '=', value: 'Latte' },
  ]) {
    const verdict = judgeWhen([condition])
    assert(verdict.kind === 'failed' && 'observed' in verdict.failure)
    assert.equal(verdict.failure.observed, '(set)')
  }
})

test("a campaign's own conditions come first and are named as such", () => {
  const rule = ruleOf({ when: [{ fact: 'location.id', op: '=', value: 'L2' }] })
  assert.equal(rule.firstCondition, 'when[0]')
  const verdict = judge(rule, facts())
  assert(verdict.kind === 'failed')
  assert.equal(verdict.failure.path, 'when[0]')
})

const regular: Raw = { fact: 'history.checkouts', op: '>=', value: 4 }
const named: Raw = { fact: 'customer.firstName', op: '=', value: 'Ana' }

test('nothing is fetched for a rule that what is at hand decides', () => {
  assert.equal(judgeWhen([regular, no]).kind, 'failed')
  assert.equal(judgeWhen([{ any: [regular, yes] }]).kind, 'holds')
  assert.equal(judgeWhen([{ none: [regular, yes] }]).kind, 'failed')
  assert.equal(judgeWhen([{ atLeast: 1, of: [regular, yes] }]).kind, 'holds')
  assert.equal(judge(ruleOf({ when: [regular] }), anonymous()).kind, 'failed')
})

test('what is needed is asked for at once, each thing once', () => {
  const { account: _account, ...unread } = facts()
  const spent = { fact: 'history.spend', op: '>=', value: 10 }
  const counted = { give: 1, of: 'event.count' }
  const rule = ruleOf({ when: [regular, named, { any: [spent, regular] }, yes], limit: { times: 1, every: 'day' } }, [
    { issue: { balanceType: 'Points', amount: counted } },
  ])
  const verdict = judge(rule, unread)
  assert(verdict.kind === 'needs')
  assert.deepEqual(
    verdict.needs.map((need) => need.kind),
    ['account', 'history', 'counter', 'events'],
  )
})

test('the explanation does not depend on what happens to be known', () => {
  const rule = ruleOf({ when: [regular, { fact: 'history.spend', within: { days: 9 }, op: '<', value: 0 }, named] })
  const none = { units: 0, scale: 0 }
  const sums = { checkouts: 1, spend: none, spent: [], quantity: none, locations: [] }
  const first = judge(rule, facts())
  assert(first.kind === 'needs')
  const answers = first.needs.map((need) => [needKey(need), sums] as const)
  for (const answer of answers)
    assert.equal(judge(rule, facts({ past: new Map([answer]) })).kind, answer === answers[0] ? 'failed' : 'needs')
  const verdict = judge(rule, facts({ past: new Map(answers) }))
  assert(verdict.kind === 'failed')
  assert.equal(verdict.failure.path, 'when[0]')
})

const vip: Raw = { fact: 'coupon', set: 'vip', value: true }
const tenOff: Raw = { fact: 'coupon', set: 'ten-off', value: true }
const summer: Raw = { fact: 'coupon', tag: 'summer', value: true }
const v1: PresentedCoupon = { id: 'V1', set: 'vip', tags: [] }
const v2: PresentedCoupon = { id: 'V2', set: 'vip', tags: ['summer'] }
const t1: PresentedCoupon = { id: 'T1', set: 'ten-off', tags: [] }

test('a firing consumes the coupons that made the rule hold, and no others', () => {
  //  conditions                          presented     consumed       put down to
  const table: readonly (readonly [readonly Raw[], readonly PresentedCoupon[], readonly string[], string])[] = [
    [[vip], [v1, v2], ['V1'], 'when[0]'],
    [[yes, vip], [t1, v2], ['V2'], 'when[1]'],
    [[vip, tenOff], [t1, v1], ['V1', 'T1'], 'when[0]'],
    [[summer, vip], [v1, v2], ['V2'], 'when[0]'],
    [[{ fact: 'coupon', value: true }], [t1, v1], ['T1'], 'when[0]'],
    [[{ any: [vip, yes] }], [v1], [], 'when[0]'],
    [[{ any: [vip, no] }], [v1], ['V1'], 'when[0].any[0]'],
    [[{ any: [vip, tenOff] }], [t1, v1], ['V1'], 'when[0].any[0]'],
    [[{ any: [vip, tenOff] }], [t1], ['T1'], 'when[0].any[1]'],
    [[{ atLeast: 2, of: [vip, yes, tenOff] }], [v1, t1], ['V1'], 'when[0].of[0]'],
    [[{ none: [vip] }], [t1], [], 'when[0]'],
    [[{ none: [{ ...vip, value: false }] }], [v1], ['V1'], 'when[0].none[0]'],
    [[{ none: [{ none: [vip] }] }], [v1], ['V1'], 'when[0].none[0].none[0]'],
    [[{ none: [{ all: [{ ...vip, value: false }, no] }] }], [v1], [], 'when[0]'],
    [[{ ...vip, op: '!=', value: false }], [v1], ['V1'], 'when[0]'],
    [[{ fact: 'coupon', set: 'vip', op: 'exists' }], [v1], [], 'when[0]'],
  ]
  for (const [when, coupons, consumed, condition] of table) {
    const verdict = judgeWhen(when, { coupons })
    assert.deepEqual(verdict, { kind: 'holds', coupons: consumed, condition }, JSON.stringify(when))
  }
  assert.equal(judgeWhen([{ none: [vip] }], { coupons: [v1] }).kind, 'failed')
  assert.equal(judgeWhen([vip, tenOff], { coupons: [v1] }).kind, 'failed')
})

/** What the groups mean, said in the plainest way. */
function meaning(condition: Condition, holds: (one: Condition) => boolean): boolean {
  if ('all' in condition) return condition.all.every((one) => meaning(one, holds))
  if ('any' in condition) return condition.any.some((one) => meaning(one, holds))
  if ('none' in condition) return !condition.none.some((one) => meaning(one, holds))
  if ('of' in condition) return condition.of.filter((one) => meaning(one, holds)).length >= condition.atLeast
  return holds(condition)
}

test('any tree of groups means what it says, coupons or not, and is judged the same twice', () => {
  const leaf = fc.constantFrom<Raw>(yes, no, vip, tenOff, { ...vip, value: false })
  const { tree } = fc.letrec<{ tree: Raw }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie('tree'), { maxLength: 3 }).map((any) => ({ any })),
      fc.array(tie('tree'), { maxLength: 3 }).map((none) => ({ none })),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((of) => ({ atLeast: 2, of })),
    ),
  }))
  const holdsWith = (coupons: readonly PresentedCoupon[]) => (one: Condition) => {
    if (!('fact' in one)) return false
    if (one.fact === 'coupon') return coupons.some((coupon) => coupon.set === one.set) === one.value
    return one.value === 'rewards'
  }
  fc.assert(
    fc.property(tree, fc.subarray([v1, t1]), (condition, coupons) => {
      const here = facts({ coupons, account })
      const rule = ruleOf({ when: [condition] })
      const verdict = judge(rule, here)
      const [required] = rule.required
      assert(required)
      assert.equal(verdict.kind === 'holds', meaning(required, holdsWith(coupons)), JSON.stringify(condition))
      assert.deepEqual(judge(rule, here), verdict)
      if (verdict.kind !== 'holds') return
      // The coupons that it takes are enough, and a rule that needs none takes none.
      const taken = coupons.filter((coupon) => verdict.coupons.includes(coupon.id))
      if (meaning(required, holdsWith([]))) return
      assert(taken.length > 0, JSON.stringify(condition))
    }),
    { numRuns: 300 },
  )
})
