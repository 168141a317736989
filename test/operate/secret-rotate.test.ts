import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, type TestContext, test } from 'node:test'
import pg from 'pg'
import { keyIdOf } from '../../server/ground/kernel/key-ring.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { type ProgramOptions, runBeside, ServerBeside, temporaryFolder } from '../support/server-beside.ts'
import { openShop, type Shop, testDatabase, testKey, times } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

const shared = testDatabase()
const program = join(import.meta.dirname, '../../server/main.ts')

beforeEach(async () => {
  process.env.PURSER_TEST_DATABASE = shared
  await useOwnDatabase()
})

async function ask(statement: string, values: unknown[] = []) {
  const client = new pg.Client(testDatabase())
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** A key file of a machine of its own, with the key that the tests' shops are sealed with. */
function keyFile(t: TestContext, ...keys: Buffer[]): { path: string; options: ProgramOptions; ids: () => number[] } {
  const path = join(temporaryFolder(t), 'secret.key')
  const all = keys.length > 0 ? keys : [testKey]
  writeFileSync(path, all.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 })
  const read = () => readFileSync(path, 'utf8').trim().split('\n')
  return {
    path,
    options: { env: { PURSER_SECRET_KEY_FILE: path } },
    ids: () => read().map((line) => keyIdOf(Buffer.from(line, 'base64'))),
  }
}

const pinShop = (server: ServerBeside) =>
  openShop({
    service: { port: server.port } as Service,
    program: { pinLength: 4 },
    more: {
      couponSets: [{ id: 'coupons', name: 'Coupons', coupons: ['C-1', 'C-2'] }],
      webhooks: [{ id: 'hook', url: 'https://hook.example/', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }],
    },
  })

interface PinnedCard {
  readonly cardNumber: string
  readonly pin: string
}

const pinnedCard = (shop: Shop): Promise<PinnedCard> => shop.must('allocate', { cardSetId: 'cards' })

/** Whether the card's pin is shown as it was, accepted, and no other is. */
async function checkPin(shop: Shop, { cardNumber, pin }: PinnedCard): Promise<void> {
  const asked = { filters: { cardNumber }, includeInactive: true, returnFields: { pin: true } }
  const { cards } = await shop.must('search', asked)
  assert.equal(cards[0].pin, pin)
  const wrong = pin === '0000' ? '1111' : '0000'
  const given = async (tried: string) =>
    (await shop.call('search', { ...asked, forcePinValidation: true, pin: tried })).body.errorCode
  assert.deepEqual([await given(pin), await given(wrong)], [undefined, 10])
}

const passStatus = async (url: string, server: ServerBeside) =>
  (await fetch(url.replace(/:\d+\//, `:${server.port}/`))).status

const rotate = (options: ProgramOptions, ...flags: string[]) =>
  runBeside(['secret', 'rotate', '--log-level', 'error', ...flags], options)

/** As if the newer key had been in use for long. */
const letSettle = () => ask(`update secret_key set changed_at = changed_at - interval '2 minutes'`)

const sealedWith = async () =>
  (
    await ask(`
      select get_byte(pin_sealed, 0) as id from card where pin_sealed is not null
      union select get_byte(pin_sealed, 0) from coupon where pin_sealed is not null
      union select substring(document::text from 'sealed:(\\d+):')::integer from brand order by 1`)
  ).flatMap(({ id }) => id ?? [])

test('a key is replaced while a server runs: pins, secrets and links work in each phase', async (t) => {
  const file = keyFile(t)
  const server = await ServerBeside.ready(t, ['--public-url', 'http://127.0.0.1:1'], file.options)
  const shop = await pinShop(server)
  const cards = await Promise.all(times(3, () => pinnedCard(shop)))
  const [card, moved, locked] = cards as [PinnedCard, PinnedCard, PinnedCard]
  const target = await pinnedCard(shop)
  await shop.must('updateBalance', { cardNumber: moved.cardNumber, action: 'issue', amount: usd(5) })
  await shop.must('transfer', { action: 'out', cardNumber: moved.cardNumber })
  await shop.must('transfer', { action: 'in', cardNumber: target.cardNumber, oldCardNumber: moved.cardNumber })
  const coupon = { couponId: 'C-9', couponSetId: 'coupons', createIfNew: true, promotionId: 'P', newPin: '7788' }
  await shop.must('allocateCoupon', { ...coupon, cardNumber: card.cardNumber })
  await ask(`update card set status = 'Stolen' where card_number = $1`, [locked.cardNumber])
  const { url: before } = await shop.must('generatePassLink', { cardNumber: card.cardNumber })
  const oldId = keyIdOf(testKey)
  assert.deepEqual(await sealedWith(), [oldId])

  const begun = await rotate(file.options)
  assert.equal(begun.status, 0, begun.output)
  const [newId, second] = file.ids()
  assert.deepEqual([second, statSync(file.path).mode & 0o777], [oldId, 0o600])
  assert.match(begun.output, /Sealed \d+ pins and the secrets of 1 brand again/)
  assert.deepEqual(await sealedWith(), [newId], 'nothing is left that only the older key opens')
  for (const one of [...cards, target]) await checkPin(shop, one)
  let after: string = before
  await until('the server signs with the newer key', async () => {
    after = (await shop.must('generatePassLink', { cardNumber: card.cardNumber })).url
    return after !== before
  })
  assert.deepEqual([await passStatus(before, server), await passStatus(after, server)], [200, 200])
  assert.match(
    (await rotate(file.options)).output,
    /Sealed 0 pins and the secrets of 0 brands/,
    'again changes nothing',
  )
  assert.equal((await runBeside(['verify'], file.options)).status, 0)

  const early = await rotate(file.options, '--finish')
  assert.match(early.output, /in use for \d+ seconds\. Wait for a minute/)
  assert.equal(await passStatus(before, server), 200)
  await letSettle()
  const damaged = await ask(
    `update card set pin_sealed = set_byte(pin_sealed, 0, $2) where card_number = $1
    returning card_id`,
    [locked.cardNumber, oldId],
  )
  assert.equal(damaged.length, 1)
  const refused = await rotate(file.options, '--finish')
  assert.match(refused.output, /1 pin cannot be opened with any of the keys/)
  assert.equal(file.ids().length, 2, 'nothing is lost')
  await ask(`update card set pin_sealed = set_byte(pin_sealed, 0, $2) where card_number = $1`, [
    locked.cardNumber,
    newId,
  ])

  const finished = await rotate(file.options, '--finish')
  assert.equal(finished.status, 0, finished.output)
  assert.deepEqual(file.ids(), [newId])
  await until('the server has noticed', async () => (await passStatus(before, server)) !== 200)
  assert.equal(await passStatus(after, server), 200)
  for (const one of [...cards, target]) await checkPin(shop, one)
  const { output } = await runBeside(['audit', shop.id], file.options)
  assert.match(output, new RegExp(`ended the older secret key of the server; number ${newId} is left`))
  assert.match(output, new RegExp(`replaced the secret key of the server by number ${newId}`))
  assert.equal(await server.stop(), 0)

  const wrong = new ServerBeside(t, [], keyFile(t).options)
  assert.equal(await wrong.ended(), 1)
  assert.match(wrong.output, /not the one that the pins in this database were sealed with/)
  const again = await ServerBeside.ready(t, [], file.options)
  await checkPin(again.till(shop), card)
  assert.deepEqual(await shop.verify(), [])
  await again.stop()
})

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

test('nothing is sealed with a key that one of the servers does not hold', async (t) => {
  const [here, there] = [keyFile(t), keyFile(t)]
  const one = await ServerBeside.ready(t, ['--no-jobs'], here.options)
  const other = await ServerBeside.ready(t, ['--no-jobs'], there.options)
  const shop = await pinShop(one)
  const card = await pinnedCard(shop)

  const waiting = await rotate(here.options)
  assert.equal(waiting.status, 1)
  assert.match(waiting.output, /These servers do not hold the key number \d+ yet:\n {2}purser start/)
  assert.deepEqual(await sealedWith(), [keyIdOf(testKey)])
  await checkPin(other.till(shop), card)

  writeFileSync(there.path, readFileSync(here.path))
  const done = await rotate(here.options)
  assert.match(done.output, /seals from now on/)
  const [newId] = here.ids()
  assert.deepEqual(await sealedWith(), [newId])
  const fresh = await pinnedCard(one.till(shop))
  for (const server of [one, other]) {
    await checkPin(server.till(shop), card)
    await checkPin(server.till(shop), fresh)
  }

  await letSettle()
  assert.equal((await rotate(here.options, '--finish')).status, 0)
  await other.stop()
  const late = await ServerBeside.ready(t, ['--no-jobs'], there.options)
  await checkPin(late.till(shop), card)
  await late.stop()
  const behind = new ServerBeside(t, [], keyFile(t).options)
  assert.equal(await behind.ended(), 1)
  assert.match(behind.output, /secret key/)
  await one.stop()
  assert.deepEqual(await shop.verify(), [])
})

test('a rotation that is killed goes on where it was, under load', async (t) => {
  const file = keyFile(t)
  const server = await ServerBeside.ready(t, ['--no-jobs'], file.options)
  const shop = await openShop({
    service: { port: server.port } as Service,
    program: { pinLength: 4 },
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 6000, prefix: '60', length: 16 } }],
  })
  const cards = await Promise.all(times(4, () => pinnedCard(shop)))
  const state = { runs: true }
  const load = Promise.all(
    cards.map(async (card) => {
      while (state.runs) await checkPin(shop, card)
    }),
  )
  const words = [program, 'secret', 'rotate', '--database', testDatabase(), '--log-level', 'error']
  const env = { ...process.env, ...file.options.env, PURSER_TEST_DATABASE: undefined }
  const killed = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => killed.on('exit', resolve))
  const left = async () => {
    const statement = 'select count(*)::integer as left from card where get_byte(pin_sealed, 0) <> $1'
    return (await ask(statement, [file.ids()[0]]))[0]?.left
  }
  await until('some are sealed again', async () => file.ids().length === 2 && (await left()) < 5500, 120)
  killed.kill('SIGKILL')
  await ended
  const rest = await left()
  t.diagnostic(`killed with ${rest} of 6000 left`)

  const resumed = await rotate(file.options)
  assert.equal(resumed.status, 0, resumed.output)
  assert.equal(await left(), 0)
  assert.equal(file.ids().length, 2)
  state.runs = false
  await load
  await letSettle()
  assert.equal((await rotate(file.options, '--finish')).status, 0)
  for (const card of cards) await checkPin(shop, card)
  assert.deepEqual(await shop.verify(), [])
  await server.stop()
})

test('a key in the variable is replaced by the operator, and a key that opens nothing is refused', async (t) => {
  const next = randomBytes(32)
  const both = { env: { PURSER_SECRET_KEY: [testKey, next].map((key) => key.toString('base64')).join(',') } }
  const first = await ServerBeside.ready(t, ['--no-jobs'])
  const shop = await pinShop(first)
  const card = await pinnedCard(shop)

  const told = await rotate({})
  assert.equal(told.status, 1)
  assert.match(told.output, /openssl rand -base64 32/)
  await first.stop()
  const second = await ServerBeside.ready(t, ['--no-jobs'], both)
  const done = await rotate(both)
  assert.match(done.output, new RegExp(`key number ${keyIdOf(next)} seals from now on`))
  await checkPin(second.till(shop), card)
  await second.stop()

  const onlyNew = { env: { PURSER_SECRET_KEY: next.toString('base64') } }
  const tooEarly = new ServerBeside(t, [], onlyNew)
  assert.equal(await tooEarly.ended(), 1)
  assert.match(tooEarly.output, new RegExp(`secret key number ${keyIdOf(testKey)} is missing`))
  await letSettle()
  assert.match((await rotate(both, '--finish')).output, /Remove the older key from PURSER_SECRET_KEY/)
  const last = await ServerBeside.ready(t, ['--no-jobs'], onlyNew)
  await checkPin(last.till(shop), card)
  await last.stop()
  assert.deepEqual(await shop.verify(), [])
})
