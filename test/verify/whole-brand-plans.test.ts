import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConnectionPool, type Sql } from '../../server/ground/database/connection.ts'
import { planForWholeBrand } from '../../server/ground/database/timeouts.sql.ts'
import { verify } from '../../server/storage/verify/verify.ts'
import { openShop, testDatabase } from '../support/shop.ts'
import { undone } from '../support/undo-shop.ts'

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

/** How often the checks of this connection were planned for their values, and how often a kept plan was taken. */
async function plansMade() {
  const [row] = await pool.rows<{ custom: number; kept: number }>`
    select sum(custom_plans)::integer as custom, sum(generic_plans)::integer as kept
    from pg_prepared_statements
    where statement like '%as expected%' and statement not like '%pg_prepared%'`
  return row ?? { custom: 0, kept: 0 }
}

test('small brands are checked with the same plans, a large one with plans of its own', async () => {
  const small = await openShop()
  await small.card({ usd: 5 })
  const large = await openShop()
  const card = await large.card()
  for (let lot = 0; lot < 50; lot += 1) await large.issue(card, { usd: 1 })
  for (let turn = 0; turn < 20; turn += 1) {
    const { body } = await large.hold(card, { usd: 50 })
    await undone(large, card, body.requestRef)
  }
  const planned = async (brand: string) => {
    const before = await plansMade()
    assert.deepEqual((await verify(pool, brand)).discrepancies, [])
    const after = await plansMade()
    return { custom: after.custom - before.custom, kept: after.kept - before.kept }
  }
  assert.equal((await planned(small.id)).custom, 0)
  assert.equal((await planned((await openShop()).id)).custom, 0)
  const { custom, kept } = await planned(large.id)
  assert.ok(custom > 20, String(custom))
  assert.equal(kept, 0)
})
