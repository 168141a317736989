import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { openWire } from '../support/wire-server.ts'

const card = { cardNumber: '1' }
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

test('the body is read as JSON whatever it calls itself', async (t) => {
  const wire = await openWire(t)
  for (const type of [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
  ]) {
    assert.equal((await wire.post('/echo', card, { 'content-type': type })).status, 200)
  }
  assert.equal((await wire.post('/echo', Buffer.from('\ufeff{"cardNumber":"ü"}'))).status, 200)
  assert.deepEqual(wire.works.at(-1)?.request, { cardNumber: 'ü', silent: false, createIfNew: false })
})

test('scalars are read leniently, null is absent, and what is given is exact', async (t) => {
  const wire = await openWire(t)
  await wire.post('/echo', '{"cardNumber": 8422, "amount": "8.10", "silent": "true", "pin": null, "lines": null}')
  assert.deepEqual(wire.works[0]?.request, {
    cardNumber: '8422',
    amount: { units: 81, scale: 1 },
    silent: true,
    createIfNew: false,
  })
})

test('a body that is wrong is 100 or 6 with its place named, and the refusal is recorded', async (t) => {
  const wire = await openWire(t)
  const table: [string | Buffer, number, RegExp][] = [
    ['', 6, /No card number/],
    ['{}', 6, /No card number/],
    ['{"cardNumber":""}', 6, /No card number/],
    ['{"cardNumber":null}', 6, /No card number/],
    ['[]', 100, /must be a JSON object/],
    ['"x"', 100, /must be a JSON object/],
    ['{', 100, /not valid JSON/],
    ['{"cardNumber":"1"} x', 100, /after its end/],
    ['{"cardNumber":"1","cardNumber":"2"}', 100, /appears twice/],
    ['{"cardNumber":"1","amount":{}}', 100, /^amount: expected a number/],
    ['{"cardNumber":"1","amount":1e400}', 100, /^amount: has too many digits/],
    ['{"cardNumber":"1","lines":[{"sku":"A"},{"sku":""}]}', 100, /^lines\[1\]\.sku: is required/],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 100, /not valid UTF-8/],
  ]
  for (const [body, code, message] of table) {
    const answer = await wire.post('/echo', body)
    assert.deepEqual([answer.status, answer.json.errorCode], [400, code], String(body))
    assert.match(String(answer.json.errorMessage), message)
    assert.deepEqual(wire.refusals.at(-1), { code, operation: 'echo', ref: answer.json.requestRef })
  }
  assert.equal(wire.works.length, 0)
})

test('a number as long as the body is refused at once', async (t) => {
  const wire = await openWire(t)
  // By the processor's time: the machine may be busy with other tests.
  const began = process.cpuUsage()
  for (const long of [`"1${'0'.repeat(900_000)}1"`, `1${'0'.repeat(900_000)}1`, `0.${'0'.repeat(900_000)}1`]) {
    assert.equal((await wire.post('/echo', `{"cardNumber":"1","amount":${long}}`)).json.errorCode, 100)
  }
  const { user, system } = process.cpuUsage(began)
  assert.ok(user + system < 1_000_000, `${user + system} us`)
})

test('a compressed body is refused with a reason', async (t) => {
  const wire = await openWire(t)
  const answer = await wire.post('/echo', 'x', { 'content-encoding': 'gzip' })
  assert.deepEqual([answer.status, answer.json.errorCode], [400, 100])
  assert.match(String(answer.json.errorMessage), /uncompressed/)
  assert.equal((await wire.post('/echo', card, { 'content-encoding': 'identity' })).status, 200)
})

test('the customRequestId counts byte for byte, and what it was sent with is remembered', async (t) => {
  const wire = await openWire(t)
  const body = JSON.stringify(card)
  const ids = ['a', 'A', latin1('ü'), '\xfc', 'x'.repeat(50_000)]
  for (const customRequestId of ids) await wire.post('/echo', body, { customRequestId })
  await wire.post('/echo', body, { customRequestId: '' })
  await wire.post('/echo', body)
  const keys = wire.works.map((work) => work.idempotency)
  assert.equal(new Set(keys.map((key) => key?.idSha256.toString('hex'))).size, ids.length + 1)
  assert.deepEqual(keys[2]?.idSha256, hash('sha256', 'ü', 'buffer'))
  assert.deepEqual(keys[0]?.fingerprint, hash('sha256', `echo\0${body}`, 'buffer'))
  assert.deepEqual(keys.slice(ids.length), [undefined, undefined])
})

test('remarks arrive as they were meant, and are bounded', async (t) => {
  const wire = await openWire(t)
  await wire.post('/echo', card, { externalTransactionId: latin1('Bestellung Ü 1'), note: '\xe9t\xe9' })
  assert.deepEqual(
    [wire.works[0]?.call.externalTransactionId, wire.works[0]?.call.note],
    ['Bestellung Ü 1', '\xe9t\xe9'],
  )
  assert.equal((await wire.post('/echo', card, { note: 'x'.repeat(1000) })).status, 200)
  for (const headers of [{ note: 'x'.repeat(1001) }, { externalTransactionId: 'a\tb' }, { note: latin1('a\u0085b') }]) {
    const answer = await wire.post('/echo', card, headers)
    assert.deepEqual([answer.status, answer.json.errorCode], [400, 100])
  }
  assert.equal(wire.works.length, 2)
})
