import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { NewAuditEntry } from '../../server/audit/entry.ts'
import { sealOf } from '../../server/audit/seal.ts'
import { ConnectionPool, type Sql } from '../../server/database/connection.ts'
import { sealPage } from '../../server/jobs/audit/seal-audit.ts'
import { insertAuditEntries, listAuditEntries } from '../../server/store/audit/entry.sql.ts'
import { auditChecks } from '../../server/verify/audit.sql.ts'
import type { CheckFinding } from '../../server/verify/check.ts'
import { sealAll } from '../support/seal-all.ts'
import { openShop, type Shop, testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 4)
after(() => pool.close())

const entry = (subject: string, more: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  action: 'key.created',
  subject,
  actor: { kind: 'commandLine', name: 'ana', from: 'till-7' },
  ...more,
})

/** A brand with sealed entries of its own, after whatever its making left. */
async function sealedShop(count: number): Promise<Shop> {
  const shop = await openShop()
  for (let index = 1; index <= count; index += 1) {
    await insertAuditEntries(pool, shop.id, [entry(`key ${index}`, { after: { scope: ['merchant'], index } })])
  }
  await sealAll(pool, shop)
  assert.deepEqual(await shop.verify(), [])
  return shop
}

test('entries are listed newest first, as they were written', async () => {
  const shop = await openShop()
  const before = { limits: { b: 1, a: ['x', null] }, text: 'Zoë \u0000'.replace('\u0000', '') }
  await insertAuditEntries(pool, shop.id, [entry('first', { before, note: 'why' }), entry('second')])
  const listed = await listAuditEntries(pool, shop.id, { action: 'key.created', limit: 10, offset: 0 })
  assert.deepEqual(listed.map(({ subject }) => subject).toSorted(), ['first', 'second'])
  const { id: _, at: __, ...first } = listed.find(({ subject }) => subject === 'first') ?? assert.fail('it is listed')
  assert.deepEqual(first, entry('first', { before, note: 'why' }))
})

const breaks: readonly [what: string, run: (db: Sql, brand: string) => Promise<unknown>][] = [
  [
    'a changed entry',
    (db, brand) => db.rows`update audit_entry set subject = 'other' where brand_id = ${brand} and subject = 'key 2'`,
  ],
  [
    'changed content',
    (db, brand) =>
      db.rows`update audit_entry set after = '{"scope":["admin"],"index":2}' where brand_id = ${brand} and subject = 'key 2'`,
  ],
  [
    'a changed time',
    (db, brand) =>
      db.rows`update audit_entry set happened_at = happened_at - interval '1 hour' where brand_id = ${brand} and subject = 'key 2'`,
  ],
  [
    'a removed entry',
    (db, brand) => db.rows`with gone as (delete from audit_seal where brand_id = ${brand} and entry_id in (
       select entry_id from audit_entry where brand_id = ${brand} and subject = 'key 2') returning entry_id)
     select count(*) from gone`,
  ],
  [
    'two entries that changed places',
    (
      db,
      brand,
    ) => db.rows`update audit_seal set entry_id = case subject when 'key 2' then other.entry_id else audit_seal.entry_id end
     from audit_entry as own, (select entry_id from audit_entry where brand_id = ${brand} and subject = 'key 3') as other
     where audit_seal.brand_id = ${brand} and own.brand_id = ${brand} and own.entry_id = audit_seal.entry_id and own.subject = 'key 2'`,
  ],
  ['a changed entry with a seal made anew', changeAndSeal],
  [
    'an entry slipped in',
    (
      db,
      brand,
    ) => db.rows`insert into audit_entry (brand_id, transaction_id, happened_at, action, subject, actor_kind, actor_name)
     select brand_id, transaction_id, happened_at - interval '1 second', action, 'slipped in', actor_kind, actor_name
     from audit_entry where brand_id = ${brand} and subject = 'key 2'`,
  ],
]

/** Whoever changes an entry and seals it again, but not those after it. */
async function changeAndSeal(db: Sql, brand: string): Promise<void> {
  await db.rows`update audit_entry set subject = 'other' where brand_id = ${brand} and subject = 'key 2'`
  const listed = await listAuditEntries(db, brand, { action: 'key.created', limit: 10, offset: 0 })
  const [changed, before] = ['other', 'key 1'].map((name) => listed.find(({ subject }) => subject === name))
  assert.ok(changed && before)
  const [previous] = await db.rows<{ seal: Buffer }>`
    select seal from audit_seal where brand_id = ${brand} and entry_id = ${before.id}`
  const seal = sealOf(previous?.seal ?? assert.fail('it is sealed'), changed)
  await db.rows`update audit_seal set seal = ${seal} where brand_id = ${brand} and entry_id = ${changed.id}`
}

for (const [what, run] of breaks) {
  test(`verify notices ${what}`, async () => {
    const shop = await sealedShop(3)
    await pool.withConnection(async (db) => {
      // Whoever owns the database can drop the constraints first.
      await db.rows`begin`
      await db.rows`alter table audit_seal drop constraint audit_seal_brand_id_entry_id_key`
      assert.deepEqual(await brokenIn(db, shop), [])
      await run(db, shop.id)
      assert.notDeepEqual(await brokenIn(db, shop), [])
      await db.rows`rollback`
    })
  })
}

async function brokenIn(db: Sql, shop: Shop): Promise<CheckFinding[]> {
  const found: CheckFinding[] = []
  for (const { find } of auditChecks) found.push(...(await find(db, shop.id)))
  return found
}

test('an entry of a transaction that still runs is sealed after those that ended before it', async () => {
  const shop = await sealedShop(1)
  const slow = new pg.Client({ connectionString: testDatabase() })
  await slow.connect()
  try {
    await slow.query('begin')
    await slow.query(
      `insert into audit_entry (brand_id, happened_at, action, subject, actor_kind, actor_name)
       values ($1, clock_timestamp(), 'key.revoked', 'slow', 'commandLine', 'ana')`,
      [shop.id],
    )
    await insertAuditEntries(pool, shop.id, [entry('fast')])
    assert.deepEqual(await sealPage(pool, shop.id), [], 'nothing is sealed past a transaction that still runs')
    await slow.query('commit')
  } finally {
    await slow.end()
  }
  await sealAll(pool, shop)
  assert.deepEqual(await shop.verify(), [])
})

test("the server's role can neither change nor remove what the audit log says", async () => {
  const shop = await sealedShop(1)
  const server = new pg.Client({ connectionString: testDatabase(), options: '-c role=purser_app' })
  await server.connect()
  try {
    for (const statement of [
      'update audit_entry set subject = subject where brand_id = $1',
      'delete from audit_entry where brand_id = $1',
      'update audit_seal set seal = seal where brand_id = $1',
      'delete from audit_seal where brand_id = $1',
    ]) {
      await assert.rejects(server.query(statement, [shop.id]), { code: '42501' })
    }
  } finally {
    await server.end()
  }
})
