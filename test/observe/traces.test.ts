import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { openLog } from '../../server/ground/log/log.ts'
import type { CallSpan } from '../../server/ground/observe/observer.ts'
import { readTraceparent } from '../../server/ground/observe/traces/traceparent.ts'
import { attributesOf, openOtlpReceiver } from '../support/otlp-receiver.ts'
import { openShop, startTestService, testDatabase, times } from '../support/shop.ts'
import { openWebhookShop } from '../support/webhook-room.ts'

const receiver = await openOtlpReceiver()
const lines: string[] = []
const log = openLog('debug', (line) => lines.push(line))
const service = await startTestService(['--traces', receiver.url], false, testDatabase(), { log })
after(() => service.stop())
const shop = await openShop({ service, settings: {} })

const newTrace = () => randomBytes(16).toString('hex')
const parentOf = (traceId: string, flags = '01') => `00-${traceId}-00f067aa0ba902b7-${flags}`

test('a call whose caller records it goes on with its trace: a span, and below it load, decide and store', async () => {
  const card = await shop.card({ usd: 50 })
  const traceId = newTrace()
  const headers = { traceparent: parentOf(traceId) }
  const answer = await shop.update(card, 'redeem', { usd: 10 }, {}, headers)
  assert.equal(answer.body.success, true)

  const spans = await receiver.arrived(traceId, 4)

  const call = spans.find(({ name }) => name === 'updateBalance')
  assert.ok(call)
  assert.equal(call.parentSpanId, '00f067aa0ba902b7')
  assert.deepEqual(attributesOf(call), {
    'purser.operation': 'updateBalance',
    'purser.request_ref': answer.body.requestRef,
    'purser.brand': shop.id,
    'purser.code': 0,
  })
  const phases = ['load', 'decide', 'store'].map((phase) => spans.find(({ name }) => name === phase))
  for (const phase of phases) {
    assert.equal(phase?.parentSpanId, call.spanId)
    assert.ok(phase && BigInt(phase.startTimeUnixNano) >= BigInt(call.startTimeUnixNano))
    assert.ok(BigInt(phase.endTimeUnixNano) <= BigInt(call.endTimeUnixNano))
    assert.deepEqual(Object.keys(attributesOf(phase)).toSorted(), [
      'purser.batch',
      'purser.batch.commands',
      'purser.lane',
    ])
  }
  assert.equal(phases[0]?.endTimeUnixNano, phases[1]?.startTimeUnixNano)
  assert.deepEqual([...receiver.services], ['purser'])
  assert.deepEqual(await shop.verify(), [])
})

test('calls that were in one batch say so', async () => {
  const cards = await Promise.all(times(3, () => shop.card({ usd: 50 })))
  const traces = times(20, newTrace)
  await Promise.all(
    traces.map((traceId, index) => {
      const headers = { traceparent: parentOf(traceId) }
      return shop.update(cards[index % 3] ?? '', 'redeem', { usd: 1 }, {}, headers)
    }),
  )
  const batches = new Map<unknown, number>()
  for (const traceId of traces) {
    const spans = await receiver.arrived(traceId, 4)
    const store = spans.find(({ name }) => name === 'store')
    const { 'purser.batch': batch, 'purser.batch.commands': commands } = store ? attributesOf(store) : {}
    batches.set(batch, (batches.get(batch) ?? 0) + 1)
    assert.ok(Number(commands) >= 1)
  }
  assert.ok(batches.size < traces.length, `${batches.size} batches for ${traces.length} calls`)
  assert.deepEqual(await shop.verify(), [])
})

test('webhooks that are told of a traced call are handed its trace, and of others none', async (t) => {
  const {
    shop: own,
    receiver: hook,
    tell,
  } = await openWebhookShop(t, { service, webhook: { events: ['balance.changed'] } })
  const card = await own.card()
  const traceId = newTrace()
  await own.issue(card, { usd: 1 })
  await own.update(card, 'issue', { usd: 2 }, {}, { traceparent: parentOf(traceId) })
  await tell()
  const call = (await receiver.arrived(traceId, 4)).find(({ name }) => name === 'updateBalance')
  assert.deepEqual(
    hook.received.map(({ headers }) => headers.traceparent),
    [undefined, `00-${traceId}-${call?.spanId}-01`],
  )
  assert.deepEqual(await own.verify(), [])
})

test('card numbers, pins, secrets and customers are in no trace', async () => {
  const card = await shop.card({ usd: 50 })
  const traceId = newTrace()
  const headers = { traceparent: parentOf(traceId), customrequestid: 'order-of-ana', tracestate: 'vendor=ana' }
  await shop.call('updateBalance', { cardNumber: card, pin: '90210-4711-62831853', action: 'redeem' }, headers)
  await shop.call('search', { filters: { cardNumber: card } }, headers)
  await receiver.arrived(traceId, 2)
  for (const secret of [card, '90210-4711-62831853', shop.secret, 'order-of-ana', 'vendor=ana', 'till'])
    assert.equal(receiver.text.includes(secret), false, secret)
  assert.deepEqual(await shop.verify(), [])
})

test('a refusal is told by its code; what we could not do is an error', async () => {
  const traceId = newTrace()
  await shop.update('nobody', 'redeem', { usd: 1 }, {}, { traceparent: parentOf(traceId) })
  const call = (await receiver.arrived(traceId, 4)).find(({ name }) => name === 'updateBalance')
  assert.ok(call)
  assert.equal(attributesOf(call)['purser.code'], 2)
  assert.equal(call.status.code ?? 0, 0)
})

test('log lines of a call that is traced name its trace', async () => {
  const traceId = newTrace()
  const { body } = await shop.update('nobody', 'redeem', { usd: 1 }, {}, { traceparent: parentOf(traceId) })
  const line = lines
    .map((one) => JSON.parse(one))
    .find(({ event, requestRef }) => event === 'call' && requestRef === body.requestRef)
  assert.equal(line.traceId, traceId)
})

test('nothing is recorded for callers who did not ask, asked wrongly, or are unknown', async () => {
  const unasked = newTrace()
  const stranger = newTrace()
  const twice = newTrace()
  await shop.call('search', {}, { traceparent: parentOf(unasked, '00') })
  await shop.call('search', {}, { traceparent: `${parentOf(twice)}, ${parentOf(twice)}` })
  await shop.call('search', {}, { traceparent: parentOf(stranger), authorization: 'Basic d3Jvbmc6d3Jvbmc=' })
  await shop.call('search', {}, { traceparent: 'x'.repeat(8000) })
  await shop.call('search', {})
  const last = newTrace()
  await shop.call('search', {}, { traceparent: parentOf(last) })
  await receiver.arrived(last, 1)
  for (const traceId of [unasked, stranger, twice]) assert.deepEqual(receiver.of(traceId), [])
  const asked = new Set(receiver.spans.filter(({ name }) => name === 'search').map(({ traceId }) => traceId))
  assert.ok(asked.has(last))
})

test('with a ratio, calls are traced although nobody asked', async () => {
  const own = await openOtlpReceiver()
  const all = await startTestService(['--traces', own.url, '--traces-sample', '1'])
  const other = await openShop({ service: all })
  await other.card({ usd: 1 })
  // What is left is sent before it stops.
  await all.stop()
  assert.deepEqual([...new Set(own.spans.map(({ name }) => name))].toSorted(), [
    'allocate',
    'decide',
    'load',
    'store',
    'updateBalance',
  ])
  assert.deepEqual(await other.verify(), [])
})

test('a caller who asks for everything to be traced gets so much of it and no more', async () => {
  const { CallTraces } = await import('../../server/ground/observe/traces/call-traces.ts')
  const { trace } = await import('@opentelemetry/api')
  const traces = new CallTraces(trace.getTracer('test'), { sampleRatio: 0, random: () => 0 })
  const began = performance.now()
  const followed: CallSpan[] = []
  for (let asks = 0; asks < 20_000; asks += 1) {
    const span = traces.follow('search', parentOf(newTrace()), 0)
    if (span) followed.push(span)
  }
  const seconds = Math.ceil((performance.now() - began) / 1000) + 1
  assert.ok(followed.length > 0 && followed.length <= 500 * seconds, `${followed.length} in ${seconds} s`)
})

test('a collector that does not answer is told to the operator, and to no caller', async () => {
  const told: string[] = []
  const logged = openLog('warn', (line) => told.push(line))
  const flags = ['--traces', 'http://127.0.0.1:1/v1/traces', '--traces-sample', '1']
  const lonely = await startTestService(flags, false, testDatabase(), { log: logged })
  const other = await openShop({ service: lonely })
  const { status } = await other.call('search', {})
  assert.equal(status, 400)
  await lonely.stop()
  assert.ok(
    told.some((line) => /could not be sent to the address of --traces/.test(line)),
    told.join(''),
  )
})

const id = 'a'.repeat(32)
const span = 'b'.repeat(16)
for (const [header, isSampled] of [
  [`00-${id}-${span}-01`, true],
  [`00-${id}-${span}-00`, false],
  [`00-${id}-${span}-03`, true],
  [`ff-${id}-${span}-01`, undefined],
  [`00-${'0'.repeat(32)}-${span}-01`, undefined],
  [`00-${id}-${'0'.repeat(16)}-01`, undefined],
  [`00-${id.toUpperCase()}-${span}-01`, undefined],
  [`00-${id}-${span}-01-`, undefined],
  [`00-${id}-${span}-0g`, undefined],
  ['', undefined],
  [undefined, undefined],
] as const)
  test(`the header ${header} is ${isSampled === undefined ? 'none' : isSampled ? 'sampled' : 'not sampled'}`, () => {
    assert.equal(readTraceparent(header)?.isSampled, isSampled)
  })
