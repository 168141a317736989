import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts'
import { startTestService, testDatabase, testKey } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
// The queue makes its tables at the first start.
await (await startTestService([], true)).stop()

const program = join(import.meta.dirname, '../../server/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'purser-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Longer than any start or stop may take, on a machine that has much else to do. */
const boundMs = 60_000

class Start {
  readonly child: ChildProcess
  output = ''

  constructor(url: string, word: 'start' | 'work' = 'start', port = 0) {
    const { PURSER_TEST_DATABASE: _, ...environment } = process.env
    const env = {
      ...environment,
      PURSER_ALLOW_UNSAFE_DATABASE: 'true',
      PURSER_PROCESSES: '1',
      PURSER_SECRET_KEY: testKey.toString('base64'),
    }
    const own = word === 'start' ? ['--port', String(port)] : []
    const flags = [...own, '--data', folder, '--database', url, '--log-level', 'error']
    this.child = spawn(process.execPath, [program, word, ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    after(() => this.child.kill('SIGKILL'))
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
  }

  async ended(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode
    const [status] = await once(this.child, 'exit', { signal: AbortSignal.timeout(boundMs) }).catch(() => {
      throw new Error(`purser does not end: ${this.output}`)
    })
    return status
  }
}

/** Does something as soon as a statement with these words is on its way to the database. */
function atStatement(proxy: DatabaseProxy, words: RegExp, act: () => boolean): void {
  proxy.holds = (statement) => words.test(statement) && act()
}

for (const word of ['start', 'work'] as const) {
  test(`purser ${word} without the right to schedule jobs ends with a message and status 1`, async () => {
    const owner = `owner_${randomBytes(6).toString('hex')}`
    const url = await databaseOf(owner)
    await stopped(new Start(url, 'work'), /is working/)
    await asUser(url, `revoke insert, update on pgboss.schedule from ${owner}`)
    const start = new Start(url, word)
    assert.equal(await start.ended(), 1, start.output)
    assert.match(start.output, /jobs could not be started: permission denied for table schedule\. The database login/)
    assert.doesNotMatch(start.output, /ready at|is working/)
  })
}

/** The last things that a start does, in their order. */
const lastSteps = {
  'the brands are read': /from brand\b/,
  'its address is noted': /insert into reached_at/,
  'the queue is opened': /pgboss\.version/,
  'a queue is made': /create_queue/,
  'a job is scheduled': /insert into pgboss\.schedule/i,
}

for (const [step, words] of Object.entries(lastSteps)) {
  test(`a start whose database goes away while ${step} ends with a message and status 1`, async () => {
    const proxy = openDatabaseProxy()
    let isCut = false
    atStatement(proxy, words, () => {
      isCut = true
      proxy.isOpen = false
      setImmediate(() => proxy.cut())
      return true
    })
    const start = new Start(proxy.url)
    assert.equal(await start.ended(), 1, start.output)
    assert.ok(isCut, 'the database went away')
    assert.notEqual(start.output.trim(), '')
    assert.doesNotMatch(start.output, /ready at/)
  })
}

test('a start that hangs is ended by a signal', async () => {
  const proxy = openDatabaseProxy()
  atStatement(proxy, /insert into pgboss\.schedule/i, () => true)
  const start = new Start(proxy.url)
  await until('the start hangs', async () => proxy.held > 0, boundMs / 1000)
  start.child.kill('SIGTERM')
  await start.ended()
})

test('a server is ready only when its start is through, and ends even if its database is gone', async () => {
  const proxy = openDatabaseProxy()
  const port = await freePort()
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    const { reason } = (await answer.json()) as { reason?: string }
    return [answer.status, reason]
  }
  atStatement(proxy, /insert into pgboss\.schedule/i, () => true)
  const start = new Start(proxy.url, 'start', port)
  await until('the jobs begin', async () => proxy.held > 0, boundMs / 1000)
  assert.deepEqual(await readiness(), [503, 'starting'])
  proxy.holds = () => false
  proxy.letGo()
  await until('the start is through', async () => /ready at/.test(start.output), boundMs / 1000)
  assert.deepEqual(await readiness(), [200, undefined])
  proxy.isOpen = false
  proxy.cut()
  assert.deepEqual(await readiness(), [503, 'database'])
  start.child.kill('SIGTERM')
  await start.ended()
})

async function stopped(start: Start, ready: RegExp): Promise<void> {
  await until('it has started', async () => ready.test(start.output), boundMs / 1000)
  start.child.kill('SIGTERM')
  assert.equal(await start.ended(), 0, start.output)
}

/** A database that belongs to a login without any other rights. */
async function databaseOf(owner: string): Promise<string> {
  await sql(`create role ${owner} login`, [])
  await sql(`create database ${owner} owner ${owner}`, [])
  const url = new URL(testDatabase())
  url.pathname = `/${owner}`
  url.searchParams.set('user', owner)
  return url.href
}

async function asUser(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
