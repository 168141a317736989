import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { lookUp, startErrand, whenBegun, whenState } from '../support/errand-room.ts'
import { nextVersion, ServerBeside } from '../support/server-beside.ts'
import { openShop, times } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** This program with the errands of the tests in its table. */
function makeVersionWithKinds(): string {
  const folder = nextVersion({ after }, {})
  const table = readFileSync(join(import.meta.dirname, '../support/errand-kinds.ts'), 'utf8')
  writeFileSync(join(folder, 'server/background/errand-runner/all.ts'), table.replaceAll("'../../server/", "'../../"))
  return folder
}

const version = makeVersionWithKinds()

const flags = ['--job-lease', '10', '--environment', 'test', '--log-level', 'warn']

function start(t: TestContext, ...more: string[]): Promise<ServerBeside> {
  return ServerBeside.ready(t, [...flags, ...more], { version })
}

/** The processes of errands that this version has started. */
function errandProcesses(): number[] {
  const isOne = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(
        `${version}/server/background/errand-runner/errand-process.ts`,
      )
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isOne)
}

test('an errand whose server is killed goes on at the next one, from where it was', async (t) => {
  const shop = await openShop()
  const first = await start(t)
  const errandId = await startErrand(first.till(shop), 'count', { steps: 60, pauseMs: 100 })
  await whenBegun(first.till(shop), errandId, 5)
  await first.kill()
  await until('its process has noticed', async () => errandProcesses().length === 0)
  assert.equal((await lookUp(shop, errandId)).state, 'running')

  const second = await start(t)
  const done = await whenState(second.till(shop), errandId, 'done', 100)
  assert.equal(done.result.counted, 60)
  assert.ok(done.result.from >= 5, JSON.stringify(done.result))
  assert.equal(done.attempts, 2)
})

test('an errand that never pauses ends with its server, too', async (t) => {
  const shop = await openShop()
  const server = await start(t)
  const errandId = await startErrand(server.till(shop), 'burn', { seconds: 600 })
  await whenBegun(server.till(shop), errandId)
  const [pid] = errandProcesses()
  assert.match(readFileSync(`/proc/${pid}/stat`, 'utf8'), /\) \S+ (\S+ ){15}19 /, 'it lets all others go first')
  await server.kill()
  await until('its process is gone', async () => errandProcesses().length === 0)

  const next = await start(t)
  await next.till(shop).must('cancelErrand', { errandId })
  await whenState(next.till(shop), errandId, 'cancelled')
})

test('a server that stops gives its errand back, and that attempt does not count', async (t) => {
  const shop = await openShop()
  const server = await start(t, '--processes', '2')
  const errandId = await startErrand(server.till(shop), 'count', { steps: 60, pauseMs: 100 })
  await whenBegun(server.till(shop), errandId, 5)
  await server.stop()
  const waiting = await lookUp(shop, errandId)
  assert.deepEqual([waiting.state, waiting.attempts], ['waiting', 0])
  assert.deepEqual(errandProcesses(), [])

  const next = await start(t)
  const done = await whenState(next.till(shop), errandId, 'done')
  assert.ok(done.result.from >= 5)
  assert.equal(done.attempts, 1)
})

test('of two servers, one takes each errand', async (t) => {
  const [first, second] = await Promise.all([start(t), start(t)])
  const shops = await Promise.all(times(3, () => openShop()))
  const asked = shops.flatMap((shop) =>
    times(3, () => ({ shop, id: startErrand(first.till(shop), 'count', { steps: 3 }) })),
  )
  for (const { shop, id } of asked) {
    const done = await whenState(shop, await id, 'done', 100)
    assert.equal(done.attempts, 1)
  }
  for (const server of [first, second]) await server.stop()
})
