import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  approversFor,
  type Colleague,
  isAlone,
  oneHandWith,
  type UserChange,
} from '../../server/domain/judge/one-hand.ts'

const person = (name: string, role: Colleague['role'] = 'administrator', more: Partial<Colleague> = {}): Colleague => ({
  name,
  role,
  isUsable: true,
  ...more,
})

const did = (by: string, kind: UserChange['kind'], subject: string, more: Partial<UserChange> = {}): UserChange => ({
  at: 0,
  kind,
  by,
  subject,
  ...more,
})

const asFinance = { roleAfter: 'finance' }
const wasFinance = { roleBefore: 'finance' }

test('whoever had a login in their hands counts as one person with it, through others as well', () => {
  const rows: readonly [changes: readonly UserChange[], of: string, one: readonly string[]][] = [
    [[], 'ana', []],
    [[did('ana', 'invited', 'bo')], 'ana', ['bo']],
    [[did('ana', 'invited', 'bo')], 'bo', ['ana']],
    [[did('ana', 'reset', 'bo'), did('bo', 'invited', 'cy')], 'ana', ['bo', 'cy']],
    [[did('ana', 'invited', 'bo'), did('ana', 'changed', 'cy')], 'bo', ['ana', 'cy']],
    [[did('ana', 'removed', 'bo'), did('ana', 'disabled', 'cy')], 'ana', []],
    [[did('bo', 'invited', 'cy')], 'ana', []],
  ]
  for (const [changes, of, one] of rows)
    assert.deepEqual([...oneHandWith(of, { colleagues: [], changes })].sort(), one, JSON.stringify(changes))
})

test('those can approve who may, can log in, are there for the place and of another hand', () => {
  const colleagues = [
    person('ana'),
    person('bo', 'finance'),
    person('cy', 'support'),
    person('di', 'finance', { isUsable: false }),
    person('ed', 'finance', { locations: new Set(['L1']) }),
    person('flo', 'finance'),
  ]
  const company = { colleagues, changes: [did('ana', 'reset', 'flo')] }
  assert.deepEqual(approversFor('ana', company), ['bo'])
  assert.deepEqual(approversFor('ana', company, 'L1'), ['bo', 'ed'])
  assert.deepEqual(approversFor('cy', company, 'L2'), ['ana', 'bo', 'flo'])
})

test('nobody becomes alone by keeping others out, resetting them or letting them in again', () => {
  const ana = person('ana')
  const bo = person('bo', 'finance')
  const rows: readonly [colleagues: readonly Colleague[], changes: readonly UserChange[], alone: boolean][] = [
    [[ana], [], true],
    [[ana, person('cy', 'support')], [], true],
    [[ana, bo], [], false],
    [[ana, person('bo', 'finance', { locations: new Set(['L1']) })], [], true],
    // Whoever was invited a moment ago is no second person yet, and no reason to wait for one.
    [[ana, bo], [did('ana', 'invited', 'bo', asFinance)], true],
    [[ana, bo], [did('ana', 'changed', 'bo', { roleBefore: 'support', roleAfter: 'finance' })], true],
    [[ana], [did('ana', 'invited', 'bo', asFinance), did('ana', 'removed', 'bo', wasFinance)], true],
    [[ana, bo], [did('cy', 'invited', 'bo', asFinance)], false],
    [[ana, bo], [did('ana', 'reset', 'bo')], false],
    [[ana], [did('ana', 'removed', 'bo', wasFinance)], false],
    [[ana, bo], [did('ana', 'removed', 'bo', wasFinance), did('ana', 'invited', 'bo', asFinance)], false],
    [[ana, person('bo', 'readOnly')], [did('ana', 'changed', 'bo', { ...wasFinance, roleAfter: 'readOnly' })], false],
    [[ana, person('bo', 'finance', { isUsable: false })], [did('ana', 'disabled', 'bo')], false],
    // By a login that one has in one's hands.
    [
      [ana, person('cy')],
      [did('ana', 'invited', 'cy', { roleAfter: 'administrator' }), did('cy', 'removed', 'bo', wasFinance)],
      false,
    ],
    // Somebody else did it.
    [[ana], [did('zoe', 'removed', 'bo', wasFinance)], true],
  ]
  for (const [colleagues, changes, alone] of rows)
    assert.equal(isAlone('ana', { colleagues, changes }), alone, JSON.stringify([colleagues, changes]))
})
