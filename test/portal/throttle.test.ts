import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { LoginThrottle } from '../../server/doors/access/login/login-throttle.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { openPortalRoom } from '../support/portal-room.ts'
import { testDatabase } from '../support/shop.ts'

test('whoever guesses passwords has to wait, even with the right one, and nobody else has to', async (t) => {
  const room = await openPortalRoom({ flags: ['--failure-limit', '60'] })
  t.after(() => room.close())
  const ana = await room.login('cashier')
  const bob = await room.login('cashier')
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, number) => ana.ask('logIn', { name: ana.name, password: `guess ${number}` })),
  )
  assert.ok(guesses.some(({ status }) => status === 429) || guesses.every(({ status }) => status === 403))
  const { status, headers, body } = await ana.logIn()
  assert.equal(status, 429)
  assert.equal(body.error.reason, 'slowDown')
  assert.ok(Number(headers['retry-after']) > 60)
  assert.equal((await bob.logIn()).status, 200)
  const unknown = room.stranger()
  for (let number = 0; number < 10; number += 1) await unknown.ask('logIn', { name: 'nobody here', password: 'x' })
  assert.equal((await unknown.ask('logIn', { name: 'nobody here', password: 'x' })).status, 429)
})

const pool = new ConnectionPool({ url: testDatabase() }, 4)
after(() => pool.close())

let days = 0

/** Names and a day of its own for each test: the table is one for all, and names that share a place do not meet. */
function openThrottle(perAddressPerMinute = 60) {
  days += 1
  const clock = { now: Date.now() + days * day }
  const mark = randomBytes(6).toString('hex')
  // As another process of the same server has it, or the next one after a restart.
  const another = () => new LoginThrottle({ db: pool, perAddressPerMinute, now: () => clock.now })
  const throttle = another()
  const fail = async (count: number, name: string, address: string) => {
    for (let number = 0; number < count; number += 1) await throttle.begin(name + mark, address + mark)
  }
  const wait = async (name: string, address: string, by = another()) => {
    const attempt = await by.begin(name + mark, address + mark)
    if (attempt.kind === 'wait') return attempt.seconds
    await attempt.takeBack()
    return 0
  }
  return { clock, fail, wait, another, mark }
}

test('failures are counted for a name from an address, for a name, and for an address, by all processes', async () => {
  const { clock, fail, wait } = openThrottle()
  await fail(10, 'ana', 'a')
  assert.ok((await wait('ana', 'a')) > 1700)
  assert.equal(await wait('ana', 'b'), 0)
  assert.equal(await wait('bob', 'a'), 0)
  for (let number = 0; number < 10; number += 1) await fail(9, 'ana', `c${number}`)
  assert.ok((await wait('ana', 'elsewhere')) > 1700)
  for (let number = 0; number < 50; number += 1) await fail(1, `name ${number}`, 'a')
  assert.ok((await wait('bob', 'a')) > 0)
  clock.now += 30 * 60_000
  assert.equal(await wait('ana', 'a'), 0)
})

test('of many attempts at once, by several processes, no more than the limit are looked at', async () => {
  const { another, mark } = openThrottle()
  const processes = [another(), another(), another()]
  const attempts = await Promise.all(
    Array.from({ length: 30 }, (_, number) => processes[number % 3]?.begin(`eve${mark}`, `e${mark}`)),
  )
  assert.equal(attempts.filter((one) => one?.kind === 'may').length, 10)
  assert.equal(attempts.filter((one) => one?.kind === 'may' && one.locks).length, 1)
})

test('names that somebody makes up do not fill the table', async () => {
  const [row] = await pool.rows<{ places: number }>`select count(*) as places from login_throttle where place >= 196608`
  assert.equal(row?.places, 0)
})

test('a limit of none is none', async () => {
  const { fail, wait } = openThrottle(0)
  await fail(200, 'ana', 'a')
  assert.equal(await wait('ana', 'a'), 0)
})
