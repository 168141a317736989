import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { migrate } from '../../server/ground/database/migrate.ts'
import { testDatabase } from '../support/shop.ts'

const migrations = join(import.meta.dirname, '../../server/ground/database/migrations')
const log = () => undefined

async function newDatabase(): Promise<string> {
  const name = `numbers_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return testDatabase().replace('/purser?', `/${name}?`)
}

test('numbers of bounces and segment changes go on where the identity columns stopped', async (t) => {
  const before = mkdtempSync(join(tmpdir(), 'purser-migrations-'))
  t.after(() => rmSync(before, { recursive: true }))
  cpSync(migrations, before, {
    recursive: true,
    filter: (path) => !/^\d{4}-/.test(basename(path)) || basename(path) < '0009',
  })
  const url = await newDatabase()
  assert.equal((await migrate(url, log, before)).applied.length, 8)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const bounce = `insert into bounce (brand_id, event_type, channel, user_key, happened_at)
    values ('b', 'BOUNCED', 'email', 'ana@example.com', now()) returning seq`
  const change = `insert into segment_change (brand_id, segment_id, card_id, change, happened_at)
    values ('b', 's', 1, 'enter', now()) returning seq`
  const numbersOf = async (statement: string) => (await client.query(statement)).rows.map(({ seq }) => Number(seq))
  await client.query(`insert into brand (brand_id, name, document, file_sha256) values ('b', 'B', '{}', '')`)
  for (const expected of [1, 2, 3]) assert.deepEqual(await numbersOf(change), [expected])

  await migrate(url, log)

  assert.deepEqual(await numbersOf(change), [4], 'one that had given numbers')
  assert.deepEqual(await numbersOf(bounce), [1], 'one that had given none')
  assert.deepEqual(await numbersOf(bounce), [2])
  await client.end()
})
