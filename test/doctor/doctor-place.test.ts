import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { migrate } from '../../server/ground/database/migrate.ts'
import { assertFound, visit, visitByCommand } from '../support/doctor-visit.ts'
import { withPurser } from '../support/purser-process.ts'
import { testDatabase } from '../support/shop.ts'

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-doctor-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('before the first start there is nothing wrong, and nothing is made', async (t) => {
  const folder = join(temporaryFolder(t), 'data')
  const { findings } = await visit(['--data', folder, '--port', '0'])
  assert.deepEqual(
    findings.filter(({ level }) => level !== 'ok').map(({ point, level }) => [point, level]),
    [
      ['port', 'skipped'],
      ['data folder', 'warning'],
      ['database', 'skipped'],
    ],
  )
  assert.equal(existsSync(folder), false)
  writeFileSync(folder, '')
  assertFound(await visit(['--data', folder, '--port', '0']), [['data folder', 'problem', /is not a folder/]])
})

test('without a server the database is started for the look; one that a killed server left behind goes on', () =>
  withPurser(async (purser) => {
    await purser.start()
    const flags = ['--data', purser.folder, '--port', '1']
    await purser.killServer()
    const left = purser.postmaster()
    assertFound(await visit(flags), [['jobs', 'skipped', /no server is connected/]])
    assert.equal(purser.postmaster(), left, 'the database goes on as it was')
    const verified = await purser.run('verify')
    assert.match(verified.output, /everything adds up/)
    assert.match(verified.output, /A server that was killed had left the database running\. .* is stopped now/)
    assert.doesNotMatch((await purser.run('verify')).output, /stopped now/)

    await purser.start()
    assert.equal(await purser.stop(), 0)
    const { findings } = await visit(flags)
    assert.deepEqual(
      findings.filter(({ level }) => level === 'problem'),
      [],
    )
    assert.ok(Number.isNaN(purser.postmaster()), 'the database is stopped again')
  }))

test('a database whose files are damaged is to be restored from a backup', () =>
  withPurser(async (purser) => {
    await purser.start()
    assert.equal(await purser.stop(), 0)
    writeFileSync(join(purser.folder, 'postgres/global/pg_control'), Buffer.alloc(8192, 7))
    const seen = await visit(['--data', purser.folder, '--port', '1'])
    assertFound(seen, [['database', 'problem', /is damaged: .*restore the newest backup into another/s]])
  }))

test('jobs that nobody runs are a problem, and a database that is silent is one', () =>
  withPurser(
    async (purser) => {
      const { port } = await purser.start()
      const flags = ['--data', purser.folder, '--port', String(port)]
      assertFound(await visit(flags), [['jobs', 'problem', /servers run, but no jobs do.*purser work/]])
      purser.signalDatabase('SIGSTOP')
      const silent = await visit(flags)
      purser.signalDatabase('SIGCONT')
      assertFound(silent, [
        ['port', 'problem', /is not ready: database/],
        ['database', 'problem', /./],
      ])
    },
    ['--no-jobs'],
  ))

test("another folder's server at the port is not taken for this one's", () =>
  withPurser((ours) =>
    withPurser(async (theirs) => {
      await ours.start()
      await ours.stop()
      const { port } = await theirs.start()
      const other = await visit(['--data', ours.folder, '--port', String(port)])
      assertFound(other, [['port', 'problem', /is another one: none uses this database.*--port/]])
      const own = await visit(['--data', theirs.folder, '--port', String(port)])
      assertFound(own, [['port', 'ok', /is ready/]])
    }),
  ))

test('a port that another program holds is named', async (t) => {
  const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const data = ['--data', temporaryFolder(t)]
  assertFound(await visit([...data, '--port', String(port)]), [['port', 'problem', /in use by .*--port/]])
  assertFound(await visit([...data, '--host', '192.0.2.1', '--port', '8080']), [
    ['port', 'problem', /192\.0\.2\.1:8080 cannot be listened on.*--host/],
  ])
})

const mount = 'mount -t tmpfs -o size=100m,nr_inodes=500 tmpfs "$0" && exec "$@"'
const canMount = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0

test('a disk that is nearly full', {
  skip: !canMount && 'only who may mount a file system can try this',
}, async (t) => {
  const folder = temporaryFolder(t)
  const wrapper = ['unshare', '--mount', 'sh', '-c', mount, folder]
  const found = await visitByCommand(['--data', folder, '--port', '0'], {}, wrapper)
  assertFound(found, [
    ['disk space', 'problem', /of 100 MiB are free/],
    ['inodes', 'problem', /of 500 are free/],
  ])
})

test('an own PostgreSQL: its login, its encoding, its durability, and whether it answers', async (t) => {
  const folder = temporaryFolder(t)
  const settings = { full_page_writes: 'off', max_connections: '20', cluster_name: 'own' }
  const database = await startEmbedded({ folder, log: () => undefined, settings })
  t.after(() => database.stop())
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query('create role till_app login')
  await admin.query('create database till owner till_app')
  await admin.query(`create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0`)
  await admin.end()
  const urlOf = (name: string, user: string) =>
    database.url.replace('/purser?', `/${name}?`).replace(/user=\w+/, `user=${user}`)
  const own = (name: string, user: string) =>
    visit(['--data', folder, '--port', '0', '--environment', 'production', '--database', urlOf(name, user)])

  assertFound(await own('till', 'till_app'), [
    ['migrations', 'warning', /no tables yet/],
    ['login', 'ok', /"till_app" is no superuser/],
    ['ledger', 'warning', /"till_app" may not use the role purser_app.*purser database prepare/],
    ['durability', 'problem', /^full_page_writes is off/],
    ['archive', 'warning', /archive_mode/],
    ['connections', 'problem', /^1[0-9] for Purser/],
  ])
  assertFound(await own('latin', 'purser'), [
    ['encoding', 'problem', /LATIN1/],
    ['login', 'warning', /"purser" is a superuser/],
  ])
  assertFound(await own('nowhere', 'till_app'), [['database', 'problem', /"nowhere" at .* refuses the connection/]])
  await migrate(urlOf('till', 'till_app'), () => undefined)
  assertFound(await own('till', 'till_app'), [['brands', 'ok', /^0 in the database/]])
})

test('the doctor could change nothing if it tried', async () => {
  const pool = new ConnectionPool({ url: testDatabase(), isReadOnly: true }, 1)
  await assert.rejects(pool.rows`delete from reached_at`, { code: '25006' })
  await pool.close()
})

test('text for people: a line for each point, what to do below it, and a summary', async (t) => {
  const program = join(import.meta.dirname, '../../server/main.ts')
  const { PURSER_TEST_DATABASE: _, ...env } = process.env
  const words = ['doctor', '--data', join(temporaryFolder(t), 'data'), '--port', '0']
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^ok {7}node +Node 2\d/)
  assert.match(stdout, /^warning {2}data folder +\S+ does not exist yet; the first start makes it\n +If your data is/m)
  assert.match(stdout, /\n0 problems, 1 warning, \d+ ok\.\n$/)
})
