import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WriteHealth } from '../../server/calls/engine/write-health.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { hasRoom } from '../../server/ground/database/room.sql.ts'
import { openShop, startTestService, testDatabase } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** While the body runs, changes of balances end in this error of the database. */
async function whileLedgerFails(code: string, body: () => Promise<void>): Promise<void> {
  await sql(
    `create or replace function fail_ledger() returns trigger language plpgsql as
     $$ begin raise exception using errcode = '${code}', message = 'as if'; end $$`,
    [],
  )
  await sql('create trigger fail_ledger before insert on ledger for each row execute function fail_ledger()', [])
  try {
    await body()
  } finally {
    await sql('drop trigger fail_ledger on ledger', [])
  }
}

for (const code of ['53100', '53200', '53400', '58030', '25006']) {
  test(`error ${code} of the database is 109, executes nothing, and makes the server unready`, async (t) => {
    const service = await startTestService()
    t.after(() => service.stop())
    const shop = await openShop({ service })
    const card = await shop.card({ usd: 10 })
    const headers = { customRequestId: 'again' }
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${shop.port}/readyz`)
      return [answer.status, ((await answer.json()) as { reason?: string }).reason]
    }
    assert.deepEqual(await ready(), [200, undefined])
    await whileLedgerFails(code, async () => {
      const { status, body } = await shop.update(card, 'redeem', { usd: 4 }, {}, headers)
      assert.deepEqual([status, body.errorCode], [503, 109])
      assert.deepEqual(await ready(), [503, 'storage'])
    })
    assert.equal((await shop.balances(card))[0].amount, 10)
    assert.equal((await shop.update(card, 'redeem', { usd: 4 }, {}, headers)).body.success, true)
    assert.equal((await shop.balances(card))[0].amount, 6)
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a store that took no writes is trusted again after a while, when it is proved that there is room', async () => {
  let now = 0
  const told: unknown[] = []
  const health = new WriteHealth(
    (error) => told.push(String((error as Error).cause)),
    () => now,
  )
  const yes = async () => true
  const no = async () => false
  assert.equal(await health.isGood(no), true, 'nobody asks while nothing has failed')
  health.failed('full')
  health.failed('full')
  assert.deepEqual(told, ['full'], 'the operator is told once')
  assert.equal(await health.isGood(yes), false)
  now = 9_999
  assert.equal(await health.isGood(yes), false)
  now = 10_000
  assert.equal(await health.isGood(no), false)
  assert.equal(await health.isGood(yes), true)
  assert.equal(await health.isGood(no), true)
  health.failed('full again')
  assert.deepEqual(told, ['full', 'full again'])
  now = 20_000
  const failsMeanwhile = async () => {
    health.failed('full again')
    return true
  }
  assert.equal(await health.isGood(failsMeanwhile), false)
})

test('room is proved by taking it, and by nothing that stays', async () => {
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  const full = new ConnectionPool({ url: testDatabase() }, 1)
  try {
    assert.equal(await hasRoom(pool), true)
    assert.deepEqual(await sql(`select from pg_class where relname = 'purser_room'`, []), [])
    await full.rows`set default_transaction_read_only = on`
    assert.equal(await hasRoom(full), false)
  } finally {
    await pool.close()
    await full.close()
  }
})
