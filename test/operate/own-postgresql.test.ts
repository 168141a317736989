import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { findServerRole } from '../../server/ground/database/database.ts'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'

const launcher = join(import.meta.dirname, '../../server/purser.js')

function purser(url: string, ...words: string[]) {
  const { PURSER_TEST_DATABASE: _, ...env } = process.env
  const options = { env: { ...env, DATABASE_URL: url }, encoding: 'utf8', timeout: 60_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...words], options)
  return { status, stdout, stderr }
}

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** A PostgreSQL without anything of ours: roles belong to all databases of one. */
test('an own PostgreSQL is prepared by its administrator, and its ledger is write-protected then', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-own-'))
  const database = await startEmbedded({ folder, log: () => undefined, settings: { fsync: 'off' } })
  t.after(async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const admin = database.url
  const nameless = admin.replace(/([?&])user=[^&]*/, '$1user=till_app')
  await query(admin, 'create role till_app login', 'create database till owner till_app')
  const own = nameless.replace('/purser?', '/till?')

  assert.equal(purser(own, 'migrate').status, 0)
  assert.equal(await findServerRole(own), undefined, 'a login that may create no roles has none')
  const statements =
    'create role purser_app nologin;\ngrant purser_app to "till_app";\ncreate role purser_reporting nologin;'
  assert.deepEqual(purser(own, 'database', 'prepare', '--dry-run').stdout, `${statements}\n`)
  const refused = purser(own, 'database', 'prepare')
  assert.deepEqual([refused.status, refused.stdout], [1, ''])
  assert.ok(refused.stderr.includes(`administrator of the database run:\n\n${statements}\n`), refused.stderr)
  assert.match(refused.stderr, /purser database prepare till_app.*\n.*docs\/own-postgresql\.md/)
  assert.match(purser(admin, 'database', 'prepare', 'nobody_here').stderr, /has no login "nobody_here"/)

  const prepared = purser(admin, 'database', 'prepare', 'till_app')
  assert.deepEqual([prepared.status, prepared.stderr], [0, ''])
  assert.ok(prepared.stdout.startsWith(statements), prepared.stdout)
  assert.match(purser(admin, 'database', 'prepare', 'till_app').stdout, /nothing is missing/)

  assert.equal(purser(own, 'migrate').status, 0)
  assert.equal(await findServerRole(own), 'purser_app')
  await query(own, 'set role purser_app', 'select from ledger')
  for (const statement of ['delete from ledger', 'update ledger set amount = 0', 'truncate ledger'])
    await assert.rejects(query(own, 'set role purser_app', statement), { code: '42501' }, statement)
  const [{ owner } = { owner: '' }] = (await query(
    own,
    `select pg_get_userbyid(relowner) as owner from pg_class where relname = 'ledger'`,
  )) as { owner: string }[]
  assert.equal(owner, 'till_app', 'an administrator who prepares makes no tables')
  const [rights] = await query(
    own,
    `select has_table_privilege('purser_reporting', 'reporting.ledger', 'select') as views,
      has_table_privilege('purser_reporting', 'ledger', 'select') as tables`,
  )
  assert.deepEqual(rights, { views: true, tables: false })
  assert.equal(purser(own, 'verify').status, 0)
})

test('the embedded database needs no preparation', () => {
  const { status, stdout } = purser('', 'database', 'prepare')
  assert.deepEqual(
    [status, stdout],
    [0, 'The embedded database needs no preparation: its ledger is write-protected.\n'],
  )
})
