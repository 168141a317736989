import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { uuidV7 } from '../../server/ground/kernel/ids.ts'
import { FollowedBrand, usualBounds } from '../../server/program/command-line/look/followed-brand.ts'
import { tailJson, tailLines } from '../../server/program/command-line/look/tail-words.ts'
import { insertRequests } from '../../server/storage/store/batch/record.sql.ts'
import { openShop, startTestService, testDatabase, testKey } from '../support/shop.ts'
import { plainEnvironment, program } from '../support/tool-process.ts'

async function withPool<Result>(use: (pool: ConnectionPool) => Promise<Result>): Promise<Result> {
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}

/** So small that every bound is met. */
const small = { ...usualBounds, pageCalls: 3, pages: 2, sweepRefs: 4 }

const recordAt = (at: number) => ({
  call: { ref: uuidV7(at, randomBytes(10)), locationId: 'L1', terminalId: 'T1' },
  happenedAt: at,
  operation: 'search',
  callType: 'SEARCH' as const,
})

test('calls of two servers at once are each shown exactly once, however small the looks are', async (t) => {
  const shop = await openShop()
  const other = await startTestService()
  t.after(() => other.stop())
  const beside = await openShop({ service: other })
  const theirs = new (Object.getPrototypeOf(shop).constructor)({ ...shop, port: beside.port }) as typeof shop
  await withPool(async (pool) => {
    const from = Date.now() - 1
    const following = new FollowedBrand(shop.id, from, small)
    const seen: string[] = []
    const made = new Set<string>()
    const till = async (at: typeof shop) => {
      for (let index = 0; index < 30; index += 1)
        made.add((await at.call('search', { filters: { cardNumber: 'x' } })).body.requestRef)
    }
    let isDone = false
    const calling = Promise.all([till(shop), till(theirs), till(shop)]).then(() => {
      isDone = true
    })
    const until = performance.now() + 60_000
    while (!isDone || seen.length < made.size) {
      const { calls } = await following.look(pool, Date.now())
      seen.push(...calls.map((call) => call.request_ref))
      assert.ok(performance.now() < until, `${seen.length} of ${made.size}`)
    }
    await calling
    for (let index = 0; index < 40; index += 1) {
      const { calls } = await following.look(pool, Date.now())
      assert.deepEqual(calls, [])
    }
    assert.equal(new Set(seen).size, seen.length, 'none twice')
    assert.deepEqual(new Set(seen), made)
  })
})

test('a call whose record comes after that of later calls is not missed', async () => {
  const shop = await openShop()
  await withPool(async (pool) => {
    const began = Date.now()
    const following = new FollowedBrand(shop.id, began - 200_000, small)
    const late = recordAt(began - 60_000)
    const records = Array.from({ length: 20 }, (_, index) => recordAt(began - 50_000 + index))
    await insertRequests(pool, shop.id, records)
    const seen: string[] = []
    const look = async (times: number) => {
      for (let index = 0; index < times; index += 1)
        seen.push(...(await following.look(pool, Date.now())).calls.map((call) => call.request_ref))
    }
    await look(10)
    assert.equal(seen.length, 20)
    await insertRequests(pool, shop.id, [late])
    await look(12)
    assert.equal(seen.length, 21)
    assert.equal(seen.at(-1), late.call.ref)
  })
})

test('what arrived before it began is not shown', async () => {
  const shop = await openShop()
  await shop.card()
  await withPool(async (pool) => {
    const following = new FollowedBrand(shop.id, Date.now() + 1000)
    assert.deepEqual((await following.look(pool, Date.now())).calls, [])
  })
})

test('a line has the end of a card number only, and a refusal says what to do', () => {
  const call = {
    request_ref: uuidV7(1_790_000_000_000, new Uint8Array(10)),
    operation: 'updateBalance',
    happened_at: 1_790_000_000_023,
    card_id: 7,
    location_id: 'L1',
    terminal_id: 'T1',
    error_code: 13,
    made_by: 'ana\u001b[2J',
  } as unknown as Parameters<typeof tailLines>[0]['call']
  const lines = tailLines({ brand: 'b', call, number: '6006123412341234' }, false)
  assert.match(lines[0] ?? '', /^\S+ \S+Z {2}updateBalance +23 ms {2}error 13 {2}card …1234 {2}L1\/T1 {2}by ana\?\[2J/)
  assert.match(lines[1] ?? '', /Balance limits exceeded\. An issuance is outside/)
  const [json = ''] = tailJson({ brand: 'b', call, number: '6006123412341234' })
  assert.ok(!json.includes('600612') && !lines.join().includes('600612'))
  assert.equal(JSON.parse(json).milliseconds, 23)
})

test('purser tail prints calls as they happen, and ends cleanly on Ctrl-C and when nobody reads', async (t) => {
  const shop = await openShop()
  const words = [program, 'tail', shop.id, '--failed', '--json', '--database', testDatabase(), '--log-level', 'error']
  const env = { ...plainEnvironment(), PURSER_SECRET_KEY: testKey.toString('base64') }
  const begin = () => {
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    return child
  }
  /** Calls until it is there: nobody knows when it has begun. */
  const calling = async (isEnough: () => boolean) => {
    for (const until = performance.now() + 60_000; !isEnough(); ) {
      assert.ok(performance.now() < until)
      await shop.call('cardHistory', { cardNumber: 'nobodys' })
      await shop.call('search', { filters: { cardNumber: 'x' } })
    }
  }

  const [interrupted, closed] = [begin(), begin()]
  const lines: string[] = []
  createInterface({ input: interrupted.stdout }).on('line', (line) => lines.push(line))
  let isRead = false
  closed.stdout.once('data', () => {
    isRead = true
    closed.stdout.destroy()
  })
  const ends = [once(interrupted, 'exit'), once(closed, 'exit')]
  await calling(() => lines.length > 0 && isRead)
  interrupted.kill('SIGINT')
  await calling(() => closed.exitCode !== null || closed.signalCode !== null)

  assert.deepEqual(await Promise.all(ends), [
    [0, null],
    [0, null],
  ])
  for (const line of lines) {
    const { operation, success, errorCode } = JSON.parse(line)
    assert.deepEqual({ operation, success, errorCode }, { operation: 'cardHistory', success: false, errorCode: 2 })
  }
})
