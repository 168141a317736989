import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { sealAudit, sealPage } from '../../server/background/jobs/audit/seal-audit.ts'
import type { NewAuditEntry } from '../../server/domain/audit/entry.ts'
import { sealOf } from '../../server/domain/audit/seal.ts'
import { ConnectionPool, type Sql } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { insertAuditEntries, listAuditEntries } from '../../server/storage/store/audit/entry.sql.ts'
import { auditChecks } from '../../server/storage/verify/audit.sql.ts'
import type { CheckFinding } from '../../server/storage/verify/check.ts'
import { openJobRoom } from '../support/job-room.ts'
import { shapeOf } from '../support/page-answers.ts'
import { jsonExampleOf } from '../support/page-blocks.ts'
import { openShop, type Shop, testDatabase, times } from '../support/shop.ts'

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
    // One after the other: entries of one millisecond would be sealed in any order.
    await sealPage(pool, shop.id)
  }
  assert.deepEqual(await shop.verify(), [])
  return shop
}

test('entries are listed newest first, as they were written', async () => {
  const shop = await openShop()
  const before = { limits: { b: 1, a: ['x', null] }, text: 'Zoë' }
  await insertAuditEntries(pool, shop.id, [entry('first', { before })])
  await insertAuditEntries(pool, shop.id, [entry('second'), entry('third')])
  const listed = await listAuditEntries(pool, shop.id, { action: 'key.created', limit: 10 })
  const [newest, , oldest] = listed
  assert.ok(newest && oldest && listed.length === 3)
  const { id: _, at, ...first } = oldest
  assert.deepEqual(first, entry('first', { before }))
  const rest = await listAuditEntries(pool, shop.id, { action: 'key.created', limit: 10, before: newest })
  assert.deepEqual(rest, listed.slice(1), 'the page after the newest')
  assert.deepEqual(await listAuditEntries(pool, shop.id, { action: 'key.created', until: at, limit: 10 }), [])
  assert.deepEqual(await listAuditEntries(pool, shop.id, { subject: 'third', since: at + 60_000, limit: 10 }), [])
})

test('entries of one millisecond are listed in the order in which they were written', async () => {
  const shop = await openShop()
  const subjects = times(20, (index) => `key ${index}`)
  await insertAuditEntries(
    pool,
    shop.id,
    subjects.slice(0, 10).map((subject) => entry(subject)),
  )
  await insertAuditEntries(
    pool,
    shop.id,
    subjects.slice(10).map((subject) => entry(subject)),
  )
  const listed = await listAuditEntries(pool, shop.id, { action: 'key.created', limit: 20 })
  assert.deepEqual(listed.map(({ subject }) => subject).toReversed(), subjects)
})

test('what PostgreSQL cannot store does not make the change fail that an entry tells of', async () => {
  const shop = await openShop()
  await insertAuditEntries(pool, shop.id, [entry('odd', { after: { half: '\ud83d', zero: 'a\u0000b' } })])
  const [listed] = await listAuditEntries(pool, shop.id, { subject: 'odd', limit: 1 })
  assert.deepEqual(listed?.after, { half: '\ufffd', zero: 'a\ufffdb' })
  await sealPage(pool, shop.id)
  assert.deepEqual(await shop.verify(), [])
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
    'a removed seal',
    (db, brand) => db.rows`with gone as (delete from audit_seal where brand_id = ${brand} and entry_id in (
       select entry_id from audit_entry where brand_id = ${brand} and subject = 'key 2') returning entry_id)
     select count(*) from gone`,
  ],
  [
    'a removed entry, also the last one',
    (db, brand) => db.rows`delete from audit_entry where brand_id = ${brand} and subject = 'key 3'`,
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
    (db, brand) => db.rows`insert into audit_entry (brand_id, happened_at, action, subject, actor_kind, actor_name)
     select brand_id, happened_at - interval '2 hours', action, 'slipped in', actor_kind, actor_name
     from audit_entry where brand_id = ${brand} and subject = 'key 2'`,
  ],
]

/** Whoever changes an entry and seals it again, but not those after it. */
async function changeAndSeal(db: Sql, brand: string): Promise<void> {
  await db.rows`update audit_entry set subject = 'other' where brand_id = ${brand} and subject = 'key 2'`
  const listed = await listAuditEntries(db, brand, { action: 'key.created', limit: 10 })
  const [changed, before] = ['other', 'key 1'].map((name) => listed.find(({ subject }) => subject === name))
  assert.ok(changed && before)
  const [previous] = await db.rows<{ seal: Buffer }>`
    select seal from audit_seal where brand_id = ${brand} and entry_id = ${before.id}`
  const { seq: _, ...entry } = changed
  const seal = sealOf(previous?.seal ?? assert.fail('it is sealed'), brand, entry)
  await db.rows`update audit_seal set seal = ${seal} where brand_id = ${brand} and entry_id = ${changed.id}`
}

for (const [what, run] of breaks) {
  test(`verify notices ${what}`, async () => {
    const shop = await sealedShop(3)
    await pool.withConnection(async (db) => {
      // Whoever owns the database can drop the constraints first.
      await db.rows`begin`
      await db.rows`alter table audit_seal drop constraint audit_seal_brand_id_entry_id_key`
      await db.rows`alter table audit_seal drop constraint audit_seal_brand_id_entry_id_fkey`
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

test('an entry whose transaction ends after a later one was sealed is sealed next', async () => {
  const shop = await sealedShop(1)
  const slow = new pg.Client({ connectionString: testDatabase() })
  await slow.connect()
  try {
    await slow.query('begin')
    await slow.query(
      `insert into audit_entry (brand_id, happened_at, action, subject, actor_kind, actor_name)
       values ($1, date_trunc('milliseconds', clock_timestamp()), 'key.revoked', 'slow', 'commandLine', 'ana')`,
      [shop.id],
    )
    await insertAuditEntries(pool, shop.id, [entry('fast')])
    assert.equal((await sealPage(pool, shop.id)).seals.length, 1)
    await slow.query('commit')
  } finally {
    await slow.end()
  }
  assert.equal((await sealPage(pool, shop.id)).seals.length, 1)
  const listed = await listAuditEntries(pool, shop.id, { limit: 2 })
  assert.deepEqual(
    listed.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0)).map(({ subject }) => subject),
    ['fast', 'slow'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('of two workers that seal at once one fails, and no entry is sealed twice or left out', async () => {
  const shop = await sealedShop(1)
  await insertAuditEntries(
    pool,
    shop.id,
    times(50, (index) => entry(`more ${index}`)),
  )
  const ends = await Promise.allSettled([sealPage(pool, shop.id), sealPage(pool, shop.id)])
  assert.ok(ends.some(({ status }) => status === 'fulfilled'))
  await sealPage(pool, shop.id)
  const listed = await listAuditEntries(pool, shop.id, { limit: 100 })
  assert.deepEqual(
    listed.map(({ seq }) => seq ?? 0).toSorted((a, b) => a - b),
    times(listed.length, (index) => index + 1),
  )
  assert.deepEqual(await shop.verify(), [])
})

test('the end of the chain is logged when it moves, and once a day when it does not', async () => {
  const shop = await openShop()
  const lines: string[] = []
  let today = Date.UTC(2026, 10, 15, 23, 59)
  const log = openLog('info', (line) => lines.push(line))
  const room = await openJobRoom(shop, { log, now: async () => today })
  const run = async () => {
    lines.length = 0
    await sealAudit.run(room)
    return lines.map((line) => ({ ...JSON.parse(line), time: '' }))
  }
  const [first, ...others] = await run()
  assert.deepEqual(others, [])
  const [made] = await listAuditEntries(pool, shop.id, { limit: 1 })
  const text = `entry 1: ${made?.seal?.toString('hex')}`
  assert.deepEqual(first, { time: '', level: 'info', event: 'audit.sealed', brand: shop.id, text })
  assert.deepEqual(shapeOf(jsonExampleOf('docs/audit.md')), shapeOf(first))
  assert.deepEqual(await run(), [], 'nothing is new')
  today += 120_000
  assert.deepEqual(await run(), [first], 'another day')
  await insertAuditEntries(pool, shop.id, [entry('till-9')])
  assert.match((await run())[0].text, /^entry 2: [0-9a-f]{64}$/)
  assert.deepEqual(await run(), [])
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
