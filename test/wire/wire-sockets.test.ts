import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isUuid } from '../../server/ground/kernel/ids.ts'
import { openWire, rawBodies, rawHead } from '../support/wire-server.ts'

const body = '{"cardNumber":"1"}'
const withLength = (text: string, extra: readonly string[] = []) =>
  rawHead([`Content-Length: ${text.length}`, ...extra]) + text

test('bytes that are no HTTP are answered in the envelope, and the server goes on', async (t) => {
  const wire = await openWire(t)
  const garbage = [
    'garbage\r\n\r\n',
    '\0\0\0\0',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
    'POST /echo HTTP/9.9\r\n\r\n',
    'POST /echo HTTP/1.1\r\nBad Header: x\r\n\r\n',
    'POST /echo HTTP/1.1\r\nHost: x\r\nNote: a\0b\r\n\r\n',
    'POST ? HTTP/1.1\r\n\r\n',
    `POST /${'x'.repeat(70_000)} HTTP/1.1\r\n\r\n`,
    rawHead([`Note: ${'x'.repeat(70_000)}`]),
    rawHead(['Content-Length: 5', 'Transfer-Encoding: chunked']),
    rawHead(['Content-Length: -1']),
    rawHead(['Content-Length: 1', 'Content-Length: 2']),
  ]
  for (const bytes of garbage) {
    const received = await wire.raw(bytes)
    const [json] = rawBodies(received)
    assert.match(received, /^HTTP\/1\.1 400 /, JSON.stringify(bytes.slice(0, 40)))
    assert.deepEqual([json?.success, json?.errorCode], [false, 100])
    assert.ok(isUuid(String(json?.requestRef)))
    assert.match(received, /Access-Control-Allow-Origin: \*/)
  }
  assert.equal((await wire.post('/echo', body)).status, 200)
})

test('CONNECT, upgrades, unknown expectations and a missing Host are answered like anything else', async (t) => {
  const wire = await openWire(t)
  assert.equal(rawBodies(await wire.raw('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'))[0]?.errorCode, 106)
  for (const extra of [
    ['Connection: upgrade', 'Upgrade: websocket'],
    ['Expect: a miracle', 'Connection: close'],
  ]) {
    const received = await wire.raw(withLength(body, extra), { end: true })
    assert.equal(rawBodies(received)[0]?.success, true, extra[0])
  }
  const hostless = withLength(body, ['Connection: close']).replace('Host: x\r\n', '')
  assert.equal(rawBodies(await wire.raw(hostless))[0]?.success, true)
})

test('a body that is cut off is never carried out', async (t) => {
  const wire = await openWire(t)
  const halfClosed = await wire.raw(withLength(body).slice(0, -3), { end: true })
  assert.equal(rawBodies(halfClosed)[0]?.errorCode, 100)
  const chunked = await wire.raw(`${rawHead(['Transfer-Encoding: chunked'])}12\r\n{"card`, { end: true })
  assert.equal(rawBodies(chunked)[0]?.errorCode, 100)
  const socket = connect(wire.server.port, '127.0.0.1')
  socket.write(withLength(body).slice(0, -3))
  await pause(50)
  socket.resetAndDestroy()
  await pause(50)
  assert.equal(wire.works.length, 0)
  assert.equal((await wire.post('/echo', body)).status, 200)
})

test('chunks that are no chunks are answered, and nothing is carried out', async (t) => {
  const wire = await openWire(t)
  const received = await wire.raw(`${rawHead(['Transfer-Encoding: chunked'])}12\r\n${body}\r\nzz\r\n`)
  assert.equal(rawBodies(received)[0]?.errorCode, 100)
  assert.equal(wire.works.length, 0)
})

test('bodies in chunks, in pieces, and after 100 Continue are read', async (t) => {
  const wire = await openWire(t)
  const chunks = `5\r\n${body.slice(0, 5)}\r\nd\r\n${body.slice(5)}\r\n0\r\n\r\n`
  const chunked = await wire.raw(rawHead(['Transfer-Encoding: chunked', 'Connection: close']) + chunks)
  assert.equal(rawBodies(chunked)[0]?.success, true)
  const expecting = rawHead([`Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close'])
  const continued = await wire.raw(expecting, { reply: body })
  assert.match(continued, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  assert.equal(wire.works.length, 2)
})

test('who waits for 100 Continue is refused without it', async (t) => {
  const wire = await openWire(t)
  const late = ['Content-Length: 9999999', 'Expect: 100-continue']
  const large = await wire.raw(rawHead(late))
  assert.match(large, /^HTTP\/1\.1 413 .*Connection: close/s)
  const stranger = await wire.raw(rawHead(late).replace('brand: 1001', 'brand: 1002'))
  assert.match(stranger, /^HTTP\/1\.1 401 .*Connection: close/s)
})

test('a body over 1 MiB is 413 and the connection is closed, however it is announced', async (t) => {
  const wire = await openWire(t)
  const large = 'x'.repeat(3 * 1024 * 1024)
  const announced = await wire.raw(withLength(large))
  const chunked = await wire.raw(
    `${rawHead(['Transfer-Encoding: chunked'])}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
  )
  const neverSent = await wire.raw(rawHead(['Content-Length: 99999999']))
  const unknown = await wire.raw(withLength(large).replace('/merchant/echo', '/nowhere'))
  for (const received of [announced, chunked, neverSent]) {
    assert.match(received, /^HTTP\/1\.1 413 .*Connection: close/s)
    assert.equal(rawBodies(received)[0]?.errorCode, 107)
  }
  assert.equal(rawBodies(unknown)[0]?.errorCode, 105)
  assert.deepEqual(
    wire.refusals.map(({ code }) => code),
    [107, 107, 107],
  )
  const exact = `{"cardNumber":"1","pin":"${'x'.repeat(1024 * 1024 - 27)}"}`
  assert.equal((await wire.post('/echo', exact)).json.errorMessage, 'pin: must have at most 1024 characters')
  assert.equal((await wire.post('/echo', `${exact} `)).json.errorCode, 107)
})

test('requests sent in one go are answered in their order', async (t) => {
  const wire = await openWire(t, {
    answer: async ({ request }) => {
      const { cardNumber } = request as { cardNumber: string }
      await pause(cardNumber === '1' ? 50 : 0)
      return { kind: 'done', response: { cardNumber } }
    },
  })
  const second = body.replace('1', '2')
  const received = await wire.raw(withLength(body) + withLength(second, ['Connection: close']))
  assert.deepEqual(
    rawBodies(received).map((json) => json.cardNumber),
    ['1', '2'],
  )
})

test('what follows a request and is no HTTP never looks like its answer', async (t) => {
  const wire = await openWire(t, {
    answer: async () => {
      await pause(100)
      return { kind: 'done', response: {} }
    },
  })
  assert.equal(await wire.raw(withLength(body), { later: 'garbage\r\n\r\n' }), '')
  assert.equal(wire.works.length, 1)
  // In one go with it, the whole is refused before anything is carried out.
  const [json] = rawBodies(await wire.raw(`${withLength(body)}garbage\r\n\r\n`))
  assert.deepEqual([json?.errorCode, wire.works.length], [100, 1])
})

test('a refused request leaves the connection usable', async (t) => {
  const wire = await openWire(t)
  const stranger = withLength(body).replace('brand: 1001', 'brand: 1002')
  const received = await wire.raw(stranger + withLength('{') + withLength(body, ['Connection: close']))
  assert.deepEqual(
    rawBodies(received).map((json) => json.errorCode),
    [101, 100, undefined],
  )
})

test('stopping finishes what is in flight, refuses what is new, and closes everything', async (t) => {
  let finish = () => {}
  const wire = await openWire(t, {
    answer: () =>
      new Promise((resolve) => {
        finish = () => resolve({ kind: 'done', response: {} })
      }),
  })
  const idle = connect(wire.server.port, '127.0.0.1')
  const waiting = connect(wire.server.port, '127.0.0.1')
  const prober = connect(wire.server.port, '127.0.0.1')
  await Promise.all([idle, waiting, prober].map((socket) => once(socket, 'connect')))
  const inFlight = wire.post('/echo', body)
  while (wire.works.length === 0) await pause(5)
  const stopped = wire.server.stop()
  waiting.write(withLength(body))
  prober.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
  const [[refused], [unready]] = await Promise.all([once(waiting, 'data'), once(prober, 'data')])
  assert.match(String(refused), /^HTTP\/1\.1 503 .*Connection: close.*"errorCode":109/s)
  assert.match(String(unready), /^HTTP\/1\.1 503 .*"reason":"stopping".*"errorCode":109/s)
  finish()
  const answer = await inFlight
  assert.deepEqual([answer.status, answer.headers.connection], [200, 'close'])
  await stopped
  assert.equal(wire.works.length, 1)
  await assert.rejects(wire.post('/echo', body))
})
