import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid } from '../../server/ground/kernel/ids.ts'
import { goodHeaders, openWire, type WireAnswer } from '../support/wire-server.ts'

function assertRefused(answer: WireAnswer, status: number, code: number): void {
  assert.equal(answer.status, status)
  assert.deepEqual(Object.keys(answer.json), ['errorMessage', 'errorCode', 'requestRef', 'success'])
  assert.equal(answer.json.errorCode, code)
  assert.equal(answer.json.success, false)
  assert.ok(isUuid(String(answer.json.requestRef)))
  assert.equal(answer.headers['access-control-allow-origin'], '*')
}

test('a success is the fields of the operation, then success and requestRef', async (t) => {
  const wire = await openWire(t)
  for (const path of ['/merchant/echo', '/echo', '/echo/', '/echo?x=1', '//merchant//echo/?', '/merchant/%65cho']) {
    const answer = await wire.post(path, { cardNumber: '1' })
    assert.equal(answer.status, 200, path)
    assert.equal(answer.text, `{"cardNumber":"L1","success":true,"requestRef":"${answer.json.requestRef}"}`)
  }
  assert.equal(new Set(wire.works.map((work) => work.call.ref)).size, 6)
})

test('an operation without fields of its own answers the envelope alone', async (t) => {
  const wire = await openWire(t, { answer: () => ({ kind: 'done', response: {} }) })
  const answer = await wire.post('/echo', { cardNumber: '1' })
  assert.equal(answer.text, `{"success":true,"requestRef":"${answer.json.requestRef}"}`)
})

test('every answer carries the headers that pages of other origins need, and is not kept', async (t) => {
  const wire = await openWire(t)
  for (const answer of [
    await wire.post('/echo', { cardNumber: '1' }),
    await wire.post('/echo'),
    await wire.post('/no'),
  ]) {
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.equal(
      answer.headers['access-control-allow-headers'],
      'Authorization, brand, location, terminal, employee, employeePassword, customRequestId, externalTransactionId, note, accept, content-type',
    )
    assert.match(String(answer.headers['access-control-expose-headers']), /Purser-Unknown-Fields/)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
})

test('OPTIONS is answered 204 anywhere, without authentication', async (t) => {
  const wire = await openWire(t)
  for (const path of ['/merchant/echo', '/nowhere', '*']) {
    const answer = await wire.send('OPTIONS', path, {})
    assert.equal(answer.status, 204)
    assert.equal(answer.text, '')
    assert.equal(answer.headers['access-control-allow-origin'], '*')
  }
})

test('unknown addresses are 105 and other verbs 106, in the envelope', async (t) => {
  const wire = await openWire(t)
  const absurd = [
    '/',
    '/merchant',
    '/merchant/nothing',
    '/%',
    '/%00',
    '/%ff%fe',
    '/../etc/passwd',
    '/__proto__',
    '/flexible',
    '/administer',
  ]
  for (const path of absurd) assertRefused(await wire.post(path), 404, 105)
  const misspelt = await wire.post('/merchant/ehco')
  assertRefused(misspelt, 404, 105)
  assert.equal(misspelt.json.errorMessage, 'There is nothing at this address. Did you mean /merchant/echo?')
  assert.equal((await wire.post('/merchant/nothing')).json.errorMessage, 'There is nothing at this address.')
  for (const verb of ['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
    const answer = await wire.send(verb, '/merchant/echo', goodHeaders)
    assertRefused(answer, 405, 106)
    assert.equal(answer.headers.allow, 'POST, OPTIONS')
  }
  assertRefused(await wire.post('/docs'), 405, 106)
  assert.equal((await wire.send('HEAD', '/merchant/echo', {})).status, 405)
})

test('pages and health need no authentication', async (t) => {
  const wire = await openWire(t)
  const page = await wire.send('GET', '/docs?x', {})
  assert.deepEqual([page.status, page.text, page.headers['x-page']], [200, '<p>', 'yes'])
  const head = await wire.send('HEAD', '/docs', {})
  assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '3'])
  assert.equal((await wire.send('GET', '/healthz', {})).json.success, true)
  assert.equal((await wire.send('GET', '/readyz', {})).status, 200)
})

test('unknown fields are named in a header that any name survives', async (t) => {
  const wire = await openWire(t)
  const body = { cardNumber: '1', typo: 1, 'a,b%': 1, 'ü\r\nX: 1': 1, lines: [{ sku: 'A', skew: 1 }] }
  const answer = await wire.post('/echo', body)
  assert.equal(answer.headers['purser-unknown-fields'], 'lines[0].skew,typo,a%2Cb%25,%C3%BC%0D%0AX:%201')
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${'😀'.repeat(500)}${index}`, 1]))
  const crowded = await wire.post('/echo', { cardNumber: '1', ...many })
  assert.equal(crowded.status, 200)
  assert.equal(String(crowded.headers['purser-unknown-fields']).split(',').length, 10)
})

test('a used customRequestId names the request that succeeded', async (t) => {
  const original = '01980000-0000-7000-8000-000000000000'
  const wire = await openWire(t, { answer: () => ({ kind: 'refused', code: 3, text: 'Used.', original }) })
  const answer = await wire.post('/echo', { cardNumber: '1' })
  assertRefused(answer, 400, 3)
  assert.equal(answer.headers['purser-original-request'], original)
  assert.equal(answer.headers['purser-original-matches'], 'true')
})

test('a bug is error 1 with nothing of it outside, and the server goes on', async (t) => {
  const wire = await openWire(t, { answer: () => Promise.reject(new Error('the secret marmalade')) })
  const answer = await wire.post('/echo', { cardNumber: '1', pin: '98760-54321-9876' })
  assertRefused(answer, 500, 1)
  assert.doesNotMatch(answer.text, /marmalade/)
  const [line = ''] = wire.logged.filter((entry) => entry.includes('call.failed'))
  assert.match(line, /the secret marmalade/)
  assert.match(line, new RegExp(String(answer.json.requestRef)))
  assert.doesNotMatch(line, /54321-9876/)
  assertRefused(await wire.post('/echo', { cardNumber: '1' }), 500, 1)
})

test('overload says when to try again', async (t) => {
  const wire = await openWire(t, { answer: () => ({ kind: 'refused', code: 109, text: 'Busy.' }) })
  const answer = await wire.post('/echo', { cardNumber: '1' })
  assertRefused(answer, 503, 109)
  assert.equal(answer.headers['retry-after'], '1')
})

test('a brand of version 1 sees no field of version 2, in requests and in responses, at any depth', async (t) => {
  const response = { cardNumber: '1', newer: 'x', lines: [{ sku: 'A', gift: true }], success: undefined }
  const answer = () => ({ kind: 'done' as const, response })
  const body = { cardNumber: '1', newer: 'y', lines: [{ sku: 'A', gift: 'no flag' }] }
  const old = await openWire(t, { brand: { apiVersion: 1 }, answer })
  const shown = await old.post('/echo', body)
  assert.deepEqual(shown.json, {
    cardNumber: '1',
    lines: [{ sku: 'A' }],
    success: true,
    requestRef: shown.json.requestRef,
  })
  assert.equal(shown.headers['purser-unknown-fields'], 'lines[0].gift,newer')
  assert.deepEqual(old.works[0]?.request, { cardNumber: '1', silent: false, lines: [{ sku: 'A' }], createIfNew: false })
  const latest = await openWire(t, { answer })
  assertRefused(await latest.post('/echo', body), 400, 100)
  assert.deepEqual((await latest.post('/echo', { cardNumber: '1' })).json.lines, [{ sku: 'A', gift: true }])
})
