import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { assertFound, visit } from '../support/doctor-visit.ts'
import { testDatabase } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const nameOf = () => decodeURIComponent(new URL(testDatabase()).pathname.slice(1))
const atDatabase = (url: string) => visit(['--port', '0'], { DATABASE_URL: url })

/** A server that says this to whoever connects, as PostgreSQL does before anybody is let in. */
async function refusingServer(t: TestContext, code: string, text: string): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)
      const head = Buffer.alloc(5, 'E')
      head.writeInt32BE(body.length + 4, 1)
      socket.end(Buffer.concat([head, body]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return `postgresql://purser:wrong@127.0.0.1:${address.port}/purser`
}

const refusals: readonly (readonly [code: string, text: string, advice: RegExp])[] = [
  [
    '28P01',
    'password authentication failed for user "purser"',
    /password authentication failed.* Correct the password/,
  ],
  ['57P03', 'the database system is in recovery mode', /in recovery mode.* Wait: after a crash/],
  ['57P03', 'the database system is shutting down', /shutting down.* Wait: after a crash/],
  ['53300', 'sorry, too many clients already', /too many clients.* raise max_connections/],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1"', /no pg_hba\.conf entry.* See pg_hba\.conf/],
]

for (const [code, text, advice] of refusals) {
  test(`${text}: the advice fits, and the password is not shown`, async (t) => {
    const seen = await atDatabase(await refusingServer(t, code, text))
    assertFound(seen, [['database', 'problem', advice]])
    assert.doesNotMatch(seen.text, /purser:wrong/)
  })
}

test('there is no such database: the doctor says so', async () => {
  const url = new URL(testDatabase())
  url.pathname = '/nowhere'
  assertFound(await atDatabase(url.href), [
    ['database', 'problem', /"nowhere" does not exist.* Create it, or correct the name/],
  ])
})

test('nobody listens at the address: the doctor says to start it', async () => {
  const seen = await atDatabase('postgresql://purser@127.0.0.1:1/purser')
  assertFound(seen, [['database', 'problem', /cannot be reached.* Start PostgreSQL/]])
})

test('a database that has become read-only: the doctor says why nothing is written', async () => {
  await sql(`alter database ${pg.escapeIdentifier(nameOf())} set default_transaction_read_only = on`, [])
  try {
    assertFound(await atDatabase(testDatabase()), [
      ['writes', 'problem', /it is read-only.* default_transaction_read_only/],
    ])
  } finally {
    const client = new pg.Client({ connectionString: testDatabase() })
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database ${pg.escapeIdentifier(nameOf())} reset default_transaction_read_only`)
    await client.end()
  }
  assertFound(await atDatabase(testDatabase()), [['writes', 'ok', /takes them/]])
})

test('a disk that is full: the doctor says to make room', async () => {
  await sql(
    `create function full_disk() returns event_trigger language plpgsql as
     $$ begin raise exception using errcode = '53100', message = 'as if'; end $$`,
    [],
  )
  await sql(
    `create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function full_disk()`,
    [],
  )
  try {
    assertFound(await atDatabase(testDatabase()), [['writes', 'problem', /its disk is full Make room/]])
  } finally {
    await sql('drop event trigger full_disk', [])
  }
})
