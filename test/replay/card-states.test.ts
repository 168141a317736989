import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newState, type ReplayedCard } from '../../server/calls/replay/card-state.ts'
import { CardStates } from '../../server/calls/replay/card-states.ts'
import type { Card } from '../../server/domain/card/card.ts'

test('cards that are put away come back as they were, however often', () => {
  const states = new CardStates(10)
  const expected = new Map<number, ReplayedCard>()
  for (let id = 1; id <= 100; id += 1) {
    states.put(stateOf(id))
    expected.set(id, stateOf(id))
    if (id % 7 === 0) states.putAway()
  }
  for (let round = 0; round < 3; round += 1) {
    for (let id = 1; id <= 100; id += 1) {
      assert.deepEqual(states.get(id), expected.get(id))
      change(states.get(id), round)
      change(expected.get(id), round)
      if (id % 5 === 0) states.putAway()
    }
  }
  assert.equal(states.size, 100)
  assert.ok(states.inMemory <= 15, `${states.inMemory} are in memory`)
  assert.deepEqual([states.has(100), states.has(101), states.get(101)], [true, false, undefined])
  states.close()
})

function change(state: ReplayedCard | undefined, round: number): void {
  if (!state) return
  state.card = { ...state.card, seq: state.card.seq + 1 }
  state.reached[`rule ${round}`] = 3
  state.applied.add(`ref ${round}`)
  state.isDiverged = round === 1
}

function stateOf(id: number): ReplayedCard {
  const number = `7000${id}`
  const lot = { no: 1, valueType: 1, bucket: 'Kaffee ☕', amount: id, held: 0, returnRelated: false, issuedAt: 5 }
  const balance = { valueType: 1, bucket: lot.bucket, amount: id, held: 0, seq: 1 }
  const card: Card = {
    ...{ id, number, setId: 'cards', status: 'Activated', seq: 1, lotCount: 1, pinFailures: 0, portions: [] },
    balances: [balance],
    lots: [{ ...lot, expired: 0, settled: 0 }],
  }
  const state = newState(card)
  const call = { ref: `call ${id}`, operation: 'checkout', callType: 'CHECKOUT_COMPLETE' } as const
  state.undoable.set(call.ref, { request: { ...call, happenedAt: 7, postings: [], lots: [] }, returns: [] })
  state.firings.push({ rule: 'earn/one', at: 7, ref: call.ref })
  return state
}
