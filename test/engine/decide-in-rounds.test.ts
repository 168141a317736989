import assert from 'node:assert/strict'
import test from 'node:test'
import { decideInRounds } from '../../server/calls/operations/decide-in-rounds.ts'

/** Decides at the round of this number, and waits for what the rounds of `waits` ask for. */
function ask(decidesAt: number, waits: (round: number) => boolean) {
  const asked: number[] = []
  const decided = decideInRounds<string>({
    decide: () => {
      const round = asked.push(asked.length + 1)
      const found = round === decidesAt ? `round ${round}` : undefined
      return waits(round) ? Promise.resolve(found) : found
    },
    endless: () => 'endless',
  })
  return { asked, decided }
}

test('what is in memory is decided without waiting, however often it is asked for', () => {
  assert.equal(ask(1, () => false).decided, 'round 1')
  assert.equal(ask(16, () => false).decided, 'round 16')
})

test('a decision may ask sixteen times, whether it is waited for or not', async () => {
  for (const waits of [() => false, () => true, (round: number) => round % 3 === 0]) {
    assert.equal(await ask(16, waits).decided, 'round 16')
    const { asked, decided } = ask(17, waits)
    assert.equal(await decided, 'endless')
    assert.equal(asked.length, 16)
  }
})
