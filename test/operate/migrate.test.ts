import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { serverConnection } from '../../server/ground/database/database.ts'
import { type Embedded, startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { migrate } from '../../server/ground/database/migrate.ts'
import { dumpSchema } from '../../server/ground/database/schema-dump.ts'

const store = join(import.meta.dirname, '../../server/ground/database')
const folder = mkdtempSync(join(tmpdir(), 'purser-test-'))
const log = () => {}
let server: Embedded
let databases = 0

before(async () => {
  server = await startEmbedded({ folder, log, settings: { fsync: 'off' } })
})

after(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})

// The first test, because the role that all databases share must not exist yet.
test('databases of one server can be migrated at the same time', async () => {
  const urls = [await newDatabase(), await newDatabase(), await newDatabase(), await newDatabase()]
  const outcomes = await Promise.all(urls.map((url) => migrate(url, log)))
  assert.ok(outcomes.every(({ applied }) => applied.length > 0))
})

test('migrating twice changes nothing the second time', async () => {
  const url = await newDatabase()
  const first = await migrate(url, log)
  assert.ok(first.applied.includes('0001-brands.sql'))
  const before = await withClient(url, dumpSchema)
  assert.deepEqual(await migrate(url, log), { applied: [] })
  assert.equal(await withClient(url, dumpSchema), before)
})

test('of processes that start at once, one migrates and all succeed', async () => {
  const url = await newDatabase()
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => migrate(url, log)))
  assert.equal(outcomes.filter(({ applied }) => applied.length > 0).length, 1)
})

test('an applied migration that was changed, removed or preceded is refused', async () => {
  const url = await newDatabase()
  const files = join(folder, 'migrations')
  cpSync(join(store, 'migrations'), files, { recursive: true })
  writeFileSync(join(files, '9001-later.sql'), '-- contract\ncreate table later ()')
  await migrate(url, log, files)

  await assert.rejects(migrate(url, log), /has migration 9001-later\.sql, which this Purser does not know/)
  writeFileSync(join(files, '9000-earlier.sql'), '-- expand\ncreate table earlier ()')
  await assert.rejects(migrate(url, log, files), /9000-earlier\.sql comes before one that is already applied/)
  rmSync(join(files, '9000-earlier.sql'))
  appendFileSync(join(files, '9001-later.sql'), ';')
  await assert.rejects(migrate(url, log, files), /9001-later\.sql was changed after it was applied/)
})

test('a migration that fails leaves nothing behind', async () => {
  const url = await newDatabase()
  const files = join(folder, 'failing')
  cpSync(join(store, 'migrations'), files, { recursive: true })
  writeFileSync(join(files, '9001-broken.sql'), '-- expand\ncreate table half (); select 1 / 0')
  await assert.rejects(migrate(url, log, files), /9001-broken\.sql failed: division by zero/)
  const { rows } = await withClient(url, (client) => client.query(`select to_regclass('half') as half`))
  assert.deepEqual(rows, [{ half: null }])
  assert.deepEqual(await migrate(url, log), { applied: [] })
})

test("the server's role can add to the ledger and make partitions, but never change what is written", async () => {
  const url = await newDatabase()
  await migrate(url, log)
  await withClient(url, async (client) => {
    await client.query('set role purser_app')
    await client.query(insertLedgerRow)
    await client.query(
      `select make_partitions('request', 5), make_partitions('ledger', 5), make_partitions('checkout', 5)`,
    )
    await client.query('select * from migration')
    for (const forbidden of [
      'update ledger set amount = 0',
      'delete from ledger',
      'truncate ledger',
      'delete from ledger_rest',
      'drop table ledger_rest',
      'delete from migration',
      'create table mine ()',
    ]) {
      await assert.rejects(client.query(forbidden), { code: '42501' }, forbidden)
    }
  })
})

test("behind the server's role there is no superuser in the embedded database", async () => {
  const url = await newDatabase()
  await migrate(url, log)
  await migrate(url, log)
  const { url: loginUrl, role } = await serverConnection(url)
  assert.equal(role, 'purser_app')
  await withClient(loginUrl, async (client) => {
    await client.query(`set role ${role}`)
    await client.query(insertLedgerRow)
    await client.query('reset role')
    const { rows } = await client.query(`select rolsuper from pg_roles where rolname = session_user`)
    assert.deepEqual(rows, [{ rolsuper: false }])
    for (const forbidden of [
      'set role purser',
      'set session authorization purser',
      'select * from ledger',
      'create role evil',
    ])
      await assert.rejects(client.query(forbidden), { code: '42501' }, forbidden)
  })
})

test('an owner who may not create roles can migrate too', async () => {
  const url = await newDatabase()
  const name = new URL(url).pathname.slice(1)
  await withClient(url, async (client) => {
    await client.query(`create role ${name}_owner login; alter database ${name} owner to ${name}_owner`)
  })
  const ownerUrl = url.replace('user=purser', `user=${name}_owner`)
  assert.ok((await migrate(ownerUrl, log)).applied.length > 0)
  assert.deepEqual(await migrate(ownerUrl, log), { applied: [] })
})

// After a new migration: npm test -- migrate --update-snapshots
test('the schema is the one in the golden file', async (t) => {
  const url = await newDatabase()
  await migrate(url, log)
  const dump = await withClient(url, dumpSchema)
  t.assert.fileSnapshot(dump, join(store, 'schema.golden.txt'), { serializers: [String] })
})

const insertLedgerRow = `
  insert into ledger (brand_id, request_ref, line, card_id, value_type_id, seq, lot_no, amount, balance_after, held_after, kind)
  values ('b', '00000000-0000-7000-8000-000000000000', 1, 1, 1, 1, 1, 5, 5, 0, 'issue')`

async function newDatabase(): Promise<string> {
  const name = `m${++databases}`
  await withClient(server.url, (client) => client.query(`create database ${name}`))
  return urlOf(name)
}

function urlOf(database: string): string {
  const url = new URL(server.url)
  url.pathname = `/${database}`
  return url.href
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
