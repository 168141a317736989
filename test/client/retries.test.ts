import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { inspect } from 'node:util'
import {
  connectPurser,
  PurserAborted,
  PurserMisuse,
  PurserRefusal,
  PurserUnreachable,
} from '../../client/purser-client.ts'
import { inTurn, openClientRoom, points } from '../support/client-room.ts'
import type { Fate } from '../support/lossy-proxy.ts'
import { times } from '../support/shop.ts'

const issue = (cardNumber: string, amount = 5) => ({ cardNumber, action: 'issue', amount: points(amount) }) as const
const redeem = (cardNumber: string, amount = 5) => ({ cardNumber, action: 'redeem', amount: points(amount) }) as const

test('a call is repeated after 2 seconds, and after twice as long each time, always the same bytes', async (t) => {
  const { shop, proxy, purser, waits } = await openClientRoom(t)
  const card = await shop.card()
  proxy.fates(inTurn<Fate>('losesRequest', 'unavailable', 'overloaded', 'cutsAnswer'))

  const done = await purser.updateBalance(issue(card))

  assert.equal(done.outcome, 'doneBefore')
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000])
  const sent = proxy.seen.filter(({ path }) => path.endsWith('/updateBalance'))
  assert.equal(sent.length, 5)
  assert.equal(new Set(sent.map(({ body }) => body)).size, 1)
  assert.equal(new Set(sent.map(({ headers }) => headers.customrequestid)).size, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('five attempts unless told, at most ten', async (t) => {
  const { proxy, waits, connect } = await openClientRoom(t)
  proxy.fates(() => 'losesRequest')

  const error = await failureOf(connect({ attempts: undefined }).listRequests({ externalTransactionId: 'x' }))
  assert.ok(error instanceof PurserUnreachable && error.cause instanceof Error)
  assert.deepEqual([error.attempts, error.outcome, error.customRequestId], [5, 'notDone', undefined])

  waits.length = 0
  const tenth = await failureOf(connect().listRequests({ externalTransactionId: 'x' }))
  assert.equal(tenth instanceof PurserUnreachable && tenth.attempts, 10)
  assert.deepEqual(
    waits,
    times(9, (index) => 2000 * 2 ** index),
  )
  for (const attempts of [0, 11, 1.5]) assert.throws(() => connect({ attempts }), PurserMisuse)
})

test('Retry-After is waited for when it is longer; who asks for too long is not waited for', async (t) => {
  const { shop, proxy, purser, waits } = await openClientRoom(t)
  const card = await shop.card()
  const asking = (seconds: string): Fate => ({ status: 503, headers: { 'retry-after': seconds }, body: 'later' })
  proxy.fates(inTurn(asking('1'), asking('60')))
  assert.equal((await purser.updateBalance(issue(card))).outcome, 'answered')
  assert.deepEqual(waits, [2000, 60_000])

  proxy.fates(inTurn(asking('86400')))
  const error = await failureOf(purser.updateBalance(issue(card)))
  assert.equal(error instanceof PurserUnreachable && error.attempts, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('a refusal is final, and says why', async (t) => {
  const { shop, proxy, purser, waits } = await openClientRoom(t)
  const card = await shop.card({ points: 3 })

  const error = await failureOf(purser.updateBalance(redeem(card)))

  assert.ok(error instanceof PurserRefusal)
  const { errorCode, httpStatus, attempts, outcome, operation } = error
  assert.deepEqual([errorCode, httpStatus, attempts, outcome, operation], [13, 400, 1, 'notDone', 'updateBalance'])
  assert.match(error.requestRef, /^[0-9a-f-]{36}$/)
  proxy.fates(
    inTurn<Fate>({
      status: 429,
      headers: { 'retry-after': '7' },
      body: '{"errorCode":108,"errorMessage":"Wait.","requestRef":"r","success":false}',
    }),
  )
  const limited = await failureOf(purser.updateBalance(redeem(card)))
  assert.deepEqual(limited instanceof PurserRefusal && [limited.errorCode, limited.retryAfterMs], [108, 7000])
  assert.deepEqual(waits, [])
})

test('whether a call that got no answer may have happened is said', async (t) => {
  const { shop, proxy, connect } = await openClientRoom(t)
  const purser = connect({ attempts: 2 })
  const card = await shop.card()
  const outcomeOf = async (fate: Fate) => {
    proxy.fates(() => fate)
    const error = await failureOf(purser.updateBalance(issue(card)))
    assert.ok(error instanceof PurserUnreachable, String(error))
    assert.ok(error.customRequestId)
    return error.outcome
  }
  assert.equal(await outcomeOf('overloaded'), 'notDone', 'the server says that nothing was executed')
  assert.equal(await outcomeOf('unavailable'), 'unknown', 'a proxy may say anything')
  assert.equal(await outcomeOf('losesRequest'), 'unknown')
  assert.equal(await outcomeOf('losesAnswer'), 'unknown')
  assert.equal(await outcomeOf('keepsAnswer'), 'unknown')
  const unknown = '{"errorCode":136,"errorMessage":"Unknown.","requestRef":"r","success":false}'
  assert.equal(await outcomeOf({ status: 500, body: unknown }), 'unknown', 'the server itself does not know')
})

test('a page of somebody else is no answer, and a redirect is not followed', async (t) => {
  const { proxy, purser } = await openClientRoom(t)
  const attemptsAt = async (fate: Fate) => {
    proxy.fates(() => fate)
    const error = await failureOf(purser.listEventTypes())
    return error instanceof PurserUnreachable && error.attempts
  }
  assert.equal(await attemptsAt({ status: 200, body: '<h1>Welcome to the hotel</h1>' }), 10)
  assert.equal(await attemptsAt({ status: 404, body: '<h1>Not found</h1>' }), 1)
  proxy.seen.length = 0
  assert.equal(await attemptsAt({ status: 307, headers: { location: '/elsewhere' }, body: '' }), 1)
  assert.deepEqual(
    proxy.seen.map(({ path }) => path),
    ['/merchant/listEventTypes'],
  )
})

test('all attempts together end in time, and nobody waits in vain', async (t) => {
  const { proxy, purser, waits } = await openClientRoom(t)
  proxy.fates(() => 'unavailable')
  const error = await failureOf(purser.listEventTypes({}, { overallTimeoutMs: 10_000_000, attempts: 10 }))
  assert.ok(error instanceof PurserUnreachable)
  waits.length = 0
  const short = await failureOf(purser.listEventTypes({}, { overallTimeoutMs: 1000 }))
  assert.deepEqual(short instanceof PurserUnreachable && [short.attempts, waits], [1, []])
})

test('a call is aborted before it, while it waits for an answer and between two attempts', async (t) => {
  const { shop, proxy, purser, direct, connect } = await openClientRoom(t)
  const card = await shop.card()

  const early = await failureOf(purser.updateBalance(issue(card), { signal: AbortSignal.abort('closed') }))
  assert.ok(early instanceof PurserAborted)
  assert.deepEqual([early.attempts, early.outcome, early.cause], [0, 'notDone', 'closed'])

  const during = new AbortController()
  proxy.fates(() => {
    setTimeout(() => during.abort(), 5)
    return 'keepsAnswer'
  })
  const aborted = await failureOf(purser.updateBalance(issue(card), { signal: during.signal }))
  assert.ok(aborted instanceof PurserAborted && aborted.outcome === 'unknown' && aborted.customRequestId)
  await proxy.idle()
  assert.equal((await direct.settle(aborted.customRequestId)).outcome, 'done')

  const between = new AbortController()
  proxy.fates(() => 'losesRequest')
  const sleep = async (ms: number, signal: AbortSignal) => {
    if (ms === 2000) between.abort()
    else await once(signal, 'abort')
  }
  const patient = connect({ sleep })
  const waiting = await failureOf(patient.updateBalance(issue(card), { signal: between.signal }))
  assert.ok(waiting instanceof PurserAborted && waiting.customRequestId)
  assert.deepEqual([waiting.attempts, waiting.outcome], [1, 'unknown'])
  assert.equal((await direct.settle(waiting.customRequestId)).outcome, 'notDone')
  assert.deepEqual(await shop.balances(card), [{ ...points(5), scale: 0, isHold: false }])
  assert.deepEqual(await shop.verify(), [])
})

test('nothing that is printed has a secret in it', async (t) => {
  const { shop, proxy, purser, connect } = await openClientRoom(t)
  proxy.fates(() => 'losesRequest')
  const employee = { employee: 'E1', employeePassword: 'open sesame' }
  const error = await failureOf(connect({ attempts: 1, ...employee }).listEventTypes())
  const refusal = await failureOf(
    connect({ baseUrl: `http://127.0.0.1:${shop.port}` }).listRequests({ externalTransactionId: '' }),
  )
  const printed = [error, refusal, purser].map(
    (one) => `${inspect(one, { depth: 9, showHidden: true })} ${one} ${JSON.stringify(one)}`,
  )
  for (const secret of [shop.secret, 'open sesame', btoa(`till:${shop.secret}`)])
    for (const text of printed) assert.ok(!text.includes(secret))
  const broken = await failureOf(purser.listEventTypes({}, { employeePassword: 'open\nsesame' }))
  assert.match(String(broken), /employeePassword has characters/)
  assert.doesNotMatch(String(broken), /sesame/)
  const options = { brand: 'b', location: 'l', terminal: 't', key: 'k', secret: 's' }
  for (const baseUrl of ['https://k:s@purser.example', 'ftp://purser.example', 'purser'])
    assert.throws(() => connectPurser({ ...options, baseUrl }), PurserMisuse)
})

test('what the service does not know is told, and what listens cannot do harm', async (t) => {
  const { shop, warnings, purser, connect } = await openClientRoom(t)
  const card = await shop.card()
  const misspelt = { ...issue(card), retrunBalances: true, 'tea, please': 1 }
  await purser.updateBalance(misspelt)
  assert.deepEqual(warnings, [
    { kind: 'unknownFields', operation: 'updateBalance', fields: ['retrunBalances', 'tea, please'] },
  ])
  const throwing = connect({
    onWarning: () => {
      throw new Error('no')
    },
  })
  assert.equal((await throwing.updateBalance(misspelt)).outcome, 'answered')
})

test('headers are sent as they are written, in any language', async (t) => {
  const { shop, purser, direct } = await openClientRoom(t)
  const card = await shop.card()
  const options = { note: 'für Ana, 5 €', externalTransactionId: 'Bestellung 7 ✓', terminal: 'T2' }
  const done = await purser.updateBalance(issue(card), options)
  const record = await direct.requestLookup({ requestRef: done.requestRef })
  assert.deepEqual([record.note, record.externalTransactionId, record.terminalId], Object.values(options))
  const { requestRefs } = await direct.listRequests({ externalTransactionId: options.externalTransactionId })
  assert.deepEqual(requestRefs, [done.requestRef])
})

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return assert.fail(`it succeeded: ${inspect(await call)}`)
  } catch (error) {
    return error
  }
}
