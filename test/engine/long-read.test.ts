import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { after, test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { serverConnection } from '../../server/ground/database/database.ts'
import { LongReads } from '../../server/ground/database/long-reads.ts'
import { ReadShare, SharedReads, TooManyReads } from '../../server/ground/database/read-share.ts'
import { inLongRead } from '../../server/ground/database/timeouts.sql.ts'
import { openShop, testDatabase } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { until } from '../support/worker-room.ts'

const pool = new ConnectionPool(await serverConnection(testDatabase()), 3)
after(() => pool.close())

const secondMs = 1000

async function backendsOf(name: string): Promise<number[]> {
  const rows = await sql('select pid from pg_stat_activity where application_name = $1', [name])
  return rows.map(({ pid }) => pid)
}

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

test('the process that makes a report lets all others go first, and those of tills do not', async () => {
  const shop = await openShop()
  await shop.must('report', { name: 'liability' })
  const reports = await backendsOf('purser reports')
  assert.ok(reports.length > 0)
  for (const backend of reports) {
    assert.equal(getPriority(backend), 10)
    if (existsSync(`/proc/${backend}/autogroup`))
      assert.match(readFileSync(`/proc/${backend}/autogroup`, 'utf8'), /nice 10\n/)
  }
  for (const backend of await backendsOf('purser lane')) assert.equal(getPriority(backend), 0)
})

test('long reads of all brands wait for few connections, those of one for each other', async () => {
  const reads = new LongReads(pool)
  const { promise: done, resolve: end } = Promise.withResolvers<void>()
  const running: string[] = []
  const begin = (brand: string) =>
    reads.run(brand, async (db) => {
      running.push(brand)
      await done
      return db.rows`select 1`
    })
  const all = ['one', 'one', 'two', 'three'].map(begin)
  await until('two of them run', async () => running.length === 2)
  const first = [...running].sort()
  end()
  assert.deepEqual(first, ['one', 'two'])
  await Promise.all(all)
  assert.deepEqual([...running].sort(), ['one', 'one', 'three', 'two'])
})
