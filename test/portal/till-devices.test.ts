import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { portalRoutes } from '../../server/doors/portal-api/all.ts'
import { openPortalRoom, type PortalRoom, type PortalUser, testPassword } from '../support/portal-room.ts'
import { openShop } from '../support/shop.ts'

let room: PortalRoom
let admin: PortalUser

before(async () => {
  room = await openPortalRoom()
  admin = await room.login('administrator')
})

after(() => room?.close())

const pin = '4711'
let devices = 0

/** A browser that was registered as a device at the counter, at which nobody is logged in. */
async function newDevice(more: object = {}) {
  devices += 1
  const name = `Till ${devices}`
  const browser = room.stranger()
  browser.cookie = admin.cookie
  await browser.must('registerDevice', { name, ...more })
  browser.cookie = ''
  return { browser, name, device: browser.deviceCookie }
}

interface Cashier {
  readonly userId: string
  readonly name: string
  readonly digits: number
  readonly isLocked: boolean
}

/** Somebody logs in at the device with their password, and sets a PIN there. Returns how the device names them. */
async function setPinAt(user: PortalUser, device: string, digits = pin): Promise<Cashier> {
  user.deviceCookie = device
  assert.equal((await user.logIn()).status, 200)
  await user.must('setPin', { pin: digits })
  const { device: shown } = await user.must('beforeLogIn')
  const found = shown.cashiers.find(({ name }: Cashier) => name === user.name)
  assert.ok(found, 'the device shows them')
  return found
}

const auditOf = async (action: string, subject: string) =>
  (await room.shop.must('auditLog', { action, subject })).entries as {
    after?: object
    before?: object
    actor: string
  }[]

test('a cashier who has set a PIN on a registered device logs in there by it, and nowhere else', async () => {
  const { browser, name } = await newDevice({ locationId: 'L1' })
  const ana = await room.login('cashier')
  const { userId, digits, isLocked } = await setPinAt(ana, browser.deviceCookie)
  assert.deepEqual([digits, isLocked], [4, false])
  assert.deepEqual(await browser.must('logInByPin', { userId, pin }), {})
  const { device, brands, owes } = await browser.must('me')
  assert.deepEqual(device, {
    name,
    brandId: room.shop.id,
    locationId: 'L1',
    isByPin: true,
    mayHavePin: true,
    hasPin: true,
  })
  assert.deepEqual([brands.length, brands[0].role, owes], [1, 'cashier', undefined])
  assert.equal((await browser.ask('terminalSetup')).status, 200)
  const elsewhere = room.stranger()
  assert.equal((await elsewhere.ask('logInByPin', { userId, pin })).status, 404)
  const other = await newDevice()
  assert.deepEqual(await other.browser.must('logInByPin', { userId, pin }), { left: 0 })
  assert.equal((await elsewhere.must('beforeLogIn')).device, undefined)
  assert.deepEqual((await other.browser.must('beforeLogIn')).device.cashiers, [])
  assert.deepEqual((await auditOf('device.registered', name))[0]?.after, { location: 'L1' })
  assert.deepEqual((await auditOf('user.pin', ana.name))[0]?.after, { state: 'set', at: name })
  assert.deepEqual((await auditOf('user.loggedIn', ana.name))[0]?.after, { by: 'pin', at: name })
})

test('the token and the PIN are kept as hashes only, and the cookie is not for scripts', async () => {
  const browser = room.stranger()
  browser.cookie = admin.cookie
  const { headers } = await browser.ask('registerDevice', { name: 'Hashed' })
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat()
  assert.match(cookie, /^purser_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=34560000$/)
  const ana = await room.login('cashier')
  await setPinAt(ana, browser.deviceCookie, '90210')
  const token = browser.deviceCookie.split('=')[1] ?? ''
  const kept = JSON.stringify(
    await room.pool.rows`
      select token_sha256::text, till_device.name, pin_hash from till_device join login_pin using (device_id)`,
  )
  assert.ok(!kept.includes(token) && !kept.includes('90210'))
  assert.match(kept, /\$argon2id\$/)
})

test('after five wrong PINs only the password lets a cashier in, and they set another PIN', async () => {
  const { browser, device, name } = await newDevice()
  const ana = await room.login('cashier')
  const ben = await room.login('cashier')
  const { userId } = await setPinAt(ana, device)
  const { userId: bens } = await setPinAt(ben, device, '8062')
  for (const left of [4, 3, 2, 1, 0])
    assert.deepEqual(await browser.must('logInByPin', { userId, pin: '9999' }), { left }, `${left} are left`)
  assert.deepEqual(await browser.must('logInByPin', { userId, pin }), { left: 0 }, 'the right one comes too late')
  const { cashiers } = (await browser.must('beforeLogIn')).device
  assert.equal(cashiers.find((one: Cashier) => one.userId === userId).isLocked, true)
  assert.deepEqual(await browser.must('logInByPin', { userId: bens, pin: '8062' }), {}, 'others are not locked')
  assert.equal((await ana.must('me')).device.hasPin, false)
  await ana.must('setPin', { pin: '2580' })
  assert.deepEqual(await browser.must('logInByPin', { userId, pin: '2580' }), {})
  const tried = await auditOf('user.loginFailed', ana.name)
  assert.deepEqual([tried.length, tried[0]?.after], [5, { tried: 'pin', at: name }])
  const states = (await auditOf('user.pin', ana.name)).map((entry) => Object(entry.after).state)
  assert.deepEqual(states, ['set', 'locked', 'set'])
})

test('of many guesses sent at once none gets further than one by one', async () => {
  const { browser, device } = await newDevice()
  const { userId } = await setPinAt(await room.login('cashier'), device)
  const guesses = Array.from({ length: 30 }, (_, index) => String(1000 + index * 7))
  await Promise.all(guesses.map((guess) => browser.must('logInByPin', { userId, pin: guess })))
  const [row] = await room.pool.rows<{ failures: number }>`select failures from login_pin where login_id = ${userId}`
  assert.equal(row?.failures, 5)
  assert.deepEqual(await browser.must('logInByPin', { userId, pin }), { left: 0 })
})

test('right PINs in between do not give somebody else guesses without end', async () => {
  const { browser, device } = await newDevice()
  const ana = await room.login('cashier')
  const { userId } = await setPinAt(ana, device)
  for (let round = 0; round < 4; round += 1) {
    for (let guess = 0; guess < 3; guess += 1) await browser.must('logInByPin', { userId, pin: '0007' })
    assert.deepEqual(await browser.must('logInByPin', { userId, pin }), {}, `after ${3 * (round + 1)}`)
  }
  for (const left of [2, 1, 0]) assert.deepEqual(await browser.must('logInByPin', { userId, pin: '0007' }), { left })
  assert.deepEqual(await browser.must('logInByPin', { userId, pin }), { left: 0 })
  const [locked] = (await browser.must('beforeLogIn')).device.cashiers
  assert.deepEqual([locked.isLocked, (await ana.must('me')).device.hasPin], [true, false], 'the day is known to both')
})

test('a right PIN begins the count anew', async () => {
  const { browser, device } = await newDevice()
  const { userId } = await setPinAt(await room.login('cashier'), device)
  for (let round = 0; round < 2; round += 1) {
    for (const left of [4, 3, 2]) assert.deepEqual(await browser.must('logInByPin', { userId, pin: '0007' }), { left })
    assert.deepEqual(await browser.must('logInByPin', { userId, pin }), {})
  }
})

test('nobody but cashiers has a PIN, and whoever is more elsewhere is a cashier here and nothing else', async () => {
  const { browser, device } = await newDevice()
  for (const role of ['administrator', 'support', 'finance'] as const) {
    const user = await room.login(role)
    user.deviceCookie = device
    await user.logIn()
    assert.equal((await user.must('me')).device.mayHavePin, false)
    assert.equal((await user.ask('setPin', { pin })).body.error.reason, 'forbidden')
  }
  const other = await openShop()
  const both = await room.loginWith([
    { brand: room.shop.id, role: 'cashier' },
    { brand: other.id, role: 'administrator' },
  ])
  const { userId } = await setPinAt(both, device)
  await browser.must('logInByPin', { userId, pin })
  const { brands, mayFound } = await browser.must('me')
  assert.deepEqual([brands.map(({ role }: { role: string }) => role), mayFound], [['cashier'], false])
  assert.equal((await browser.ask('listUsers', {}, { brand: other.id })).body.error.reason, 'notFound')
})

test('a session by PIN changes nothing of the login, and proves nothing that is sensitive', async () => {
  const { browser, device } = await newDevice()
  const { userId } = await setPinAt(await room.login('cashier'), device)
  await browser.must('logInByPin', { userId, pin })
  const own = portalRoutes.flatMap((route) => (route.kind === 'own' ? [route.name] : []))
  const open = ['me', 'logOut', 'confirm', 'passkeyOptions']
  for (const route of own.filter((one) => !open.includes(one)))
    assert.equal((await browser.ask(route)).body.error.reason, 'forbidden', route)
  const [session] = await room.pool.rows<{ confirmed: number }>`
    select extract(epoch from confirmed_at)::integer as confirmed from portal_session where device_id is not null
      and login_id = ${userId}`
  assert.equal(session?.confirmed, 0)
  assert.equal((await browser.ask('confirm', { password: testPassword })).status, 200)
  assert.equal((await browser.ask('setPin', { pin: '2580' })).body.error.reason, 'forbidden')
})

test('a session by PIN is over after five minutes without a question', async () => {
  const { browser, device } = await newDevice()
  const { userId } = await setPinAt(await room.login('cashier'), device)
  await browser.must('logInByPin', { userId, pin })
  const wait = (minutes: number) => room.pool.rows`
    update portal_session set seen_at = now() - make_interval(mins => ${minutes})
    where login_id = ${userId} and device_id is not null`
  await wait(4)
  assert.equal((await browser.ask('me')).status, 200)
  await wait(6)
  assert.equal((await browser.ask('me')).status, 401)
})

test('on a registered device logging out leaves what the till remembers, by PIN or password', async () => {
  const { browser, device } = await newDevice()
  const ana = await room.login('cashier')
  const { userId } = await setPinAt(ana, device)
  await browser.must('logInByPin', { userId, pin })
  assert.equal((await browser.ask('logOut')).headers['clear-site-data'], undefined)
  assert.equal((await ana.ask('logOut')).headers['clear-site-data'], undefined)
  const elsewhere = await room.login('cashier')
  assert.equal((await elsewhere.ask('logOut')).headers['clear-site-data'], '"cache", "storage"')
})

/** What ends a PIN and its session. */
const endings: Readonly<Record<string, (user: PortalUser, userId: string, deviceId: string) => Promise<unknown>>> = {
  'another role': (_, userId) => admin.must('changeUser', { userId, role: 'support' }),
  'another place': (_, userId) => admin.must('changeUser', { userId, role: 'cashier', location: 'L1' }),
  'keeping them out': (_, userId) => admin.must('changeUser', { userId, role: 'cashier', isDisabled: true }),
  'removing them': (_, userId) => admin.must('removeUser', { userId }),
  'a link for another password': (_, userId) => admin.must('resetUser', { userId }),
  'another password': (user) =>
    user.must('changePassword', { current: testPassword, password: 'eleven grey herons on a pier' }),
  'removing the PIN': (user) => user.must('removePin'),
  'revoking the device': (_, __, deviceId) => admin.must('revokeDevice', { deviceId }),
}

for (const [ending, end] of Object.entries(endings))
  test(`${ending} ends the PIN and its session`, async () => {
    const { browser, device, name } = await newDevice()
    const user = await room.login('cashier')
    const { userId } = await setPinAt(user, device)
    await browser.must('logInByPin', { userId, pin })
    const { devices: listed } = await admin.must('listDevices')
    const { deviceId } = listed.find((one: { name: string }) => one.name === name)
    await end(user, userId, deviceId)
    assert.equal((await browser.ask('me')).status, 401)
    const again = await browser.ask('logInByPin', { userId, pin })
    assert.ok(again.status === 404 || again.body.left === 0, 'the PIN is worth nothing any more')
    // Also when they are let in again, or become a cashier again.
    await admin.ask('changeUser', { userId, role: 'cashier', isDisabled: false })
    const later = await browser.ask('logInByPin', { userId, pin })
    assert.ok(later.status === 404 || later.body.left === 0, 'nor does it come back')
  })

test('a revoked device is in the audit log, and only its own brand can revoke it', async () => {
  const { browser, name } = await newDevice()
  const { devices: listed } = await admin.must('listDevices')
  const { deviceId } = listed.find((one: { name: string }) => one.name === name)
  const other = await openShop()
  const stranger = await room.loginWith([{ brand: other.id, role: 'administrator' }])
  assert.equal((await stranger.ask('revokeDevice', { deviceId }, { brand: other.id })).status, 404)
  assert.notEqual((await browser.must('beforeLogIn')).device, undefined)
  await admin.must('revokeDevice', { deviceId })
  assert.equal((await browser.must('beforeLogIn')).device, undefined)
  assert.equal((await auditOf('device.revoked', name))[0]?.actor, admin.name)
})

test('a browser is one device: registering it again ends the one that it was', async () => {
  const { browser, name } = await newDevice()
  browser.cookie = admin.cookie
  await browser.must('registerDevice', { name: `${name} anew` })
  const names = (await admin.must('listDevices')).devices.map((one: { name: string }) => one.name)
  assert.deepEqual([names.includes(name), names.includes(`${name} anew`)], [false, true])
  assert.equal((await browser.must('listDevices')).devices.filter((one: { isThis: boolean }) => one.isThis).length, 1)
})

test('a PIN has four to eight digits, and is none that others would try first', async () => {
  const { device } = await newDevice()
  const ana = await room.login('cashier')
  ana.deviceCookie = device
  await ana.logIn()
  for (const bad of ['471', '471123456', '47a1', '0000', '1234', '87654321', '7890'])
    assert.equal((await ana.ask('setPin', { pin: bad })).body.error.reason, 'invalid', bad)
  for (const good of ['4711', '80624913']) assert.equal((await ana.ask('setPin', { pin: good })).status, 200, good)
})

test('a registered device needs no second factor beside the PIN, which was set by whoever showed theirs', async () => {
  const strict = await openPortalRoom({ flags: ['--require-second-factor', 'cashier'] })
  try {
    const boss = await strict.login('administrator')
    const browser = strict.stranger()
    browser.cookie = boss.cookie
    await browser.must('registerDevice', { name: 'Strict' })
    const ana = await strict.login('cashier')
    ana.deviceCookie = browser.deviceCookie
    assert.equal((await ana.logIn()).body.owes, 'newFactor')
    assert.equal((await ana.ask('setPin', { pin })).body.error.reason, 'loginNeeded')
    const { secret } = await ana.must('setUpTotp')
    await ana.must('confirmTotp', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
    await ana.must('setPin', { pin })
    const [cashier] = (await browser.must('beforeLogIn')).device.cashiers
    await browser.must('logInByPin', { userId: cashier.userId, pin })
    assert.deepEqual([(await browser.must('me')).owes, (await browser.ask('terminalSetup')).status], [undefined, 200])
  } finally {
    await strict.close()
  }
})
