import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { Connection } from '../../server/ground/database/connection.ts'
import { type Applied, applyBrandFile } from '../../server/storage/brand-store/apply/apply.ts'
import { exportText } from '../../server/storage/brand-store/export.ts'
import { byOperator, testDatabase, testSealer } from '../support/shop.ts'
import { placedMessage } from '../support/told-fault.ts'

const pins = { seal: () => ({ sealed: Buffer.alloc(1), check: Buffer.alloc(32) }) }
const options = { ...byOperator, random: (count: number) => randomBytes(count), pins, sealer: testSealer }
const nothing = { changed: false, lines: [], newSecrets: [], warnings: [] }
let client: pg.Client
let db: Connection

before(async () => {
  client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  db = await Connection.open({ url: testDatabase() })
})
after(() => Promise.all([client.end(), db.close()]))

const newBrandId = () => `brand-${randomBytes(6).toString('hex')}`

const fileOf = (id: string, couponSets: readonly object[]) =>
  JSON.stringify({ brand: { id, name: 'Bakery', country: 'US', currency: 'USD' }, couponSets })

const apply = (id: string, couponSets: readonly object[], more: object = {}) =>
  applyBrandFile(db, fileOf(id, couponSets), { ...options, ...more })

const faultsOf = (outcome: Applied) => ('faults' in outcome ? outcome.faults.map(placedMessage) : [])

const linesOf = (outcome: Applied) => ('lines' in outcome ? outcome.lines : [])

async function couponsOf(id: string): Promise<{ coupon_id: string; origin: string; pick_key: number }[]> {
  return (await client.query('select * from coupon where brand_id = $1 order by coupon_id', [id])).rows
}

const generated = (count: number) => ({ id: 'welcome', generate: { count, prefix: 'W-', length: 8 } })

test('a file makes its coupons, once: letters and digits that are not mistaken for each other', async () => {
  const id = newBrandId()
  const sets = [generated(3000), { id: 'ten', coupons: ['TEN-1', 'TEN-2'] }]
  const first = await apply(id, sets)
  assert.deepEqual(linesOf(first).slice(-2), [
    'couponSets/welcome: 3000 more coupons',
    'couponSets/ten: 2 more coupons',
  ])
  assert.deepEqual(await apply(id, sets), nothing)
  const coupons = await couponsOf(id)
  assert.equal(coupons.length, 3002)
  const made = coupons.filter(({ origin }) => origin === 'generated')
  assert.ok(made.every((coupon) => /^W-[2-9A-HJ-NP-Z]{6}$/.test(coupon.coupon_id)))
  assert.ok(new Set(made.map((coupon) => coupon.pick_key)).size > 2900)
})

test('a coupon set grows, and never shrinks; what a list forgets stays', async () => {
  const id = newBrandId()
  await apply(id, [generated(10), { id: 'ten', coupons: ['TEN-1', 'TEN-2'] }])
  const more = await apply(id, [generated(25), { id: 'ten', coupons: ['TEN-2', 'TEN-3'] }])
  assert.ok(linesOf(more).includes('couponSets/welcome: 15 more coupons'))
  assert.ok(linesOf(more).includes('couponSets/ten: 1 more coupon'))
  assert.equal((await couponsOf(id)).length, 28)
  assert.deepEqual(faultsOf(await apply(id, [generated(24)])), [
    'couponSets[welcome].generate.count: 25 coupons already exist; a coupon set can only grow',
  ])
})

test('a coupon belongs to one set for ever', async () => {
  const id = newBrandId()
  await apply(id, [{ id: 'a', coupons: ['X-1'] }])
  const moved = await apply(id, [{ id: 'a' }, { id: 'b', coupons: ['X-1'] }])
  assert.deepEqual(faultsOf(moved), ['couponSets[b].coupons[X-1]: already exists in the coupon set a'])
})

test('a brand that was applied before there were coupons gets them, although its file is the same', async () => {
  for (const more of [{}, { onlyIfChanged: true }]) {
    const id = newBrandId()
    const sets = [generated(7), { id: 'ten', coupons: ['TEN-1'] }]
    await apply(id, sets)
    await client.query('delete from coupon where brand_id = $1', [id])
    const dry = await apply(id, sets, { ...more, dryRun: true })
    assert.equal((await couponsOf(id)).length, 0)
    const again = await apply(id, sets, more)
    assert.deepEqual(again, dry)
    assert.deepEqual(linesOf(again), ['couponSets/welcome: 7 more coupons', 'couponSets/ten: 1 more coupon'])
    assert.equal((await couponsOf(id)).length, 8)
    assert.deepEqual(await apply(id, sets, more), nothing)
  }
})

test('ids that are used up are a fault, and nothing is changed', async () => {
  const id = newBrandId()
  // Always the same byte, so always the same id.
  const outcome = await apply(id, [generated(2)], { random: (count: number) => Buffer.alloc(count) })
  assert.match(faultsOf(outcome)[0] ?? '', /^couponSets\[welcome\]\.generate: no free numbers/)
  assert.equal((await couponsOf(id)).length, 0)
})

test('an export lists the coupons of the file, and applied again it changes nothing', async () => {
  const id = newBrandId()
  await apply(id, [generated(3), { id: 'ten', coupons: ['TEN-2', 'TEN-1'] }])
  const exported = (await exportText(db, id)) ?? ''
  assert.match(exported, /TEN-2[\s\S]*TEN-1/)
  assert.deepEqual(await applyBrandFile(db, exported, options), nothing)
  assert.equal((await couponsOf(id)).length, 5)
})

test('two hundred thousand coupons are made without the process growing', async () => {
  const id = newBrandId()
  const set = { id: 'many', generate: { count: 200_000, prefix: '', length: 12 } }
  await apply(id, [{ ...set, generate: { ...set.generate, count: 20_000 } }])
  const before = process.memoryUsage().rss
  await apply(id, [set])
  assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024)
  const { rows } = await client.query('select count(*)::int as count from coupon where brand_id = $1', [id])
  assert.equal(rows[0].count, 200_000)
})
