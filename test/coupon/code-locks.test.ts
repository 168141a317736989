import assert from 'node:assert/strict'
import test from 'node:test'
import { freeLapsedCodes } from '../../server/background/jobs/expiry/lapsed-codes.sql.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { letLocksExpire } from '../support/checkout-shop.ts'
import { assertBlocked, openCodeShop, usesOf } from '../support/code-shop.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { testDatabase } from '../support/shop.ts'

const count = `update code_count set used = used + 1 where brand_id = $1`
const record = `
  insert into code_use (brand_id, request_ref, code, happened_at) values ($1, $2, 'LAST', clock_timestamp())`

test('a till that finds the last use gone when it stores is told so, and nobody waited before', async (t) => {
  const { shop, pay } = await openCodeShop([{ code: 'LAST', uses: 2 }])
  assert.equal((await pay('LAST')).body.success, true)
  const { requestRef } = await shop.must('allocate', { cardSetId: 'cards' })
  const other = await OtherTransaction.begin(t)
  await other.query(record, [shop.id, requestRef])
  await other.query(count, [shop.id])
  const waiting = pay('LAST')
  const [statement = ''] = await Promise.race([other.blocks(), waiting.then(() => ['nothing: it did not wait'])])
  assert.match(statement, /update code_count/, 'the last statement before the commit')
  await other.end('commit')
  assertBlocked(await waiting, 'LAST', /no uses left/)
  assert.equal((await usesOf(shop)).length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a till whose rival gives up gets the last use', async (t) => {
  const { shop, pay } = await openCodeShop([{ code: 'LAST', uses: 2 }])
  assert.equal((await pay('LAST')).body.success, true)
  const other = await OtherTransaction.begin(t)
  await other.query(count, [shop.id])
  const waiting = pay('LAST')
  await other.blocks()
  await other.end('rollback')
  assert.equal((await waiting).body.totalDiscount, 10)
  assert.deepEqual(await shop.verify(), [])
})

test('a reservation that ran out but that a call holds is released by nobody else', async (t) => {
  const { shop, lock, pay, left } = await openCodeShop([{ code: 'LAST', uses: 1 }])
  await lock(await shop.card(), '3 CAKE 10', { coupons: ['LAST'] })
  await letLocksExpire(shop)
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  t.after(() => pool.close())
  const other = await OtherTransaction.begin(t)
  await other.query('select from code_use where brand_id = $1 for update', [shop.id])
  assert.equal(await freeLapsedCodes(pool, shop.id, 10), 0)
  const { body } = await pay('LAST', { removeBlockingCoupons: true })
  assert.equal(body.errorCode ?? 'sold', 109, 'whose fate is open is not given away')
  await other.end('rollback')
  assert.equal(await freeLapsedCodes(pool, shop.id, 10), 1)
  assert.deepEqual([await usesOf(shop), await left('LAST')], [[], 1])
  assert.deepEqual(await shop.verify(), [])
})
