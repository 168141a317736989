import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoginThrottle } from '../../server/access/login/login-throttle.ts'
import { openPortalRoom } from '../support/portal-room.ts'

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

test('failures are counted for a name from an address, for a name, and for an address', () => {
  let now = 0
  const throttle = new LoginThrottle({ perAddressPerMinute: 60, clock: () => now })
  const fail = (count: number, name: string, address: string) => {
    for (let number = 0; number < count; number += 1) throttle.countFailure(name, address)
  }
  fail(10, 'ana', 'a')
  assert.ok(throttle.secondsToWait('ana', 'a') > 1700)
  assert.equal(throttle.secondsToWait('ana', 'b'), 0)
  assert.equal(throttle.secondsToWait('bob', 'a'), 0)
  for (let number = 0; number < 10; number += 1) fail(9, 'ana', `c${number}`)
  assert.ok(throttle.secondsToWait('ana', 'elsewhere') > 1700)
  for (let number = 0; number < 50; number += 1) fail(1, `name ${number}`, 'a')
  assert.ok(throttle.secondsToWait('bob', 'a') > 0)
  now += 30 * 60_000
  assert.equal(throttle.secondsToWait('ana', 'a'), 0)
})

test('a limit of none is none', () => {
  const throttle = new LoginThrottle({ perAddressPerMinute: 0 })
  for (let number = 0; number < 500; number += 1) throttle.countFailure('ana', 'a')
  assert.equal(throttle.secondsToWait('ana', 'a'), 0)
})
