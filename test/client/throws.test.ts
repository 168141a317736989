import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectPurser,
  PurserAborted,
  PurserError,
  PurserHoldLeft,
  PurserMisuse,
  PurserUnreachable,
  PurserWebhookRefused,
  setUpCheckout,
  verifyWebhook,
} from '../../client/purser-client.ts'
import { openClientRoom, points } from '../support/client-room.ts'

async function failureOf(call: () => unknown): Promise<PurserError> {
  try {
    await call()
  } catch (error) {
    assert.ok(error instanceof PurserError, String(error))
    return error
  }
  throw new Error('it did not fail')
}

const nobody = { brand: 'b', location: 'l', terminal: 't', key: 'k', secret: 's', baseUrl: 'http://127.0.0.1:9' }

test('whatever the network does, a PurserError is thrown', async (t) => {
  const { shop, proxy, connect } = await openClientRoom(t)
  const hasty = connect({ attempts: 1 })
  const asked = { externalTransactionId: 'x' }
  proxy.fates(() => 'losesRequest')
  assert.ok((await failureOf(() => hasty.listRequests(asked))) instanceof PurserUnreachable, 'cut')
  const refused = connectPurser({ ...nobody, attempts: 1 })
  assert.ok((await failureOf(() => refused.listRequests(asked))) instanceof PurserUnreachable, 'nobody there')
  const tearing = connectPurser({ ...nobody, attempts: 1, fetch: async () => new Response('{"success":') })
  const torn = await failureOf(() => tearing.listRequests(asked))
  assert.ok(torn instanceof PurserUnreachable && /not one of Purser/.test(String(torn.cause)), 'bad JSON')
  const silent = connectPurser({ ...nobody, attempts: 1, attemptTimeoutMs: 20, fetch: () => new Promise(() => 0) })
  const late = await failureOf(() => silent.listRequests(asked))
  assert.ok(late instanceof PurserUnreachable && /within 20 ms/.test(String(late.cause)), 'time-out')
  const aborted = await failureOf(() => hasty.listRequests(asked, { signal: AbortSignal.abort('enough') }))
  assert.ok(aborted instanceof PurserAborted && aborted.cause === 'enough', 'abort')
  const throwing = connectPurser({
    ...nobody,
    attempts: 1,
    fetch: () => {
      throw new RangeError('no such host')
    },
  })
  assert.ok((await failureOf(() => throwing.listRequests(asked))) instanceof PurserUnreachable)
  assert.deepEqual(await shop.verify(), [])
})

test('what the client cannot use is a PurserMisuse, and nothing is sent', async () => {
  const sent: string[] = []
  const purser = connectPurser({
    ...nobody,
    fetch: async (url) => {
      sent.push(url)
      throw new Error('sent')
    },
  })
  const circle: { self?: object } = {}
  circle.self = circle
  const wrong: Readonly<Record<string, () => unknown>> = {
    'no address': () => connectPurser({ ...nobody, baseUrl: 'purser' }),
    'another protocol': () => connectPurser({ ...nobody, baseUrl: 'ftp://purser.example' }),
    'a password in it': () => connectPurser({ ...nobody, baseUrl: 'https://k:s@purser.example' }),
    'no brand': () => connectPurser({ ...nobody, brand: 7 as never }),
    'a line break': () => connectPurser({ ...nobody, terminal: 'a\nb' }),
    attempts: () => purser.listEventTypes({}, { attempts: 11 }),
    'a time-out': () => purser.listEventTypes({}, { attemptTimeoutMs: 0 }),
    'a wait': () => purser.listEventTypes({}, { firstWaitMs: -1 }),
    'a circle': () => purser.allocate(circle as never),
    'a bigint': () => purser.updateBalance({ cardNumber: 'x', action: 'issue', amount: points(1n as never) }),
    'no request': () => purser.checkout(null as never),
    'a text': () => purser.allocate('70000002' as never),
    'an empty id': () => purser.allocate({}, { customRequestId: '' }),
    'nothing to settle': () => purser.settle(''),
    'no secret': () => verifyWebhook({ headers: {}, body: '' }, { secrets: [] }),
  }
  for (const [name, call] of Object.entries(wrong)) {
    const error = await failureOf(call)
    assert.ok(error instanceof PurserMisuse, `${name}: ${error}`)
    assert.deepEqual([error.attempts, error.outcome], [0, 'notDone'], name)
  }
  assert.deepEqual(sent, [])
})

test('helpers throw nothing else either', async (t) => {
  const { shop, proxy, connect } = await openClientRoom(t)
  const card = await shop.card({ points: 20 })
  const forged = await failureOf(() => verifyWebhook({ headers: {}, body: '' }, { secrets: ['s'] }))
  assert.ok(forged instanceof PurserWebhookRefused && forged.reason === 'headers')
  const purser = connect({ attempts: 2 })
  proxy.fates(() => 'losesAnswer')
  const basket = { cardNumber: await shop.card(), products: [{ sku: 'A', unitPrice: 1 }], lockSetupDuration: 60 }
  assert.ok((await failureOf(() => setUpCheckout(purser, basket))) instanceof PurserUnreachable)
  const left = new PurserHoldLeft({ cardNumber: card, holdTransactionId: 'hold' }, new Error('gone'), undefined)
  assert.ok(left instanceof PurserError)
  assert.deepEqual([left.operation, left.outcome], ['withHold', 'unknown'])
  assert.deepEqual(await shop.verify(), [])
})

test('waits between attempts are set apart from the timer of an attempt', async () => {
  const waited: number[] = []
  let calls = 0
  const purser = connectPurser({
    ...nobody,
    attempts: 3,
    firstWaitMs: 50,
    attemptTimeoutMs: 20,
    fetch: () => {
      calls += 1
      return new Promise(() => 0)
    },
    pause: async (ms) => {
      waited.push(ms)
    },
  })
  const began = performance.now()
  const error = await failureOf(() => purser.listEventTypes())
  assert.ok(error instanceof PurserUnreachable && error.attempts === 3)
  assert.deepEqual([waited, calls], [[50, 100], 3])
  assert.ok(performance.now() - began >= 55, 'each attempt had its real time')
})
