import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConnectionPool } from '../../server/database/connection.ts'
import { serverConnection } from '../../server/database/database.ts'
import { inLongRead } from '../../server/database/timeouts.sql.ts'
import { ReadShare, SharedReads, TooManyReads } from '../../server/engine/read-share.ts'
import { openShop, testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool(await serverConnection(testDatabase()), 3)
after(() => pool.close())

const secondMs = 1000

test('a long read sees one moment, is planned for its values, and changes nothing', async () => {
  const shop = await openShop()
  const countCalls = async (db: Pick<ConnectionPool, 'rows'>) => {
    const [row] = await db.rows<{ calls: number }>`select count(*) as calls from ledger where brand_id = ${shop.id}`
    return row?.calls
  }
  await inLongRead(pool, 10 * secondMs, async (db) => {
    const before = await countCalls(db)
    await shop.card({ points: 3 })
    assert.equal(await countCalls(db), before)
    assert.equal(await countCalls(pool), 1)
    assert.deepEqual(await db.rows`show plan_cache_mode`, [{ plan_cache_mode: 'force_custom_plan' }])
  })
  assert.deepEqual(await pool.rows`show plan_cache_mode`, [{ plan_cache_mode: 'force_generic_plan' }])
  const changing = inLongRead(pool, secondMs, (db) => db.rows`delete from lot where brand_id = ${shop.id}`)
  await assert.rejects(changing, /read-only transaction/)
})

test('a brand does one long read at a time, and a few may wait', async () => {
  const share = new ReadShare(1, 1)
  const reads = new SharedReads(pool, share, 'one')
  const { promise: done, resolve: end } = Promise.withResolvers<void>()
  const order: string[] = []
  const first = reads.inTurn(async () => {
    await done
    order.push('first')
  })
  const second = reads.inTurn(async () => void order.push('second'))
  await assert.rejects(
    reads.inTurn(async () => undefined),
    TooManyReads,
  )
  await new SharedReads(pool, share, 'other').inTurn(async () => void order.push('other'))
  end()
  await Promise.all([first, second])
  assert.deepEqual(order, ['other', 'first', 'second'])
})
