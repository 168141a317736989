import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeLink } from '../../server/doors/access/link/make-link.ts'
import { firstLink } from '../../server/doors/access/login/first-administrator.ts'
import { findPasswordFault } from '../../server/doors/access/login/password-rules.ts'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import { openPortalRoom, type PortalRoom, type PortalUser, testPassword } from '../support/portal-room.ts'
import { testOrigin } from '../support/shop.ts'

let room: PortalRoom
const office = { now: Date.now, random: randomBytes, origin: testOrigin }
const other = 'a lighthouse keeps its own hours'

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

async function linkFor(user: PortalUser, purpose: 'invitation' | 'reset' = 'reset'): Promise<string> {
  const [row] = await room.pool.rows<{ login_id: string }>`select login_id from login where name = ${user.name}`
  return makeLink(room.pool, office, row?.login_id ?? '', purpose)
}

test('a one-time link sets a password once, logs in, and ends the sessions of before', async () => {
  const ana = await room.login('cashier')
  const link = await linkFor(ana)
  const visitor = room.stranger()
  assert.deepEqual(await visitor.must('lookAtLink', { link }), { purpose: 'reset', name: ana.name })

  await visitor.must('useLink', { link, password: other })

  assert.equal((await visitor.must('me')).name, ana.name)
  assert.equal((await ana.ask('me')).status, 401)
  assert.equal((await ana.logIn()).status, 403)
  assert.equal((await ana.logIn(other)).status, 200)
  assert.equal((await room.stranger().ask('useLink', { link, password: other })).status, 404)
  assert.equal((await room.stranger().ask('lookAtLink', { link })).status, 404)
})

test('of two who use a link at once, one does', async () => {
  const ana = await room.login('cashier')
  const link = await linkFor(ana)
  const answers = await Promise.all(
    [1, 2, 3].map((number) => room.stranger().ask('useLink', { link, password: `${other} ${number}` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404])
})

test('a link ends after a day, with a newer one, and with the login', async () => {
  const ana = await room.login('cashier')
  const first = await linkFor(ana)
  const second = await linkFor(ana)
  assert.equal((await ana.ask('lookAtLink', { link: first })).status, 404)
  assert.equal((await ana.ask('lookAtLink', { link: second })).status, 200)
  await room.pool.rows`
    update one_time_link set ends_at = now()
    where login_id = (select login_id from login where name = ${ana.name})`
  assert.equal((await ana.ask('useLink', { link: second, password: other })).status, 404)
  const third = await linkFor(ana)
  await room.pool.rows`update login set is_disabled = true where name = ${ana.name}`
  assert.equal((await ana.ask('useLink', { link: third, password: other })).status, 404)
})

test('a password that is refused leaves the link as it was', async () => {
  const ana = await room.login('cashier')
  const link = await linkFor(ana)
  const { status, body } = await ana.ask('useLink', { link, password: 'short' })
  assert.deepEqual([status, body.error.text], [400, 'A password has at least 12 characters.'])
  assert.equal((await ana.ask('lookAtLink', { link })).status, 200)
})

test('somebody changes their password: other sessions end, this one goes on with another token', async () => {
  const ana = await room.login('cashier')
  const elsewhere = room.stranger()
  elsewhere.cookie = ana.cookie
  const stolen = ana.cookie
  const second = room.stranger()
  await second.must('logIn', { name: ana.name, password: testPassword })

  assert.equal((await ana.ask('changePassword', { current: 'wrong', password: other })).status, 403)
  assert.equal((await ana.ask('changePassword', { current: testPassword, password: ana.name })).status, 400)
  await ana.must('changePassword', { current: testPassword, password: other })

  assert.notEqual(ana.cookie, stolen)
  assert.equal((await ana.ask('me')).status, 200)
  assert.equal((await elsewhere.ask('me')).status, 401)
  assert.equal((await second.ask('me')).status, 401)
  const { entries } = await room.shop.must('auditLog', { action: 'user.password', subject: ana.name })
  assert.equal(entries.length, 1)
})

test('passwords are judged by their length and by what others would guess first', () => {
  const taken = ['a lighthouse keeps', 'Zwölf Boxkämpfer!', 'x7#kq9zz!wLp', 'ana ate an orange alone']
  const refused = [
    'short',
    'password1234',
    'Passwort!2026',
    'aaaaaaaaaaaa',
    '123456789012',
    'qwertyuiopas',
    'passwordpassword',
    'ana@shop.example',
    'ana@shop.example1',
  ]
  assert.deepEqual(
    taken.filter((password) => findPasswordFault(password, 'ana@shop.example') !== undefined),
    [],
  )
  assert.deepEqual(
    refused.filter((password) => findPasswordFault(password, 'ana@shop.example') === undefined),
    [],
  )
})

test('the first administrator is given a link, as long as nobody can log in', async () => {
  const outcome = await inTransaction(room.pool, async (db) => {
    // Other tests make logins meanwhile.
    await db.rows`set transaction isolation level repeatable read`
    const rows = await db.rows<{ name_key: string }>`select name_key from login`
    const others = rows.map(({ name_key: key }) => key)
    const path = await firstLink({ ...office, db }, others)
    const again = await firstLink({ ...office, db }, others)
    const [admin] = await db.rows<{ role: string; in_brand: string }>`
      select role, in_brand from login join login_grant using (login_id) where name = 'admin'`
    const [links] = await db.rows<{ count: number }>`
      select count(*) from one_time_link join login using (login_id) where name = 'admin'`
    await db.rows`update login set password_hash = 'x' where name = 'admin'`
    const done = await firstLink(
      { ...office, db },
      others.filter((name) => name !== 'admin'),
    )
    await db.rows`rollback`
    return { path, again, admin, links, done }
  })
  assert.match(outcome.path ?? '', /^\/portal\/link#[\w-]{43}$/)
  assert.notEqual(outcome.again, outcome.path)
  assert.deepEqual(outcome.admin, { role: 'administrator', in_brand: '' })
  assert.deepEqual(outcome.links, { count: 1 })
  assert.equal(outcome.done, undefined)
})
