import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConnectionPool, type Sql } from '../../server/ground/database/connection.ts'
import { planForWholeBrand } from '../../server/ground/database/timeouts.sql.ts'
import { testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 1)
after(() => pool.close())

/** How rows of a brand are joined that statistics know nothing of, so that one row of it is expected. */
async function planOfJoin(prepare: (db: Sql) => Promise<void>): Promise<string> {
  return pool.withConnection(async (db) => {
    await db.rows`begin`
    await prepare(db)
    const lines = await db.rows<{ 'QUERY PLAN': string }>`
      explain select from ledger
      join lot on lot.brand_id = 'unheard-of' and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
      join request on request.brand_id = 'unheard-of' and request.request_ref = ledger.request_ref
      where ledger.brand_id = 'unheard-of'`
    await db.rows`commit`
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
}

test('a brand that has grown since statistics were gathered is compared at once, not row by row', async () => {
  assert.match(await planOfJoin(async () => undefined), /Nested Loop/)
  assert.doesNotMatch(await planOfJoin(planForWholeBrand), /Nested Loop/)
})
