import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Shared } from './counters.ts'
import { Coverage } from './coverage.ts'
import { Customer } from './customer.ts'
import { ladderOf } from './model-brand.ts'
import { predict } from './predict.ts'
import type { Step } from './steps.ts'
import { allPairs, allRefusals, changesBetween, coverageLines, pairsOf, rarest, stateOf } from './watch.ts'

const now = Date.UTC(2027, 0, 4, 12)
const issue: Step = { kind: 'issue', type: 'Points', amount: 20, returned: false, months: 0, child: false }
const cancel: Step = { kind: 'cancel', deed: 0, resets: false }

/** A customer to whom these things have happened, a month apart. */
function after(steps: readonly Step[]) {
  const customer = new Customer('1', new Shared(), ladderOf(0))
  const story = steps.map((step, place) => {
    const at = Date.UTC(2027, place - steps.length, 4, 12)
    const refusedWith = predict(customer, step, { now: at, ref: `R${place}`, seen: undefined, asking: undefined })
    return { at, step, refusedWith }
  })
  return { customer, story, now }
}

test('what happened between something and its undoing is counted, and so is that it was refused', () => {
  const short: Step = { kind: 'redeem', type: 'Points', amount: 500, most: false, child: false }
  const { customer, story } = after([issue, { kind: 'hold', type: 'Points', amount: 5 }, short])
  const pairs = pairsOf(customer, story, cancel, now)
  assert.deepEqual(pairs.toSorted(), ['issue, a month, void', 'issue, hold, void', 'issue, refused, void'])
  for (const pair of pairs) assert.ok(allPairs.includes(pair), pair)
  assert.deepEqual(pairsOf(customer, story, { kind: 'cancel', deed: 2, resets: false }, now), [])
})

test('of several steps, the one comes of which the least was seen', () => {
  const room = { coverage: new Coverage(), ...after([issue]) }
  room.coverage.see('operations', ['issue Points', 'issue Points', 'cancel', 'choose'])
  assert.equal(rarest([issue, { kind: 'suspend' }, { kind: 'choose' }], room)?.kind, 'suspend')
  room.coverage.see('operations', ['suspend', 'suspend', 'suspend'])
  assert.equal(rarest([issue, { kind: 'suspend' }, { kind: 'choose' }], room)?.kind, 'choose')
  assert.equal(rarest([{ kind: 'choose' }, cancel], room)?.kind, 'cancel', 'a void of this after that is new')
  room.coverage.see('pairs', pairsOf(room.customer, room.story, cancel, now))
  room.coverage.see('operations', ['cancel'])
  assert.equal(rarest([cancel, { kind: 'choose' }], room)?.kind, 'cancel', 'of equals, the first')
})

test('a change of a customer is told from what to what, and what was never seen is named', () => {
  const { customer } = after([issue])
  const before = stateOf(customer, now)
  customer.isSuspended = true
  customer.hasChild = true
  const changes = changesBetween(before, stateOf(customer, now))
  assert.deepEqual(changes, ['card: active to suspended', 'child: none to one'])
  const [one, other] = [new Coverage(), new Coverage()]
  other.see('refusals', ['issue 13', 'issue 13'])
  one.add(other)
  assert.equal(one.times('refusals', 'issue 13'), 2)
  const [, , refusals = '', pairs = ''] = coverageLines(one)
  assert.ok(refusals.startsWith(`refusals 1 of ${allRefusals.length}; not yet: `), refusals)
  assert.ok(!refusals.includes('issue 13;') && refusals.includes('choose 134'), refusals)
  assert.ok(pairs.startsWith(`pairs 0 of ${allPairs.length}; not yet: `), pairs)
})
