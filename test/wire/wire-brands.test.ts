import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { ConnectionPool, type Sql } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { applyBrandFile } from '../../server/storage/brand-store/apply/apply.ts'
import { CachedBrands, openBrandDirectory } from '../../server/storage/brand-store/cache/cached-brands.ts'
import { brandSecretUse } from '../../server/storage/brand-store/document-secrets.ts'
import { byOperator, testDatabase } from '../support/shop.ts'

const random = (count: number) => randomBytes(count)
const pins = new PinKeeper(randomBytes(32), random)
const sealer = pins.sealerFor(brandSecretUse)
let pool: ConnectionPool

before(() => {
  pool = new ConnectionPool({ url: testDatabase(), name: 'wire-brands' }, 4)
})
after(() => pool.close())

/** Applies a brand file with these keys, which makes the brand or changes it, and says so. */
async function applyBrand(id: string, keys: readonly string[], name = id, more: object = {}): Promise<void> {
  const apiKeys = keys.map((key) => ({ key, secret: `a secret of ${key}` }))
  const file = { brand: { id, name, country: 'US', currency: 'USD' }, apiKeys, ...more }
  const options = { ...byOperator, random, pins, sealer }
  const applied = await pool.withConnection((db) => applyBrandFile(db, JSON.stringify(file), options))
  assert.ok('changed' in applied, JSON.stringify(applied))
}

/** Takes a key away without a word of it. */
const revokeSilently = (brandId: string) => pool.rows`update api_key set revoked_at = now() where brand_id = ${brandId}`

const newId = () => `wire-${randomBytes(6).toString('hex')}`

async function eventually(what: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !what(); i += 1) await pause(10)
  assert.ok(what(), String(what))
}

test('a brand is read once, and then known at once', async () => {
  const brands = new CachedBrands(pool, sealer)
  const id = newId()
  await applyBrand(id, ['one', 'two'])
  assert.equal(brands.findAccess(id), undefined)
  const [first, second] = await Promise.all([brands.loadAccess(id), brands.loadAccess(id)])
  assert.ok(first && first === second)
  assert.deepEqual([...first.keys.keys()].toSorted(), ['one', 'two'])
  assert.equal(brands.findAccess(id), first)
  assert.equal(brands.find(id)?.name, id)
})

test('what is known is read again before it is ten seconds old, and never used after', async () => {
  let now = 0
  const brands = new CachedBrands(pool, sealer, () => now)
  const id = newId()
  await applyBrand(id, ['one'])
  const before = await brands.loadAccess(id)
  await revokeSilently(id)
  now = 4999
  assert.equal(brands.findAccess(id), before)
  now = 5001
  assert.equal(brands.findAccess(id), before)
  await eventually(() => brands.findAccess(id)?.keys.size === 0)
  assert.equal(brands.find(id), before?.brand, 'the configuration did not change and is not read again')
  now = 15_002
  assert.equal(brands.findAccess(id), undefined)
})

test('a brand that does not exist is not asked for again until someone says that it does', async () => {
  const brands = await openBrandDirectory(pool, sealer, openLog('silent'))
  const id = newId()
  assert.equal(await brands.loadAccess(id), null)
  assert.equal(brands.findAccess(id), null)
  await applyBrand(id, ['one'])
  await eventually(() => brands.findAccess(id) === undefined)
  assert.equal((await brands.load(id))?.id, id)
  await brands.close()
})

test('a change is known as soon as it is announced, also after the connection was lost', async () => {
  const brands = await openBrandDirectory(pool, sealer, openLog('silent'))
  const id = newId()
  await applyBrand(id, ['one'])
  await brands.load(id)
  await applyBrand(id, ['two'], 'New name')
  await eventually(() => brands.findAccess(id)?.keys.has('two') === true)
  assert.equal(brands.findAccess(id)?.keys.has('one'), false)
  assert.equal(brands.find(id)?.name, 'New name')

  await pool.rows`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wire-brands' and query like 'listen%'`
  await applyBrand(id, ['three'])
  await eventually(() => brands.find(id) === undefined || brands.findAccess(id)?.keys.has('three') === true)
  assert.ok((await brands.loadAccess(id))?.keys.has('three'))
  await applyBrand(id, ['four'])
  await eventually(() => brands.findAccess(id)?.keys.has('four') === true)
  await brands.close()
})

test('who has seen a later version gets it', async () => {
  const brands = new CachedBrands(pool, sealer)
  const id = newId()
  await applyBrand(id, ['one'])
  const first = await brands.atLeast(id, 1)
  assert.equal(brands.atLeast(id, first.version), first)
  await applyBrand(id, ['one'], 'Second')
  await applyBrand(id, ['one'], 'Third')
  const [later, same] = await Promise.all([
    brands.atLeast(id, first.version + 2),
    brands.atLeast(id, first.version + 2),
  ])
  assert.deepEqual([later.name, later.version], ['Third', first.version + 2])
  assert.equal(same.version, later.version)
  await assert.rejects(async () => brands.atLeast(id, 99))
})

test('a brand whose secrets the key does not open is refused, and the operator is told', async () => {
  const lines: string[] = []
  const log = openLog('error', (line) => lines.push(line))
  const stranger = new PinKeeper(randomBytes(32), random).sealerFor(brandSecretUse)
  const brands = await openBrandDirectory(pool, stranger, log)
  const id = newId()
  await applyBrand(id, ['one'], id, { senders: { sms: { url: 'https://sms.test/' } } })
  await assert.rejects(brands.loadAccess(id))
  await brands.close()
  const [line = '{}'] = lines
  assert.equal(JSON.parse(line).brand, id)
  assert.match(line, /cannot be opened with this secret key: senders\.sms\.secrets/)
})

test('a database that is away rejects, and what is known is used meanwhile', async () => {
  let now = 0
  const own = new ConnectionPool({ url: testDatabase() }, 1)
  const brands = new CachedBrands(own, sealer, () => now)
  const id = newId()
  await applyBrand(id, ['one'])
  const known = await brands.loadAccess(id)
  await own.close()
  now = 9000
  assert.equal(brands.findAccess(id), known)
  now = 10_000
  assert.equal(brands.findAccess(id), undefined)
  await assert.rejects(brands.loadAccess(id))
})

test('strangers who name brands that do not exist get an answer, and hold up nobody', async () => {
  const own = new ConnectionPool({ url: testDatabase() }, 2)
  let questions = 0
  const counted: Sql = {
    rows: (...statement) => {
      questions += 1
      return own.rows(...statement)
    },
    affected: (...statement) => own.affected(...statement),
  }
  const brands = new CachedBrands(counted, sealer)
  const id = newId()
  await applyBrand(id, ['one'])
  const strangers = Array.from({ length: 500 }, () => brands.loadAccess(newId()))
  assert.equal((await brands.loadAccess(id))?.brand.id, id)
  assert.deepEqual(new Set(await Promise.all(strangers)), new Set([null]))
  assert.ok(questions <= 5, `${questions} questions were asked`)
  await own.close()
})

test('of brands that do not exist only the latest ten thousand are remembered', async () => {
  const brands = new CachedBrands(pool, sealer)
  const names = Array.from({ length: 10_001 }, (_, index) => `${newId()}-${index}`)
  for (let from = 0; from < names.length; from += 5000)
    await Promise.all(names.slice(from, from + 5000).map((name) => brands.loadAccess(name)))
  assert.equal(names.filter((name) => brands.findAccess(name) === null).length, 10_000)
})

test('too many names at once are refused, and those before them answered', async () => {
  const brands = new CachedBrands(pool, sealer)
  const asked = Array.from({ length: 10_100 }, () => brands.loadAccess(newId()))
  const outcomes = await Promise.allSettled(asked)
  // On a busy machine some are read too late; they were not refused for being too many.
  const isTaken = (one: PromiseSettledResult<unknown>) =>
    one.status === 'fulfilled' || /in time/.test(String(one.reason))
  const taken = outcomes.filter(isTaken).length
  assert.ok(taken >= 10_000 && taken < 10_100, `${taken} were looked for`)
})
