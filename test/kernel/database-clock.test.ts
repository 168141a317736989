import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readNow } from '../../server/ground/database/clock.sql.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { DatabaseClock } from '../../server/ground/database/database-clock.ts'
import { testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 1)
after(() => pool.close())

test('the time is the database’s, wherever the clock of the machine is set to, and it says how far that is off', async () => {
  let shift = 0
  const clock = await DatabaseClock.open(pool, () => Date.now() + shift)
  for (shift of [-7_200_000, 0, 86_400_000]) {
    assert.ok(Math.abs(clock.now() - (await readNow(pool))) < 1000)
    assert.ok(Math.abs(clock.aheadMs - shift) < 1000)
    await clock.look(pool)
  }
})
