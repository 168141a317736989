import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { openShop } from '../support/shop.ts'
import { SoftPasskey } from '../support/soft-passkey.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ flags: ['--require-second-factor', 'finance'] })
})

after(() => room?.close())

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A code of the step before counts until this step ends. */
async function awayFromItsEnd(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 5_000) await wait(leftMs)
}

async function withTotp(role: 'support' | 'finance' = 'support') {
  const user = await room.login(role)
  const { secret } = await user.must('setUpTotp')
  await awayFromItsEnd()
  const { recoveryCodes } = await user.must('confirmTotp', { code: codeOf(secret, -1) })
  return { user, secret, recoveryCodes: recoveryCodes as string[] }
}

/** Passkeys are for names, not for addresses. */
const byName = () => ({ origin: `http://localhost:${room.service.port}`, host: `localhost:${room.service.port}` })

test('a code generator is set up with a code, and asked for from then on', async () => {
  const { user, secret, recoveryCodes } = await withTotp()
  assert.equal(recoveryCodes.length, 10)
  const answer = await user.logIn()
  assert.deepEqual(answer.body, { owes: 'secondFactor', factors: ['recoveryCode', 'totp'] })
  const me = await user.must('me')
  assert.deepEqual([me.owes, me.brands], ['secondFactor', []])
  assert.equal((await user.call('search', { filters: { cardNumber: '1' } })).body.error.reason, 'loginNeeded')
  const before = user.cookie
  assert.equal((await user.ask('useTotp', { code: '000000' })).status, 403)
  await user.must('useTotp', { code: codeOf(secret) })
  assert.notEqual(user.cookie, before)
  assert.equal((await user.must('me')).brands.length, 1)
})

test('a code works once, also from two browsers at once', async () => {
  const { user, secret } = await withTotp()
  const browsers = await Promise.all([1, 2, 3].map(async () => loggedInAs(user)))
  const code = codeOf(secret)
  const answers = await Promise.all(browsers.map((browser) => browser.ask('useTotp', { code })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403, 403])
})

test('a recovery code works once', async () => {
  const { user, recoveryCodes } = await withTotp()
  const code = recoveryCodes[0] ?? ''
  await user.logIn()
  await user.must('useRecoveryCode', { code: code.toLowerCase().replaceAll('-', ' ') })
  await user.logIn()
  assert.equal((await user.ask('useRecoveryCode', { code })).status, 403)
})

test('whoever has only the password cannot set up another factor in place of the one they lack', async () => {
  const { user } = await withTotp()
  await user.logIn()
  for (const [route, body] of [
    ['setUpTotp', {}],
    ['confirmTotp', { code: '123456' }],
    ['newPasskeyOptions', {}],
    ['addPasskey', { response: {}, label: 'x' }],
  ] as const)
    assert.equal((await user.ask(route, body)).body.error.reason, 'loginNeeded', route)
})

test('a role that needs a second factor gets no further without one', async () => {
  const ana = await room.login('finance')
  assert.equal((await ana.must('me')).owes, 'newFactor')
  assert.equal((await ana.call('report', {})).body.error.reason, 'loginNeeded')
  assert.equal((await ana.ask('mySessions')).body.error.reason, 'loginNeeded')
  const { secret, uri } = await ana.must('setUpTotp')
  assert.match(uri, /^otpauth:\/\/totp\//)
  await ana.must('confirmTotp', { code: codeOf(secret) })
  const me = await ana.must('me')
  assert.deepEqual([me.owes, me.factors], [undefined, ['recoveryCode', 'totp']])
  const { factors } = await ana.must('myFactors')
  const { factorId } = factors.find(({ kind }: { kind: string }) => kind === 'totp')
  assert.equal((await ana.ask('removeFactor', { factorId })).body.error.reason, 'forbidden')
})

test('a factor that is removed is asked for no longer, and its recovery codes are gone', async () => {
  const { user } = await withTotp()
  const { factors } = await user.must('myFactors')
  const { factorId } = factors.find(({ kind }: { kind: string }) => kind === 'totp')
  await user.must('removeFactor', { factorId })
  assert.deepEqual((await user.logIn()).body, {})
  assert.deepEqual((await user.must('myFactors')).factors, [])
  const { entries } = await room.shop.must('auditLog', { action: 'user.factor', subject: user.name })
  assert.equal(entries.length, 2)
})

test('the secret of a generator is sealed in the database', async () => {
  const { secret } = await withTotp()
  const [row] = await room.pool.rows<{ kept: string }>`
    select string_agg(encode(sealed_secret, 'escape'), '') as kept from login_factor`
  assert.ok(!row?.kept.includes(secret))
})

test('a passkey is added, asked for, and signs each challenge once', async () => {
  const ana = await room.login('support')
  const passkey = new SoftPasskey(byName().origin)
  const { options } = await ana.must('newPasskeyOptions', {}, byName())
  await ana.must('addPasskey', { response: passkey.register(options), label: 'phone' }, byName())

  const { body } = await ana.logIn()
  assert.deepEqual(body, { owes: 'secondFactor', factors: ['passkey'] })
  const asked = await ana.must('passkeyOptions', {}, byName())
  const response = passkey.sign(asked.options)
  const replayed = await loggedInAs(ana)
  await replayed.must('passkeyOptions', {}, byName())
  assert.equal((await replayed.ask('usePasskey', { response }, byName())).status, 403)
  await ana.must('usePasskey', { response }, byName())
  assert.equal((await ana.must('me')).owes, undefined)
  assert.equal((await ana.ask('usePasskey', { response }, byName())).status, 403)
})

test('a passkey that counts backwards, signs for another page or is unreadable is refused', async () => {
  const ana = await room.login('support')
  const passkey = new SoftPasskey(byName().origin)
  const { options } = await ana.must('newPasskeyOptions', {}, byName())
  passkey.count = 5
  await ana.must('addPasskey', { response: passkey.register(options), label: 'key' }, byName())
  await ana.logIn()
  const attempt = async (sign: (options: { challenge: string }) => unknown) => {
    const asked = await ana.must('passkeyOptions', {}, byName())
    return (await ana.ask('usePasskey', { response: sign(asked.options) }, byName())).status
  }
  assert.equal(await attempt(() => ({ id: passkey.id })), 403)
  assert.equal(await attempt(() => ({})), 403)
  passkey.count = 2
  assert.equal(await attempt((asked) => passkey.sign(asked)), 403)
  passkey.count = 7
  assert.equal(await attempt((asked) => passkey.sign({ ...asked, challenge: 'another' })), 403)
  const phished = Object.assign(Object.create(SoftPasskey.prototype), passkey, { origin: 'http://evil.example' })
  assert.equal(await attempt((asked) => phished.sign(asked)), 403)
  assert.equal(await attempt((asked) => passkey.sign(asked)), 200)
})

test('what is sensitive asks for a proof that is not older than ten minutes', async () => {
  const { user, secret } = await withTotp()
  await room.pool.rows`
    update portal_session set confirmed_at = now() - interval '11 minutes'
    where login_id = (select login_id from login where name = ${user.name})`
  const { factors } = await user.must('myFactors')
  const { factorId } = factors.find(({ kind }: { kind: string }) => kind === 'totp')
  assert.equal((await user.ask('removeFactor', { factorId })).body.error.reason, 'confirmNeeded')
  assert.equal((await user.ask('setUpTotp')).body.error.reason, 'confirmNeeded')
  assert.equal((await user.ask('confirm', {})).status, 400)
  assert.equal((await user.ask('confirm', { password: 'wrong' })).status, 403)
  await user.must('confirm', { totp: codeOf(secret) })
  await user.must('removeFactor', { factorId })
})

test('sessions are listed, and ended one by one', async () => {
  const ana = await room.login('support')
  const other = await loggedInAs(ana)
  const { sessions } = await ana.must('mySessions')
  assert.equal(sessions.length, 2)
  const { sessionId } = sessions.find(({ isThis }: { isThis: boolean }) => !isThis)
  const stranger = await room.login('support')
  assert.equal((await stranger.ask('endSession', { sessionId })).status, 404)
  await ana.must('endSession', { sessionId })
  assert.equal((await other.ask('me')).status, 401)
  assert.equal((await ana.ask('me')).status, 200)
})

async function loggedInAs({ name }: PortalUser): Promise<PortalUser> {
  const browser = room.stranger()
  await browser.must('logIn', { name, password: 'correct horse battery staple' })
  return browser
}

test('a brand demands a second factor of its own roles, also of those who have them in every brand', async () => {
  const strict = await openShop({ service: room.service, more: { portal: { secondFactor: ['cashier'] } } })
  const owes = async (grants: Parameters<PortalRoom['loginWith']>[0]) =>
    (await (await room.loginWith(grants)).must('me')).owes
  assert.equal(await owes([{ brand: strict.id, role: 'cashier' }]), 'newFactor')
  assert.equal(await owes([{ role: 'cashier' }]), 'newFactor')
  assert.equal(await owes([{ brand: strict.id, role: 'support' }]), undefined)
  assert.equal(await owes([{ brand: room.shop.id, role: 'cashier' }]), undefined)
})
