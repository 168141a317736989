import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exchange, openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

test('somebody with the right password has a session, and sees what they may do', async () => {
  const ana = await room.login('cashier', { location: 'L1' })
  const me = await ana.must('me')
  assert.equal(me.name, ana.name)
  assert.deepEqual(me.brands, [
    {
      id: room.shop.id,
      name: 'Test shop',
      role: 'cashier',
      permissions: ['terminal.use', 'cards.replace'],
      locations: ['L1'],
      currency: 'USD',
      timeZone: 'America/New_York',
      hasPlaceClocks: false,
      interfaceTimeZone: 'UTC',
      language: 'en',
    },
  ])
})

test('a wrong password and an unknown name are answered alike', async () => {
  const ana = await room.login('cashier')
  const wrong = await ana.ask('logIn', { name: ana.name, password: 'not the password' })
  const unknown = await room.stranger().ask('logIn', { name: 'nobody at all', password: 'not the password' })
  assert.equal(wrong.status, 403)
  assert.deepEqual([wrong.status, wrong.body], [unknown.status, unknown.body])
})

test('names are compared without regard to case', async () => {
  const ana = await room.login('cashier')
  const answer = await room.stranger().ask('logIn', { name: ` ${ana.name.toUpperCase()}`, password: 'x' })
  assert.equal(answer.status, 403)
  const right = await ana.ask('logIn', { name: ana.name.toUpperCase(), password: 'correct horse battery staple' })
  assert.equal(right.status, 200)
})

test('the cookie is for the server alone, and only its hash is stored', async () => {
  const ana = await room.login('cashier')
  const { headers } = await ana.logIn()
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat()
  assert.match(cookie, /^purser_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  const token = cookie.slice('purser_session='.length).split(';')[0]
  const [row] = await room.pool.rows<{ kept: string }>`
    select string_agg(portal_session::text, '') as kept from portal_session`
  assert.ok(token && !row?.kept.includes(token))
})

test('after logging out the token is worth nothing, and a new login does not reuse it', async () => {
  const ana = await room.login('cashier')
  const stolen = ana.cookie
  const left = await ana.ask('logOut')
  assert.equal(left.headers['clear-site-data'], '"cache", "storage"')
  const thief = room.stranger()
  thief.cookie = stolen
  assert.equal((await thief.ask('me')).body.error.reason, 'loginNeeded')
  assert.equal((await ana.ask('me')).status, 401)
  await ana.logIn()
  assert.notEqual(ana.cookie, stolen)
  assert.equal((await ana.ask('me')).status, 200)
})

test('a session ends when nothing was asked for half an hour, and after twelve hours in any case', async () => {
  for (const column of ['seen_at', 'began_at']) {
    const ana = await room.login('cashier')
    const ago = column === 'seen_at' ? '31 minutes' : '12 hours 1 minute'
    const change = `update portal_session set ${column} = now() - interval '${ago}'
      where login_id = (select login_id from login where name = '${ana.name}')`
    await room.pool.pool.query(change)
    assert.equal((await ana.ask('me')).body.error.reason, 'loginNeeded', column)
  }
})

test('a login that is disabled is out at once', async () => {
  const ana = await room.login('cashier')
  await room.pool.rows`update login set is_disabled = true where name = ${ana.name}`
  assert.equal((await ana.ask('me')).status, 401)
  assert.equal((await ana.logIn()).status, 403)
})

test('a role in every brand is shown for each of them', async () => {
  const ana = await room.loginWith([{ role: 'readOnly' }, { brand: room.shop.id, role: 'marketer' }])
  const { brands } = await ana.must('me')
  const roles = new Map(brands.map(({ id, role }: { id: string; role: string }) => [id, role]))
  assert.equal(roles.get(room.shop.id), 'marketer')
})

test('an operation runs for somebody whose role includes it, and is recorded under their name', async () => {
  const ana = await room.login('cashier')
  const { status, body } = await ana.call('allocate', { cardSetId: 'cards' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await ana.call('listKeys')).body.error.reason, 'forbidden')
  const page = await room.shop.must('requestLookup', { requestRef: body.requestRef })
  assert.match(JSON.stringify(page), new RegExp(ana.name))
})

test('pages that are not built are said to be so', async () => {
  const { status, text } = await exchange(room.service.port, 'GET', '/portal/cards')
  if (status === 503) assert.match(text, /npm run portal:build|being built/)
  else assert.equal(status, 200)
})
