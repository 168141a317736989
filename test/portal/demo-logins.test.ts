import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { roleNames } from '../../server/domain/judge/permissions.ts'
import { demoLogins, makeDemoLogins } from '../../server/doors/access/login/demo-logins.ts'
import { Passwords } from '../../server/doors/access/login/passwords.ts'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { testOrigin } from '../support/shop.ts'

const make = (room: PortalRoom) =>
  inTransaction(room.pool, (db) =>
    makeDemoLogins(
      { db, now: Date.now, random: randomBytes, origin: testOrigin },
      new Passwords(randomBytes),
      room.shop.id,
    ),
  )

test('the logins of the demo, one for each role, work from this machine and only in the demo', async (t) => {
  const room = await openPortalRoom()
  t.after(() => room.close())
  await make(room)
  await make(room)
  assert.deepEqual(
    demoLogins.map(({ role }) => role),
    roleNames,
  )
  const visitor = room.stranger()
  const page = await visitor.must('beforeLogIn')
  assert.deepEqual(page.demoLogins, demoLogins)
  for (const { name, password } of demoLogins) await visitor.must('logIn', { name, password })

  // One whose password was changed is no login for everybody any more.
  const [{ name: changed, password: known } = { name: '', password: '' }] = demoLogins
  await visitor.must('logIn', { name: changed, password: known })
  await visitor.must('changePassword', { current: known, password: 'a lighthouse keeps its own hours' })
  const left = (await visitor.must('beforeLogIn')).demoLogins.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    left,
    demoLogins.map(({ name }) => name).filter((name) => name !== changed),
  )
  await room.pool.rows`delete from login where name = ${changed}`
  await make(room)

  // Whoever comes through a proxy is not at this machine.
  const ways: readonly Readonly<Record<string, string>>[] = [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '203.0.113.7' },
    { 'x-forwarded-proto': 'https' },
    { via: '1.1 proxy.example' },
    { host: 'loyalty.example', origin: 'http://loyalty.example' },
  ]
  for (const far of ways) {
    assert.equal((await visitor.must('beforeLogIn', {}, far)).demoLogins, undefined, JSON.stringify(far))
    for (const { name, password } of demoLogins.slice(0, 2))
      assert.equal((await visitor.ask('logIn', { name, password }, far)).status, 403, JSON.stringify(far))
  }

  const stage = await openPortalRoom({ flags: ['--environment', 'stage'] })
  t.after(() => stage.close())
  const other = stage.stranger()
  assert.equal((await other.must('beforeLogIn')).demoLogins, undefined)
  for (const { name, password } of demoLogins) assert.equal((await other.ask('logIn', { name, password })).status, 403)
})

test('nobody chooses a password that ships with the program', async (t) => {
  const room = await openPortalRoom()
  t.after(() => room.close())
  const ana = await room.login('cashier')
  const [{ password } = { password: '' }] = demoLogins
  const { status } = await ana.ask('changePassword', { current: 'correct horse battery staple', password })
  assert.equal(status, 400)
})
