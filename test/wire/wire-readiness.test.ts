import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Unready } from '../../server/doors/api/readiness.ts'
import { openWire } from '../support/wire-server.ts'

test('a server that is not ready says why, in a word for programs and a sentence for people', async (t) => {
  let reason: Unready | undefined
  const wire = await openWire(t, { readiness: () => reason })
  assert.equal((await wire.send('GET', '/readyz', {})).status, 200)
  for (const one of ['starting', 'database', 'storage'] as const) {
    reason = one
    const { status, json, headers } = await wire.send('GET', '/readyz', {})
    assert.deepEqual([status, json.reason, json.errorCode, json.success], [503, one, 109, false])
    assert.equal(headers['retry-after'], '1')
    assert.doesNotMatch(String(json.errorMessage), /postgres|purser_|\/|:\d/i)
  }
})

test('a question about readiness that fails is answered as a database that does not answer', async (t) => {
  const wire = await openWire(t, { readiness: () => Promise.reject(new Error('internal')) })
  const { status, json, text } = await wire.send('GET', '/readyz', {})
  assert.deepEqual([status, json.reason], [503, 'database'])
  assert.doesNotMatch(text, /internal/)
})

for (const hasPlace of [() => false, async () => false]) {
  test('a call that is refused early and finds no place for its record is refused with 109', async (t) => {
    const wire = await openWire(t, { hasPlace })
    const { status, json } = await wire.post('/merchant/echo', 'no JSON')
    assert.deepEqual([status, json.errorCode], [503, 109])
  })
}

test('a call that is refused early is answered when its record has a place', async (t) => {
  const { promise: hasPlace, resolve: give } = Promise.withResolvers<boolean>()
  const wire = await openWire(t, { hasPlace: () => hasPlace })
  let isAnswered = false
  const posted = wire.post('/merchant/echo', 'no JSON').then((answer) => {
    isAnswered = true
    return answer
  })
  while (wire.refusals.length === 0) await new Promise(setImmediate)
  assert.equal(isAnswered, false)
  give(true)
  assert.equal((await posted).json.errorCode, 100)
})
