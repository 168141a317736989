import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { toAccessKey } from '../../server/storage/brand-store/keys/access-key.ts'
import { hashPassword } from '../../server/storage/brand-store/passwords.ts'
import { authorization, brandWith, goodHeaders, openWire, pier, rawBodies, rawHead } from '../support/wire-server.ts'

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const card = { cardNumber: '1' }

test('whatever is wrong with the credentials, the answer is the same 101', async (t) => {
  const wire = await openWire(t)
  const wrong = [
    { authorization: undefined },
    { authorization: '' },
    { authorization: 'Bearer x' },
    { authorization: 'Basic' },
    { authorization: 'Basic ####' },
    { authorization: basic('till') },
    { authorization: basic(':a secret: of ours') },
    { authorization: basic('till:') },
    { authorization: basic('till:a secret: of theirs') },
    { authorization: basic('nobody:a secret: of ours') },
    { brand: undefined },
    { brand: '' },
    { brand: '1002' },
    { brand: 'x'.repeat(5000) },
  ]
  const answers = await Promise.all(wrong.map((headers) => wire.post('/echo', card, headers)))
  for (const { status, json } of answers) {
    assert.equal(status, 401)
    assert.deepEqual({ ...json, requestRef: '' }, { ...answers[0]?.json, requestRef: '' })
    assert.equal(json.errorCode, 101)
  }
  assert.deepEqual([wire.works, wire.refusals], [[], []])
})

test('a failed authentication is logged with the address that it came from, and without the secret', async (t) => {
  const wire = await openWire(t)
  await wire.post('/echo', card, { authorization: basic('till:hunter2') })
  const [line = ''] = wire.logged.filter((entry) => entry.includes('authentication.failed'))
  const { address, brand, code } = JSON.parse(line)
  assert.deepEqual([address, brand, code], ['127.0.0.1', '1001', 101])
  assert.doesNotMatch(line, /hunter2/)
})

test('the word Basic may be written in any case', async (t) => {
  const wire = await openWire(t)
  assert.equal((await wire.post('/echo', card, { authorization: authorization.replace('Basic', 'bASIC') })).status, 200)
})

test('failures are limited, and the right secret is not', async (t) => {
  const wire = await openWire(t)
  const wrong = { authorization: basic('till:guess') }
  for (let i = 0; i < 20; i += 1) assert.equal((await wire.post('/echo', card, wrong)).json.errorCode, 101)
  const limited = await wire.post('/echo', card, wrong)
  assert.deepEqual([limited.status, limited.json.errorCode], [429, 108])
  assert.match(String(limited.headers['retry-after']), /^(60|5\d)$/)
  assert.equal((await wire.post('/echo', card)).status, 200)
})

test('a brand that must be read first is waited for; a database that is away is 109', async (t) => {
  const access = {
    brand: brandWith({ id: '1002' }),
    keys: new Map([['k', toAccessKey([hash('sha256', 's', 'buffer')])]]),
  }
  const load = async (brandId: string) => {
    if (brandId === 'away') throw new Error('connection refused')
    return brandId === '1002' ? access : null
  }
  const wire = await openWire(t, { load })
  const other = { authorization: basic('k:s') }
  assert.equal((await wire.post('/echo', card, { ...other, brand: '1002' })).status, 200)
  assert.equal((await wire.post('/echo', card, { ...other, brand: '1003' })).json.errorCode, 101)
  const away = await wire.post('/echo', card, { ...other, brand: 'away' })
  assert.deepEqual([away.status, away.json.errorCode, away.headers['retry-after']], [503, 109, '1'])
  assert.equal((await wire.post('/echo', card, { brand: '1002' })).json.errorCode, 101)
})

test('location and terminal must exist and belong together; the refusal is recorded', async (t) => {
  const wire = await openWire(t)
  const wrong = [
    [{ location: undefined }, 101],
    [{ location: '' }, 101],
    [{ location: 'L3' }, 102],
    [{ terminal: undefined }, 101],
    [{ terminal: 'T9' }, 102],
    [{ location: 'L2' }, 102],
  ] as const
  for (const [headers, code] of wrong) {
    const answer = await wire.post('/echo', card, headers)
    assert.deepEqual([answer.status, answer.json.errorCode], [401, code])
    assert.deepEqual(wire.refusals.at(-1), { code, operation: 'echo', ref: answer.json.requestRef })
  }
  assert.equal(wire.refusals.length, wrong.length)
})

test('a header that appears twice is refused, also where one of them is right', async (t) => {
  const wire = await openWire(t)
  const twice = async (line: string) => {
    const [json] = rawBodies(await wire.raw(`${rawHead([line, 'Content-Length: 2', 'Connection: close'])}{}`))
    return json?.errorCode
  }
  assert.equal(await twice(`AUTHORIZATION: ${authorization}`), 101)
  assert.equal(await twice('Brand: 1001'), 101)
  assert.equal(await twice('Location: L1'), 102)
  assert.equal(await twice('terminal: T1'), 102)
  assert.equal(await twice('note: a\r\nnote: b'), 100)
  assert.equal(await twice('customRequestId: a\r\ncustomrequestid: a'), 100)
  assert.equal(await twice('employee: E1\r\nEmployee: E1'), 103)
  assert.equal(wire.works.length, 0)
})

test('employees are asked for only where the brand wants them, and must be of the location', async (t) => {
  const passwordHash = await hashPassword('pässword', (count) => randomBytes(count))
  const employees = new Map([
    ['E1', { id: 'E1', name: 'Ana', passwordHash }],
    ['E2', { id: 'E2', name: 'Bo' }],
  ])
  const locations = new Map([['L1', { ...pier, employees }]])
  const open = await openWire(t, { brand: { locations } })
  const code = async (wire: typeof open, headers: Record<string, string>) =>
    (await wire.post('/echo', card, headers)).json.errorCode
  const password = Buffer.from('pässword').toString('latin1')

  assert.equal(await code(open, {}), undefined)
  assert.equal(await code(open, { employee: 'E1' }), undefined)
  assert.equal(await code(open, { employee: 'E3' }), 103)
  assert.equal(await code(open, { employeePassword: 'x' }), 103)
  assert.equal(await code(open, { employee: 'E1', employeePassword: 'wrong' }), 103)
  assert.equal(await code(open, { employee: 'E2', employeePassword: 'any' }), 103)
  for (let i = 0; i < 3; i += 1)
    assert.equal(await code(open, { employee: 'E1', employeePassword: password }), undefined)
  assert.equal(open.works.at(-1)?.call.employeeId, 'E1')

  const settings = { requireEmployee: true, requireEmployeePassword: true, reversalGraceDays: 0, cashoutReturns: false }
  const strict = await openWire(t, { brand: { locations, settings } })
  assert.equal(await code(strict, {}), 103)
  assert.equal(await code(strict, { employee: 'E1' }), 103)
  assert.equal(await code(strict, { employee: 'E2' }), 103)
  assert.equal(await code(strict, { employee: 'E1', employeePassword: password }), undefined)
})

test("an employee's password cannot be guessed for long, and a till that knows it goes on", async (t) => {
  const passwordHash = await hashPassword('4711', (count) => randomBytes(count))
  const employees = new Map([['E1', { id: 'E1', name: 'Ana', passwordHash }]])
  const wire = await openWire(t, { brand: { locations: new Map([['L1', { ...pier, employees }]]) } })
  const right = { employee: 'E1', employeePassword: '4711' }
  assert.equal((await wire.post('/echo', card, right)).status, 200)
  const guesses = Array.from({ length: 20 }, (_, index) => ({ ...right, employeePassword: `${index}` }))
  await Promise.all(guesses.map((headers) => wire.post('/echo', card, headers)))
  assert.equal((await wire.post('/echo', card, { ...right, employeePassword: 'next' })).json.errorCode, 108)
  assert.equal((await wire.post('/echo', card, right)).status, 200)
})

test('operations and groups need to be enabled', async (t) => {
  const closed = await openWire(t)
  for (const path of ['/reactivate', '/flex/flexible', '/admin/administer']) {
    const answer = await closed.post(path, card)
    assert.deepEqual([answer.status, answer.json.errorCode], [403, 104], path)
  }
  assert.equal((await closed.post('/echo', { ...card, createIfNew: true })).json.errorCode, 104)
  const open = await openWire(t, {
    brand: { enabled: new Set(['reactivate', 'flex', 'admin', 'createIfNew'] as const) },
  })
  for (const path of ['/reactivate', '/flex/flexible', '/admin/administer']) {
    assert.equal((await open.post(path, { ...card, createIfNew: true })).status, 200, path)
  }
})

test('the order of judgement is credentials, location, employee, enablement, form', async (t) => {
  const settings = {
    requireEmployee: true,
    requireEmployeePassword: false,
    reversalGraceDays: 0,
    cashoutReturns: false,
  }
  const employees = new Map([['E1', { id: 'E1', name: 'Ana' }]])
  const wire = await openWire(t, { brand: { settings, locations: new Map([['L1', { ...pier, employees }]]) } })
  const steps = [{ authorization: '' }, { location: 'L9' }, { employee: '' }]
  const codes: unknown[] = []
  for (let from = 0; from <= steps.length; from += 1) {
    const headers = Object.assign({ employee: 'E1' }, ...steps.slice(from))
    codes.push((await wire.post('/reactivate', '{', headers)).json.errorCode)
  }
  codes.push((await wire.post('/echo', '{', { employee: 'E1' })).json.errorCode)
  assert.deepEqual(codes, [101, 102, 103, 104, 100])
})

test('a key is held to its rate', async (t) => {
  const wire = await openWire(t, { limits: { requestsPerKeyPerSecond: 5 } })
  const answers = await Promise.all(Array.from({ length: 12 }, () => wire.post('/echo', card, goodHeaders)))
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length >= 6 && refused.length <= 7, `${refused.length} of 12 were refused`)
  assert.deepEqual([refused[0]?.json.errorCode, refused[0]?.headers['retry-after']], [108, '1'])
})
