import assert from 'node:assert/strict'
import test from 'node:test'
import type { Condition } from '../../server/domain/brand/rules/conditions.ts'
import { aboutCard } from '../../server/domain/campaign/about-card.ts'

const card: Condition = { fact: 'card.isEnrolled', op: '=', value: true }
const other: Condition = { fact: 'customer.age', op: '>', value: 17 }
const call: Condition = { fact: 'checkout.total', op: '>', value: 5 }

test('conditions about the card are separated from those about the call', () => {
  const rows: readonly (readonly [conditions: readonly Condition[], left: readonly Condition[]])[] = [
    [
      [card, call, other],
      [card, other],
    ],
    [[call], []],
    // What must all hold can be judged in part; so can what none of may hold.
    [[{ all: [card, call] }], [{ all: [card] }]],
    [[{ none: [card, call] }], [{ none: [card] }]],
    [[{ none: [{ any: [card, call] }] }], [{ none: [{ any: [card] }] }]],
    [[{ all: [call, { all: [call] }] }], []],
    // A choice between both stands as it was made.
    [[{ any: [card, call] }], []],
    [[{ atLeast: 1, of: [card, call] }], []],
    [[{ none: [{ all: [card, call] }] }], []],
    [[{ any: [{ none: [call] }, card] }], []],
    [[{ none: [{ none: [card, call] }] }], []],
    // Where what is about the call cannot be enough, the rest must still hold.
    [[{ atLeast: 2, of: [card, call] }], [{ atLeast: 1, of: [card] }]],
    [[{ atLeast: 2, of: [card, other, call] }], [{ atLeast: 1, of: [card, other] }]],
    [[{ atLeast: 2, of: [{ all: [card, call] }, other] }], [{ atLeast: 2, of: [{ all: [card] }, other] }]],
    [[{ atLeast: 2, of: [card, call, call] }], []],
    [[{ none: [{ atLeast: 2, of: [card, other, call] }] }], [{ none: [{ atLeast: 2, of: [card, other] }] }]],
    [[{ none: [{ atLeast: 2, of: [card, call] }] }], []],
    // A choice about the card alone is judged as a whole.
    [[{ any: [card, other] }], [{ any: [card, other] }]],
    [[{ all: [{ atLeast: 2, of: [card, other] }, call] }], [{ all: [{ atLeast: 2, of: [card, other] }] }]],
    [[{ any: [card, { all: [other] }] }, call], [{ any: [card, { all: [other] }] }]],
  ]
  for (const [conditions, left] of rows) assert.deepEqual(aboutCard(conditions), left, JSON.stringify(conditions))
})
