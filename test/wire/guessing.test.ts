import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Authenticator } from '../../server/doors/api/authenticate.ts'
import { EmployeeCheck } from '../../server/doors/api/employee-check.ts'
import { FailureLimit } from '../../server/doors/api/failure-limit.ts'
import { GuessLimit } from '../../server/doors/api/guess-limit.ts'
import { Watch } from '../../server/doors/api/watch.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { toAccessKey } from '../../server/storage/brand-store/keys/access-key.ts'
import { hashPassword } from '../../server/storage/brand-store/passwords.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openCodeShop } from '../support/code-shop.ts'
import { openShop, startTestService, times } from '../support/shop.ts'
import { brandWith, openWire, pier } from '../support/wire-server.ts'

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const card = { cardNumber: '1' }

function authenticatorWith(secrets: Record<string, string>, failuresPerMinute = 60) {
  const digests = Object.entries(secrets).map(
    ([key, secret]) => [key, toAccessKey([hash('sha256', secret, 'buffer')])] as const,
  )
  const access = { brand: brandWith(), keys: new Map(digests) }
  const brands = { findAccess: () => access, loadAccess: async () => access }
  const authenticator = new Authenticator(brands, { failuresPerMinute, takesPublicSecrets: false, now: Date.now })
  return (pair: string, address: string) => {
    const headers = { authorization: basic(pair), brand: '1001' }
    const judged = authenticator.authenticate(headers, { address, isLocal: false })
    assert.ok(!(judged instanceof Promise))
    return judged.kind === 'refusal' ? judged.code : 0
  }
}

test('guessing is limited without anything said', () => {
  const read = parseCommandLine(['start'], {})
  assert.equal(read.kind, 'command')
  const { failuresPerMinute, employeeFailuresPerMinute, guessesPerMinute } =
    read.kind === 'command' ? read.config : assert.fail()
  assert.deepEqual([failuresPerMinute, employeeFailuresPerMinute, guessesPerMinute], [60, 20, 120])
  const off = parseCommandLine(['start', '--guess-limit', '0', '--employee-limit=0'], { PURSER_FAILURE_LIMIT: '0' })
  assert.equal(off.kind === 'command' && off.config.failuresPerMinute, 0)
})

test('a server with the usual settings slows guessers down, and nobody else', async () => {
  const limits = ['--failure-limit', '60', '--employee-limit', '20', '--guess-limit', '120']
  const service = await startTestService(limits)
  try {
    const shop = await openShop({ service })
    const cardNumber = await shop.card({ usd: 5 })
    const wrong = await Promise.all(times(80, () => shop.call('search', {}, { authorization: basic('till:guess') })))
    const codes = wrong.map(({ body }) => body.errorCode)
    assert.deepEqual([codes.filter((one) => one === 101).length, codes.filter((one) => one === 108).length], [60, 20])
    assert.equal((await shop.balances(cardNumber)).length, 1, 'the right secret still works')

    const unknown = async (number: number) =>
      (await shop.call('cardHistory', { cardNumber: `no${number}` })).body.errorCode
    for (let number = 0; number <= 120; number += 1) assert.equal(await unknown(number), 2)
    const limited = await shop.call('cardHistory', { cardNumber: 'no121' })
    assert.deepEqual([limited.status, limited.body.errorCode], [429, 108])
    assert.ok(Number(limited.headers['retry-after']) > 0)
    assert.equal((await shop.call('cardHistory', { cardNumber })).body.errorCode, 108, 'until it calms down')
    assert.equal((await shop.call('cardHistory', { cardNumber }, { terminal: 'T2' })).body.success, true)
    await shop.must('allocate', { cardSetId: 'cards' })
    const { authenticationFailed, authenticationLimited, guessLimited } = service.refused
    assert.deepEqual([authenticationFailed, authenticationLimited, guessLimited], [60, 20, 2])
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})

test('wrong pins and searches that find nothing count as guesses', async () => {
  const service = await startTestService(['--guess-limit', '4'])
  try {
    const shop = await openShop({ service, program: { pinLength: 4 } })
    const cardNumber = await shop.card()
    const pin = (await shop.call('search', { filters: { cardNumber }, forcePinValidation: true, pin: 'x' })).body
      .errorCode
    assert.equal(pin, 10)
    for (const number of ['a1', 'a2']) await shop.must('search', { filters: { cardNumber: number } })
    await shop.must('search', { filters: { customCardNumber: 'a3' } })
    await shop.must('search', { filters: { firstName: 'Nobody' } })
    assert.equal((await shop.call('balance', { cardNumber, pin: 'x' })).body.errorCode, 10)
    assert.equal((await shop.call('search', { filters: { cardNumber } })).body.errorCode, 108)
    await shop.must('search', { filters: { firstName: 'Nobody' } })
  } finally {
    await service.stop()
  }
})

/** A shop with a public code, a coupon, and a code that nobody may use any more, on a server with this limit. */
async function openGuessedShop(service: Awaited<ReturnType<typeof startTestService>>) {
  const codes = [{ code: 'SUMMER10' }, { code: 'OVER', until: '2020-01-01 00:00:00' }]
  const room = await openCodeShop(codes, undefined, { service })
  await room.shop.must('allocateCoupon', { couponId: 'TEN-1' })
  const present = async (coupons: readonly string[], more: object = {}, headers = {}) =>
    (await room.shop.call('checkout', { products: productsOf('3 CAKE 10'), coupons, ...more }, headers)).body
  return { ...room, present }
}

test('coupons and codes that do not exist are slowed down, however they are tried', async () => {
  const service = await startTestService(['--guess-limit', '12'])
  try {
    const { shop, present } = await openGuessedShop(service)
    assert.equal((await present(['x1'])).errorCode, 27)
    assert.equal((await present(['x2'], { isSetup: true })).errorCode, 27)
    const left = await present(['x3', 'x4', 'SUMMER10'], { removeBlockingCoupons: true })
    assert.deepEqual([left.success, left.blockingCoupons], [true, ['x3', 'x4']])
    assert.equal((await shop.call('couponDetails', { couponId: 'x5' })).body.errorCode, 121)
    assert.equal((await shop.call('allocateCoupon', { couponId: 'x6' })).body.errorCode, 121)
    await shop.must('simulate', { products: productsOf('1 CAKE 10'), coupons: ['x7'] })
    const many = times(5, (index) => `y${index}`)
    assert.equal((await present([...many, 'OVER'])).errorCode, 27)
    assert.equal((await present(['SUMMER10'])).success, true, 'twelve are not too many')
    assert.equal((await present(['x8'])).errorCode, 27)
    for (const coupons of [['x9'], ['SUMMER10']]) assert.equal((await present(coupons)).errorCode, 108)
    assert.equal((await shop.call('couponDetails', { couponId: 'TEN-1' })).body.errorCode, 108)
    assert.equal((await present(['SUMMER10'], {}, { terminal: 'T2' })).success, true, 'another till goes on')
    assert.equal((await present([])).success, true, 'and so does who presents none')
    assert.equal(service.refused.guessLimited, 3)
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})

test('codes that exist and cannot be used are no guesses, and who mistypes now and then is served', async () => {
  const service = await startTestService(['--guess-limit', '3'])
  try {
    const { shop, present } = await openGuessedShop(service)
    for (let i = 0; i < 12; i += 1) assert.equal((await present(['OVER'])).errorCode, 27)
    for (let i = 0; i < 20; i += 1) assert.equal((await present(['summer10'])).success, true)
    for (let i = 0; i < 5; i += 1) assert.equal((await present([`SUMER1${i}`])).errorCode, 27)
    assert.equal((await present(['SUMMER10'])).success, true)
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})

test('one card that tries codes is limited by itself, in a shop where most are found', async () => {
  const service = await startTestService(['--guess-limit', '120'])
  try {
    const { shop, present } = await openGuessedShop(service)
    const [guesser, other] = [await shop.card(), await shop.card()]
    const guess = (from: number) => times(10, (index) => `x${from + index}`)
    for (const from of [0, 10]) assert.equal((await present(guess(from), { cardNumber: guesser })).errorCode, 27)
    assert.equal((await present(['SUMMER10'], { cardNumber: guesser }, { terminal: 'T2' })).errorCode, 108)
    assert.equal((await present([], { cardNumber: guesser })).success, true)
    assert.equal((await present(['SUMMER10'], { cardNumber: other })).success, true)
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})

test('one key is limited from however many addresses it is tried, and the right secret works from each', () => {
  const code = authenticatorWith({ till: 'right', other: 'right' })
  const address = (index: number) => `10.0.0.${index}`
  for (let index = 0; index < 60; index += 1) assert.equal(code('till:wrong', address(index)), 101)
  assert.equal(code('till:wrong', address(61)), 108)
  assert.equal(code('other:wrong', address(61)), 101)
  assert.equal(code('till:right', address(61)), 0)
})

test('a secret is compared as a whole: one bit of difference at any place is another secret', () => {
  const given = hash('sha256', 'right', 'buffer')
  for (let byte = 0; byte < 32; byte += 1) {
    for (const bit of [0, 7]) {
      const other = Buffer.from(given)
      other.writeUInt8(other.readUInt8(byte) ^ (1 << bit), byte)
      for (const stored of [[other], [randomBytes(32), other]]) {
        const access = { brand: brandWith(), keys: new Map([['till', toAccessKey(stored)]]) }
        const brands = { findAccess: () => access, loadAccess: async () => access }
        const authenticator = new Authenticator(brands, {
          failuresPerMinute: 0,
          takesPublicSecrets: false,
          now: Date.now,
        })
        const headers = { authorization: basic('till:right'), brand: '1001' }
        const judged = authenticator.authenticate(headers, { address: '::1', isLocal: true })
        assert.ok('kind' in judged && judged.kind === 'refusal', `bit ${bit} of byte ${byte}`)
      }
    }
  }
})

test('made-up names do not make an attacker be forgotten', () => {
  let now = 0
  const limit = new FailureLimit(3, () => now)
  for (let i = 0; i < 3; i += 1) limit.count('attacker')
  for (let i = 0; i < 30_000; i += 1) limit.count(`made up ${i}`)
  assert.ok(limit.secondsToWait('attacker') > 0)
  now = 59_999
  assert.equal(limit.secondsToWait('attacker'), 1)
  now = 60_000
  assert.equal(limit.secondsToWait('attacker'), 0)
  limit.count('somebody')
  assert.equal(limit.secondsToWait('somebody'), 0, 'and all the names are forgotten with their minute')
})

test('guesses are a matter of number and share, and are forgotten within a minute', () => {
  let now = 0
  const limit = new GuessLimit(10, () => now)
  const count = (name: string, misses: number, hits: number) => {
    for (let i = 0; i < misses; i += 1) limit.count(name, true)
    for (let i = 0; i < hits; i += 1) limit.count(name, false)
  }
  count('few', 10, 0)
  count('busy', 11, 44)
  count('guesser', 11, 43)
  assert.deepEqual(
    ['few', 'busy', 'guesser'].map((name) => limit.secondsToWait(name) > 0),
    [false, false, true],
  )
  now = 59_000
  assert.ok(limit.secondsToWait('guesser') > 0)
  now = 60_000
  assert.equal(limit.secondsToWait('guesser'), 0)
})

test('of passwords that are tried at once no more are looked at than the limit says', async () => {
  const check = new EmployeeCheck(20)
  const employee = { id: 'E1', name: 'Ana', passwordHash: await hashPassword('4711', (count) => randomBytes(count)) }
  const owner = { brandId: 'b1', locationId: 'L1' }
  const judged = await Promise.all(times(60, (index) => check.check(owner, employee, `wrong ${index}`)))
  const codes = judged.map((one) => ('code' in one ? one.code : 0))
  assert.ok(codes.filter((code) => code === 103).length <= 21, `${codes}`)
  assert.equal(new Set(codes).size, 2)
  const later = await check.check(owner, employee, '4711')
  assert.equal('code' in later && later.code, 108)
  assert.equal('id' in (await check.check({ ...owner, locationId: 'L2' }, employee, '4711')), true)
})

test("one brand's wrong passwords are never another's 109, and make it wait for its own only", async () => {
  const check = new EmployeeCheck(0)
  const passwordHash = await hashPassword('4711', (count) => randomBytes(count))
  const employee = (id: string) => ({ id, name: id, passwordHash })
  const flood = times(110, (index) =>
    check.check({ brandId: 'loud', locationId: 'L1' }, employee(`E${index}`), 'wrong'),
  )
  let finished = 0
  for (const one of flood) void Promise.resolve(one).then(() => (finished += 1))
  const quiet = await check.check({ brandId: 'quiet', locationId: 'L1' }, employee('E1'), '4711')
  assert.equal('id' in quiet, true)
  assert.ok(finished < 20, `${finished} of the other brand were before it`)
  const codes = (await Promise.all(flood)).map((one) => ('code' in one ? one.code : 0))
  assert.deepEqual([codes.filter((code) => code === 109).length, codes.filter((code) => code === 103).length], [8, 102])
})

test('wrong passwords at a till are limited by employee', async (t) => {
  const passwordHash = await hashPassword('4711', (count) => randomBytes(count))
  const employees = new Map(['E1', 'E2'].map((id) => [id, { id, name: id, passwordHash }]))
  const locations = new Map([['L1', { ...pier, employees }]])
  const wire = await openWire(t, {
    brand: { locations },
    limits: { employeeFailuresPerMinute: 3, failuresPerMinute: 60 },
  })
  const code = async (employee: string, employeePassword: string) =>
    (await wire.post('/echo', card, { employee, employeePassword })).json.errorCode
  for (let i = 0; i < 3; i += 1) assert.equal(await code('E1', `${i}`), 103)
  assert.equal(await code('E1', 'next'), 108)
  assert.equal(await code('E2', '4711'), undefined)
  assert.deepEqual([wire.refused.employeeFailed, wire.refused.employeeLimited], [3, 1])
})

test('failures are told at once and then in one line a minute, with where they come from', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: string[] = []
  const watch = new Watch(openLog('warn', (line) => lines.push(line)))
  for (let i = 0; i < 500; i += 1)
    watch.refused('authenticationFailed', '10.0.0.1', { brand: 'b', address: '10.0.0.1' })
  for (let i = 0; i < 300; i += 1) watch.refused('authenticationFailed', `10.1.0.${i}`, { brand: 'b', address: 'x' })
  assert.ok(lines.length <= 101, `${lines.length} lines`)
  const [first = '{}'] = lines
  assert.deepEqual([JSON.parse(first).event, JSON.parse(first).address], ['authentication.failed', '10.0.0.1'])
  lines.length = 0
  t.mock.timers.tick(60_000)
  assert.deepEqual(lines.map((line) => JSON.parse(line).count).toSorted(), [200, 499])
  assert.equal(watch.counts.authenticationFailed, 800)
  lines.length = 0
  t.mock.timers.tick(60_000)
  t.mock.timers.tick(60_000)
  assert.deepEqual(lines, [])
})
