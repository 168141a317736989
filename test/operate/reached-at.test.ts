import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { findReachedAt, sayReachedAt } from '../../server/storage/store/outbox/reached-at.sql.ts'
import { testDatabase } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

test('links begin with what an operator said last, or else with where a server listens', async (t) => {
  await useOwnDatabase()
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  t.after(() => pool.close())
  assert.equal(await findReachedAt(pool), undefined)
  //  said                        by the operator  then
  const table: [string, boolean, string][] = [
    ['http://127.0.0.1:8080', false, 'http://127.0.0.1:8080'],
    ['http://127.0.0.1:8081', false, 'http://127.0.0.1:8081'],
    ['https://loyalty.example', true, 'https://loyalty.example'],
    ['http://127.0.0.1:8082', false, 'https://loyalty.example'],
    ['https://points.example', true, 'https://points.example'],
  ]
  for (const [url, isGiven, then] of table) {
    await sayReachedAt(pool, url, isGiven)
    assert.equal(await findReachedAt(pool), then)
  }
})
