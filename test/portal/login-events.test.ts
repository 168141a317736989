import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { openLog } from '../../server/ground/log/log.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openPortalRoom, type PortalUser } from '../support/portal-room.ts'
import { until } from '../support/worker-room.ts'

interface Line {
  readonly event: string
  readonly level: string
  readonly user?: string
  readonly address?: string
  readonly text?: string
}

async function openRoom(t: TestContext) {
  const mails = await openMailServer(t)
  const lines: string[] = []
  const log = openLog('info', (line) => void lines.push(line))
  const room = await openPortalRoom({
    flags: ['--failure-limit', '60'],
    log,
    allowPrivateReceivers: true,
    more: { senders: { email: { smtp: mails.url, from: 'Shop <shop@example.com>' } } },
  })
  t.after(() => room.close())
  const said = (): Line[] =>
    lines.map((line) => JSON.parse(line)).filter(({ event }: Line) => event.startsWith('portal.login'))
  const audited = async (subject: string) => {
    const { entries } = await room.shop.must('auditLog', { subject })
    return entries.toReversed().map(({ action, text }: { action: string; text: string }) => `${action}: ${text}`)
  }
  return { ...room, mails, lines, said, audited }
}

const mistake = (user: PortalUser) => user.ask('logIn', { name: user.name, password: 'not this one' })

async function renamed({ pool }: Awaited<ReturnType<typeof openRoom>>, user: PortalUser): Promise<string> {
  const name = `ana.${randomBytes(4).toString('hex')}@shop.example`
  await pool.rows`update login set name = ${name}, name_key = ${name} where name = ${user.name}`
  return name
}

test('logins, wrong passwords and locks are in the log without names, and in the audit log with them', async (t) => {
  const room = await openRoom(t)
  const ana = await room.login('support')
  for (let number = 0; number < 10; number += 1) assert.equal((await mistake(ana)).status, 403)
  assert.equal((await ana.logIn()).status, 429)
  await room.stranger().ask('logIn', { name: 'nobody.here', password: 'x' })
  const events = room.said().map(({ event, text }) => [event, text].filter(Boolean).join(' '))
  assert.deepEqual(events, [
    'portal.login',
    ...Array.from({ length: 10 }, () => 'portal.login.failed password'),
    'portal.login.locked',
    'portal.login.failed password',
  ])
  const [first, ...others] = room.said()
  assert.match(first?.user ?? '', /^[0-9a-f-]{36}$/)
  assert.ok(others.slice(0, -1).every(({ user, address }) => user === first?.user && address !== undefined))
  assert.equal(others.at(-1)?.user, undefined)
  assert.ok(!room.lines.some((line) => line.includes(ana.name) || line.includes('nobody.here')))
  assert.deepEqual(
    (await room.audited(ana.name)).map((one: string) => one.split(':')[0]),
    ['user.invited', 'user.loggedIn', 'user.loginFailed', 'user.loginFailed', 'user.locked'],
  )
})

test('a wrong code and a wrong confirmation are told of as what they are', async (t) => {
  const room = await openRoom(t)
  const ana = await room.login('support')
  await ana.ask('confirm', { password: 'not this one' })
  await room.pool.rows`
    update portal_session set owes = 'secondFactor'
    where login_id = (select login_id from login where name = ${ana.name})`
  await ana.ask('useTotp', { code: '000000' })
  const tried = room.said().flatMap(({ event, text }) => (event === 'portal.login.failed' ? [text] : []))
  assert.deepEqual(tried, ['confirmation', 'secondFactor'])
})

test('a user is shown the login before, what failed since, and whether the device is new; and is written to', async (t) => {
  const room = await openRoom(t)
  const user = await room.login('support')
  assert.deepEqual(await seen(user), { lastLogin: undefined, failedBefore: 0, isNewDevice: false })
  const name = await renamed(room, user)
  const logIn = (browser: string, password?: string) =>
    user.ask('logIn', { name, password: password ?? 'correct horse battery staple' }, { 'user-agent': browser })
  await logIn('Test browser', 'wrong')
  await logIn('Test browser', 'wrong')
  await logIn('Test browser 2.0')
  const again = await seen(user)
  assert.deepEqual([again.failedBefore, again.isNewDevice], [2, false])
  assert.ok(again.lastLogin?.from)
  assert.equal(room.mails.mails.length, 0)
  await logIn('Another browser')
  assert.equal((await seen(user)).isNewDevice, true)
  await until('a mail', async () => room.mails.mails.length === 1, 20)
  assert.deepEqual(room.mails.mails[0]?.to, [name])
  assert.match(room.mails.mails[0]?.headers.subject ?? '', /A new login/)
  for (let number = 0; number < 10; number += 1) await logIn('x', 'wrong')
  await until('a second mail', async () => room.mails.mails.length === 2, 20)
  assert.match(room.mails.mails[1]?.headers.subject ?? '', /Too many wrong passwords/)
  assert.match((await room.audited(name)).join('\n'), /logged in from a new device or place/)
})

async function seen(user: PortalUser) {
  const { lastLogin, failedBefore, isNewDevice } = await user.must('me')
  return { lastLogin, failedBefore, isNewDevice }
}
