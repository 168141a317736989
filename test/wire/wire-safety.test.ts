import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { demoSecrets } from '../../server/domain/brand/keys/public-secrets.ts'
import { exposureWarnings } from '../../server/program/command-line/serve/exposure.ts'
import { toAccessKey } from '../../server/storage/brand-store/keys/access-key.ts'
import { openWire, rawBodies, rawHead } from '../support/wire-server.ts'

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const card = { cardNumber: '1' }
const digest = (secret: string) => hash('sha256', secret, 'buffer')

test('a secret that everybody knows works from this machine only, and only where it is taken', async (t) => {
  const own = 'a secret of our own'
  const keys = new Map([['till', toAccessKey([digest(demoSecrets.till), digest(own)])]])
  const code = async (takesPublicSecrets: boolean, secret: string, headers: Record<string, string> = {}) => {
    const wire = await openWire(t, { keys, parts: { takesPublicSecrets } })
    return (await wire.post('/echo', card, { authorization: basic(`till:${secret}`), ...headers })).json.errorCode
  }
  assert.equal(await code(true, demoSecrets.till), undefined)
  assert.equal(await code(true, demoSecrets.till, { 'x-forwarded-for': '10.0.0.1' }), 101)
  assert.equal(await code(true, demoSecrets.till, { forwarded: 'for=10.0.0.1' }), 101)
  assert.equal(await code(false, demoSecrets.till), 101)
  assert.equal(await code(false, own, { 'x-forwarded-for': '10.0.0.1' }), undefined)
})

test('where a call comes from is what a trusted proxy says, and nobody else', async (t) => {
  const keys = new Map([['till', toAccessKey([digest('a secret: of ours')], { addresses: ['10.1.0.0/16'] })]])
  const code = async (trustedProxies: readonly string[], forwarded: string) => {
    const wire = await openWire(t, { keys, parts: { trustedProxies } })
    return (await wire.post('/echo', card, { 'x-forwarded-for': forwarded })).json.errorCode
  }
  assert.equal(await code(['127.0.0.1', '10.9.0.0/16'], '10.1.2.3'), undefined)
  assert.equal(await code(['127.0.0.1', '10.9.0.0/16'], '10.1.2.3, 10.9.0.1'), undefined)
  assert.equal(await code(['127.0.0.1'], '10.1.2.3, 10.9.0.1'), 101, 'the nearest one that is not trusted')
  assert.equal(await code(['10.9.0.0/16'], '10.1.2.3'), 101)
  assert.equal(await code([], '10.1.2.3'), 101)
  assert.equal(await code(['127.0.0.1'], 'nonsense'), 101)
})

test('every 401 says how to authenticate', async (t) => {
  const wire = await openWire(t)
  for (const headers of [{ authorization: undefined }, { location: 'L9' }, { employee: 'E9' }]) {
    const { status, headers: answered } = await wire.post('/echo', card, headers)
    assert.deepEqual([status, answered['www-authenticate']], [401, 'Basic realm="Purser", charset="UTF-8"'])
  }
  assert.equal((await wire.post('/echo', '{')).headers['www-authenticate'], undefined)
})

test('a request that names two hosts is refused, whatever it is for', async (t) => {
  const wire = await openWire(t)
  const call = await wire.raw(`${rawHead(['host: y', 'Content-Length: 2', 'Connection: close'])}{}`)
  assert.equal(rawBodies(call)[0]?.errorCode, 100)
  const page = await wire.raw('GET /docs HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(page, /^HTTP\/1.1 400 /)
  assert.equal(wire.works.length, 0)
})

test('behind a public address of https browsers are told to stay there; pages keep to themselves', async (t) => {
  const plain = await openWire(t)
  const secure = await openWire(t, { parts: { publicUrl: 'https://loyalty.example' } })
  assert.equal((await plain.post('/echo', card)).headers['strict-transport-security'], undefined)
  for (const answer of [
    await secure.post('/echo', card),
    await secure.post('/echo', '{'),
    await secure.send('GET', '/docs', {}),
  ])
    assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000')
  assert.equal((await plain.send('GET', '/docs', {})).headers['cross-origin-opener-policy'], 'same-origin')
})

test('a caller that closes its half after the request is answered', async (t) => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const wire = await openWire(t, {
    answer: () => gate.then(() => ({ kind: 'done', response: { cardNumber: 'late' } })),
  })
  const body = JSON.stringify(card)
  const answer = wire.raw(`${rawHead([`Content-Length: ${body.length}`])}${body}`, { end: true })
  while (wire.works.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  release()
  assert.equal(rawBodies(await answer)[0]?.cardNumber, 'late')
})

test('a request that does not arrive in time is told so, and its connection closed', async (t) => {
  const timeouts = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 }
  const wire = await openWire(t, { parts: { timeouts } })
  const head = await wire.raw('POST /echo HTTP/1.1\r\nHost: x\r\n')
  const body = await wire.raw(`${rawHead(['Content-Length: 20'])}{"cardNumber"`)
  for (const received of [head, body]) {
    const [json] = rawBodies(received)
    assert.deepEqual([json?.errorCode, json?.errorMessage], [100, 'The request did not arrive in time.'])
  }
  assert.equal(wire.works.length, 0)
})

test('no more connections are taken than there may be', async (t) => {
  // Long enough that none of them is closed for being silent.
  const timeouts = { headersTimeout: 120_000, requestTimeout: 120_000 }
  const wire = await openWire(t, { limits: { connectionsMax: 2 }, parts: { timeouts } })
  const taken = await Promise.all(
    [0, 1].map(async () => {
      const socket = connect(wire.server.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  const third = connect(wire.server.port, '127.0.0.1')
  third.on('error', () => undefined)
  await once(third, 'close', { signal: AbortSignal.timeout(20_000) })
  for (const socket of taken) socket.destroy()
  while (true) {
    const again = await wire.post('/echo', card).catch(() => undefined)
    if (again) return assert.equal(again.status, 200)
  }
})

test('an operator whose server can be reached from elsewhere is told what that means', () => {
  const usual = { host: '127.0.0.1', environment: 'demo', trustedProxies: [] }
  assert.deepEqual(exposureWarnings(usual), [])
  assert.deepEqual(exposureWarnings({ ...usual, host: '::1' }), [])
  const [plain, demo] = exposureWarnings({ ...usual, host: '0.0.0.0' })
  assert.match(plain ?? '', /plain HTTP/)
  assert.match(demo ?? '', /The demo keys work from this machine only/)
  const production = { ...usual, host: '0.0.0.0', environment: 'production' }
  assert.equal(exposureWarnings(production).length, 1)
  assert.deepEqual(exposureWarnings({ ...production, publicUrl: 'https://loyalty.example' }), [])
  assert.equal(exposureWarnings({ ...production, publicUrl: 'http://loyalty.example' }).length, 1)
  assert.deepEqual(exposureWarnings({ ...production, trustedProxies: ['10.0.0.1'] }), [])
})
