import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openLog } from '../../server/ground/log/log.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts'
import { Receipts } from '../support/receipts.ts'
import { openShop, startTestService, testDatabase } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

interface Line {
  readonly level: string
  readonly event: string
  readonly text?: string
}

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const name = () => pg.escapeIdentifier(new URL(testDatabase()).pathname.slice(1))

/** As the operator of the database, who gets in where others do not. */
async function asOperator(...statements: readonly string[]): Promise<void> {
  const url = new URL(testDatabase())
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Everybody comes in anew, and meets what the database has been set to. */
const endAll = () => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName()}'`
const databaseName = () => new URL(testDatabase()).pathname.slice(1)

/** What happens in this night: each for some seconds, one after the other. */
const faults: Readonly<
  Record<string, { begin: (proxy: DatabaseProxy) => unknown; end: (proxy: DatabaseProxy) => unknown }>
> = {
  'the database is read-only': {
    begin: () => asOperator(`alter database ${name()} set default_transaction_read_only = on`, endAll()),
    end: () => asOperator(`alter database ${name()} reset default_transaction_read_only`, endAll()),
  },
  'the database is gone': {
    begin: (proxy) => {
      proxy.isOpen = false
      proxy.cut()
    },
    end: (proxy) => {
      proxy.isOpen = true
    },
  },
}

/** A port that nobody listens at any more. */
async function closedPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  await new Promise((resolve) => server.close(resolve))
  t.diagnostic(`nobody listens at ${address.port}`)
  return address.port
}

test('a night of faults: tills are told to repeat, and the log can be read in the morning', async (t) => {
  const proxy = openDatabaseProxy()
  const lines: Line[] = []
  const raw: string[] = []
  const log = openLog('info', (line) => {
    raw.push(line)
    lines.push(JSON.parse(line))
  })
  const service = await startTestService([], true, proxy.url, { log, allowPrivateReceivers: true })
  t.after(() => service.stop())
  const port = await closedPort(t)
  const more = { webhooks: [{ id: 'erp', url: `http://127.0.0.1:${port}/`, secrets: [secret] }] }
  const shop = await openShop({ service, more })
  const receipts = await Receipts.open(shop)
  const stop = receipts.sell(shop, 4)
  await receipts.reach(20)

  for (const [what, { begin, end }] of Object.entries(faults)) {
    const before = lines.length
    await begin(proxy)
    await wait(7000)
    await end(proxy)
    await receipts.reach(20)
    const isOver = () => lines.slice(before).some(({ event }) => event === 'database.back' || event === 'storage.back')
    await until(`the log says that it is over: ${what}`, async () => isOver(), 30)
    const troubles = lines.slice(before).filter(({ level }) => level === 'error' || level === 'warn')
    t.diagnostic(`${what}: ${troubles.map(({ event, text }) => `${event}: ${text}`).join(' | ')}`)
    // Nothing is said twice: once that it began, once that it is over, and perhaps that a connection or a call was lost.
    const events = troubles.map(({ event }) => event)
    assert.deepEqual(events, [...new Set(events)], what)
    assert.ok(events.length <= 4, `${what}: ${events.join(', ')}`)
  }
  await stop()
  // All night long there was nobody at the brand's webhook either: it is in its state, not in the log.
  const webhook = async () => (await shop.must('webhookStates', {})).webhooks[0]
  await until('the webhook was tried', async () => (await webhook()).lastError !== undefined, 60)

  assert.deepEqual(
    receipts.refusals.filter((code) => code !== 109 && code !== 136),
    [],
  )
  const told = raw.join('\n')
  assert.equal(/\\n\s+at |\bat file:/.test(told), false, 'no line has a stack')
  assert.equal(told.includes(secret), false, 'no line has a secret')
  await receipts.settle(shop)
  assert.deepEqual(await shop.verify(), [])
})
