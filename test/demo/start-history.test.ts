import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { demoSecrets } from '../../server/domain/brand/keys/public-secrets.ts'
import { runBeside, ServerBeside } from '../support/server-beside.ts'
import { testKey } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const env = { PURSER_SECRET_KEY: testKey.toString('base64'), PURSER_NO_DEMO_HISTORY: 'false' }
const demoFile = fileURLToPath(new URL('../../demo/harbor-coffee.yaml', import.meta.url))

const start = (t: TestContext, ...flags: string[]) => ServerBeside.ready(t, ['--processes', '1', ...flags], { env })

async function allocate(port: number, cardNumber: string) {
  const authorization = `Basic ${Buffer.from(`demo-key:${demoSecrets.till}`).toString('base64')}`
  const answer = await fetch(`http://127.0.0.1:${port}/merchant/allocate`, {
    method: 'POST',
    headers: { authorization, brand: '1001', location: 'L1', terminal: 'T1' },
    body: JSON.stringify({ cardNumber }),
  })
  return (await answer.json()) as { readonly success: boolean; readonly pin?: string }
}

async function daysDone(): Promise<number> {
  const there = await sql(`select to_regclass('purser_demo.history') is not null as there`, [])
  if (!there[0].there) return 0
  return Number((await sql('select days_done from purser_demo.history', []))[0]?.days_done ?? 0)
}

test('a server on a new database answers at once while the history is made, and the next one goes on with it', async (t) => {
  const first = await start(t)
  await until('it says that it begins', async () => first.output.includes('gets a year of history'))
  const { success, pin } = await allocate(first.port, '70000001')
  assert.deepEqual({ success, pin }, { success: true, pin: '0001' })
  await until('some days are made', async () => (await daysDone()) >= 2, 120)
  await first.kill()
  const before = await daysDone()
  assert.ok(before < 366)

  const without = await start(t, '--no-demo-history')
  assert.ok(!without.output.includes('year of history'))
  assert.equal(await without.stop(), 0)
  assert.ok((await daysDone()) <= before + 3, 'its process ended with the server')

  const second = await start(t)
  await until('it goes on', async () => (await daysDone()) > before + 3, 120)
  assert.equal(await second.stop(), 0)
  const then = await daysDone()

  const third = await start(t)
  await until('it goes on once more', async () => (await daysDone()) > then + 3, 120)
  assert.equal(await third.stop(), 0)
  for (const { output } of [second, third]) assert.doesNotMatch(output, /"level":"(?:warn|error)"/)
})

test('history is made by hand only in the environment demo, without a server, and never over real calls', async () => {
  const options = { env }
  const stage = await runBeside(['demo', '--environment', 'stage'], options)
  assert.equal(stage.status, 1)
  assert.match(stage.output, /only in the environment demo/)

  const missing = await runBeside(['demo', '2002'], options)
  assert.match(missing.output, /There is no brand 2002/)

  await sql('drop schema if exists purser_demo cascade', [])
  // The one that was killed would still count for a minute.
  await sql('delete from running_server', [])
  const called = await runBeside(['demo'], options)
  assert.equal(called.status, 1)
  assert.match(called.output, /has been called already/)
})

test('a server with brand files of its own makes no history', async (t) => {
  const server = await start(t, '--brand', demoFile)
  assert.ok(!server.output.includes('year of history'))
  assert.equal(await server.stop(), 0)
})
