import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testDatabase } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

before(async () => {
  await useOwnDatabase()
})

const backend = async () => (await sql('select pg_backend_pid() as pid', []))[0].pid
const setting = async (name: string) => (await sql('select current_setting($1, true) as value', [name]))[0].value

test('who asks the database again does so on the connection that is there', async () => {
  assert.equal(await backend(), await backend())
})

test('many ask at once, each on a connection of its own', async () => {
  const backends = await Promise.all(
    Array.from({ length: 5 }, () => sql('select pg_backend_pid() as pid, pg_sleep(0.1)', [])),
  )
  assert.equal(new Set(backends.map(([row]) => row.pid)).size, 5)
})

test('what a statement sets for its session stays with nobody', async () => {
  await sql('set session_replication_role = replica', [])
  assert.equal(await setting('session_replication_role'), 'origin')
})

test('nor does what a function sets for its session, or a lock that it takes', async () => {
  await sql("select set_config('application_name', 'changed', false)", [])
  assert.notEqual(await setting('application_name'), 'changed')
  await sql('select pg_advisory_lock(4711)', [])
  await sql('select pg_try_advisory_lock_shared(4712)', [])
  assert.deepEqual(await sql("select from pg_locks where locktype = 'advisory' and objid in (4711, 4712)", []), [])
})

test('what sessions begin with, whoever asks next begins with', async () => {
  await backend()
  const name = new URL(testDatabase()).pathname.slice(1)
  await sql(`alter database ${name} set application_name = 'changed'`, [])
  assert.equal(await setting('application_name'), 'changed')
})

test('a connection that the database has ended is replaced', async () => {
  const first = await backend()
  await assert.rejects(sql('select pg_terminate_backend(pg_backend_pid())', []))
  assert.notEqual(await backend(), first)
})
