import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConnectionPool, type Sql } from '../../server/ground/database/connection.ts'
import { insertAuditEntries } from '../../server/storage/store/audit/entry.sql.ts'
import { checks } from '../../server/storage/verify/checks.sql.ts'
import { clusterPorts } from '../support/cluster-copies.ts'
import { openFullShop } from '../support/full-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { sumUp } from '../support/report-shop.ts'
import { sealAll } from '../support/seal-all.ts'
import { testDatabase } from '../support/shop.ts'
import { breaks } from '../support/stored-breaks.ts'

const pool = new ConnectionPool({ url: testDatabase(), isDistributed: clusterPorts().length > 0 }, 2)
after(() => pool.close())
/** A level that nothing of it reaches. */
const tiers = { by: { fact: 'history.spend' }, levels: [{ id: 'gold', name: 'Gold', at: 1_000_000 }] }
const { shop } = await openFullShop(undefined, { program: { tiers } })
const entry = { action: 'key.created', actor: { kind: 'commandLine', name: 'ana' } } as const
for (const subject of ['key 1', 'key 2']) await insertAuditEntries(pool, shop.id, [{ ...entry, subject }])
await sealAll(pool, shop)
await sumUp(await openJobRoom(shop))

test('every check has a break that it must report', () => {
  assert.deepEqual(
    checks.map(({ name }) => name).filter((name) => !breaks.some(({ check }) => check === name)),
    [],
  )
})

for (const { what, check, run } of breaks) {
  test(`${what} is reported by "${check}"`, async () => {
    const { find } = checks.find(({ name }) => name === check) ?? assert.fail(`there is no such check: ${check}`)
    await pool.withConnection(async (db) => {
      await begin(db)
      try {
        assert.deepEqual(await find(db, shop.id), [])
        await run(db, shop.id)
        assert.notDeepEqual(await find(db, shop.id), [])
      } finally {
        await db.rows`rollback`
      }
    })
  })
}

test('verify runs every check', async () => {
  assert.deepEqual(await shop.verify(), [])
  await pool.withConnection(async (db) => {
    await begin(db)
    for (const { run, isAlone } of breaks) if (!isAlone) await run(db, shop.id)
    await db.rows`commit`
  })
  const reported = new Set((await shop.verify()).map(({ check }) => check))
  assert.deepEqual(
    checks.map(({ name }) => name).filter((name) => !reported.has(name)),
    [],
  )
})

/** Whoever owns the database can switch its foreign keys off. */
async function begin(db: Sql): Promise<void> {
  await db.rows`begin`
  await db.rows`set local session_replication_role = replica`
}
