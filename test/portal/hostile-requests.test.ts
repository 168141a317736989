import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exchange, openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

test('a page elsewhere can neither ask nor change anything with the cookie of somebody who is logged in', async () => {
  const ana = await room.login('administrator')
  const hostile: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin of a page', { origin: 'null' }],
    ['our name as a beginning', { origin: `http://127.0.0.1:${room.service.port}.evil.example` }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['without the header', { 'purser-portal': '' }],
    ['with another value', { 'purser-portal': 'true' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { 'content-type': 'text/plain' }],
    ['without a type', { 'content-type': '' }],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['typed in', { 'sec-fetch-site': 'none' }],
  ]
  for (const [what, headers] of hostile) {
    const asked = await ana.ask('me', {}, headers)
    assert.deepEqual([asked.status, asked.body.error.reason], [403, 'forbidden'], what)
    const called = await ana.call('allocate', { cardSetId: 'cards' }, headers)
    assert.equal(called.status, 403, what)
    assert.equal(asked.headers['access-control-allow-origin'], undefined, what)
  }
  assert.equal((await ana.ask('me')).status, 200)
})

test('reading changes nothing: routes and operations answer to POST alone', async () => {
  const ana = await room.login('administrator')
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
    const headers = { cookie: ana.cookie, 'content-type': 'application/json', 'purser-portal': '1' }
    const { text } = await exchange(room.service.port, method, '/portal/api/logOut', { headers })
    assert.ok(!text.startsWith('{}'), method)
  }
  assert.equal((await ana.ask('me')).status, 200)
})

test('a cookie is worth something only if it is the one that was given, and alone', async () => {
  const ana = await room.login('cashier')
  const good = ana.cookie
  const token = good.split('=')[1] ?? ''
  const bad = [
    `${good}; ${good}`,
    `${good}; purser_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`,
    `purser_session=${token}x`,
    `purser_session=${token.slice(0, -1)}`,
    `purser_session=${token.toLowerCase()}`,
    'purser_session=',
    `purser_session=${"' or 1=1 --".padEnd(43, 'x')}`,
    `__Host-purser_session=${token}`,
    `other=${token}`,
  ]
  for (const cookie of bad) {
    ana.cookie = cookie
    assert.equal((await ana.ask('me')).body.error.reason, 'loginNeeded', cookie)
  }
  ana.cookie = `theme=dark; ${good}; other=1`
  assert.equal((await ana.ask('me')).status, 200)
})

test('the interface of tills never looks at cookies', async () => {
  const ana = await room.login('administrator')
  const { body } = await room.shop.call('listKeys', {}, { authorization: '', cookie: ana.cookie })
  assert.equal(body.success, false)
})

test('a visitor cannot name more than one brand, nor a brand in the body', async () => {
  const ana = await room.login('administrator')
  assert.equal((await ana.ask('listUsers', { brand: 'another' })).body.error.reason, 'invalid')
  assert.equal((await ana.ask('listUsers', {}, { brand: `${room.shop.id}, another` })).status, 404)
})

test('bodies that are no JSON objects, or too large, are refused and not repeated', async () => {
  const { port } = room.service
  const headers = { 'content-type': 'application/json', 'purser-portal': '1' }
  const hostile = '<script>alert(1)</script>'
  for (const text of ['', 'null', '[]', '"text"', '{', hostile, `{"name":"${hostile}"`, '{"__proto__":{"name":"x"}}']) {
    const answer = await exchange(port, 'POST', '/portal/api/logIn', { headers, text })
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} for ${text}`)
    assert.ok(!answer.text.includes('<script'), text)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
  const large = await exchange(port, 'POST', '/portal/api/logIn', {
    headers,
    text: `{"name":"${'x'.repeat(2_000_000)}"}`,
  })
  assert.equal(large.status, 413)
})

test('a password of any length costs no more than its check', async () => {
  const answer = await room.stranger().ask('logIn', { name: 'ana', password: 'x'.repeat(100_000) })
  assert.equal(answer.status, 400)
})
