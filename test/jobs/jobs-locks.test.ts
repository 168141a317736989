import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { clearLocks, clearReservations, deleteOldFirings } from '../../server/background/jobs/expiry/expiry.sql.ts'
import { workOutSegments } from '../../server/background/jobs/segments/segments.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openCouponShop } from '../support/coupon-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { openShop, type Shop, testDatabase } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

/** Something that has run out, which a job tidies. */
interface Stale {
  readonly shop: Shop
  /** The row, after `brand_id = $1 and`. */
  readonly row: readonly [table: string, where: string, value: unknown]
  readonly tidy: (pool: ConnectionPool) => Promise<number>
}

async function reservedCoupon(): Promise<Stale> {
  const { shop, allocated } = await openCouponShop()
  const coupon = await allocated()
  await sql(
    `update coupon set reserved_until = clock_timestamp() - interval '1 second' where brand_id = $1 and coupon_id = $2`,
    [shop.id, coupon],
  )
  const tidy = (pool: ConnectionPool) => clearReservations(pool, shop.id, 10)
  return { shop, row: ['coupon', 'coupon_id = $2', coupon], tidy }
}

async function lockedCard(): Promise<Stale> {
  const shop = await openShop()
  const card = await shop.card()
  await shop.must('checkout', { cardNumber: card, isSetup: true, lockSetupDuration: 60, checkoutTotal: 1 })
  await sql(
    `update card set lock_until = clock_timestamp() - interval '1 second' where brand_id = $1 and card_number = $2`,
    [shop.id, card],
  )
  return { shop, row: ['card', 'card_number = $2', card], tidy: (pool) => clearLocks(pool, shop.id, 10) }
}

async function insertFiring(shop: Shop, card: string, rule: string, endedSeconds: number): Promise<void> {
  await sql(
    `insert into rule_firing (brand_id, rule_id, request_ref, card_id, happened_at, until)
     select brand_id, $3, gen_random_uuid(), card_id, clock_timestamp(), clock_timestamp() - make_interval(secs => $4)
     from card where brand_id = $1 and card_number = $2`,
    [shop.id, card, rule, endedSeconds],
  )
}

async function forgottenFiring(): Promise<Stale> {
  const shop = await openShop()
  await insertFiring(shop, await shop.card(), 'a/old', 301)
  return { shop, row: ['rule_firing', 'rule_id = $2', 'a/old'], tidy: (pool) => deleteOldFirings(pool, shop.id, 10) }
}

const kinds = {
  'a reservation': reservedCoupon,
  'a lock': lockedCard,
  'a firing of a setup': forgottenFiring,
}

for (const [name, open] of Object.entries(kinds)) {
  for (const end of ['commit', 'rollback'] as const) {
    test(`${name} that has run out is passed over while a call holds it, and tidied after its ${end}`, async (t) => {
      const { shop, row, tidy } = await open()
      const other = await OtherTransaction.begin(t)
      const pool = openPool(t)
      const [table, where, value] = row
      const look = `select to_jsonb(one) as row from ${table} as one where brand_id = $1 and ${where}`
      const [before] = await other.query(`${look} for no key update`, [shop.id, value])
      assert.ok(before)
      const tidied = tidy(pool)
      assert.equal(await Promise.race([tidied, other.blocks().then(() => 'it waits for the call')]), 0)
      assert.deepEqual(await other.query(look, [shop.id, value]), [before])
      await other.end(end)
      assert.equal(await tidy(pool), 1)
      assert.equal(await tidy(pool), 0)
    })
  }
}

test('what rules took for a setup is forgotten five minutes after its end, not before', async (t) => {
  const shop = await openShop()
  const card = await shop.card()
  await insertFiring(shop, card, 'a/young', 280)
  await insertFiring(shop, card, 'a/old', 301)
  assert.equal(await deleteOldFirings(openPool(t), shop.id, 10), 1)
  const left = await sql('select rule_id from rule_firing where brand_id = $1', [shop.id])
  assert.deepEqual(left, [{ rule_id: 'a/young' }])
})

test('whoever refreshes a segment waits for who is refreshing it, and goes on where that one is', async (t) => {
  const shop = await openShop({ more: { segments: [{ id: 'all', where: [] }] } })
  for (let count = 0; count < 3; count += 1) await shop.card()
  const room = await openJobRoom(shop)
  const all = { all: true, rest: 0 }
  await workOutSegments(room, all)
  await sql('delete from segment_member where brand_id = $1', [shop.id])
  const other = await OtherTransaction.begin(t)
  await other.query('select from segment_state where brand_id = $1 for update', [shop.id])
  const refreshing = workOutSegments(room, all)
  const [statement = ''] = await Promise.race([other.blocks(), refreshing.then(() => ['nothing: it did not wait'])])
  assert.match(statement, /^\s*select/, 'it waits before it looks at cards')
  await other.query(
    `update segment_state set cursor_card = (
       select max(card_id) from card where brand_id = $1 and status = 'Activated')
     where brand_id = $1`,
    [shop.id],
  )
  await other.end('commit')
  assert.equal((await refreshing).counts.entered, 0, 'the cards before it are done')
  assert.equal((await workOutSegments(room, all)).counts.entered, 3)
})

function openPool(t: TestContext): ConnectionPool {
  const pool = new ConnectionPool({ url: testDatabase(), lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 }, 2)
  t.after(() => pool.close())
  return pool
}
