import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { retryDeadJobs } from '../../server/background/jobs/runner/dead-jobs.ts'
import type { Job } from '../../server/background/jobs/runner/job.ts'
import { deadQueue, openQueue } from '../../server/background/jobs/runner/queue.ts'
import { type RunningJobs, startJobs } from '../../server/background/jobs/runner/runner.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { purserCommand } from '../support/purser-command.ts'
import { spawnPurser, startWorker } from '../support/purser-worker.ts'
import { openShop, type Shop, startTestService, testDatabase, times } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow, sql } from '../support/time-passes.ts'
import { openWorker, until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const folder = mkdtempSync(join(tmpdir(), 'purser-jobs-'))
const pool = new ConnectionPool({ url: testDatabase() }, 2)
after(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startRunner(jobs: readonly Job[], shop: Shop): Promise<RunningJobs> {
  const { context } = await openWorker(shop)
  return startJobs({
    url: testDatabase(),
    leaseSeconds: 10,
    log: openLog('silent'),
    jobs,
    engine: { run: context.run, atLength: context.atLength, recordRefusal: () => true, drain: async () => undefined },
    brands: { load: (id) => context.brandAt(id) },
    pool,
    random: randomBytes,
  })
}

async function openExpiringShop(count: number): Promise<Shop> {
  const shop = await openShop({
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count, prefix: '60', length: 16 } }],
  })
  const cards = await Promise.all(times(count, () => shop.card()))
  const more = { issuedBalanceExpiration: secondsFromNow(oneDay) }
  await Promise.all(cards.map((card) => shop.issue(card, { usd: 1 }, more)))
  return shop
}

async function countBooked(shop: Shop): Promise<number> {
  const [{ count }] = await sql(
    `select count(*)::int as count from ledger where brand_id = $1 and kind = 'Expiration'`,
    [shop.id],
  )
  return count
}

test('a job runs once at a time, however many processes there are', async () => {
  const shop = await openShop()
  let running = 0
  let most = 0
  let runs = 0
  const job: Job = {
    name: 'one-at-a-time',
    every: { seconds: 1 },
    run: async () => {
      running += 1
      runs += 1
      most = Math.max(most, running)
      await wait(300)
      running -= 1
      return { counts: { runs: 1 }, more: runs < 3 }
    },
  }
  const runners = await Promise.all([startRunner([job], shop), startRunner([job], shop), startRunner([job], shop)])
  await until('the job has run five times', async () => runs >= 5)
  await Promise.all(runners.map((runner) => runner.stop()))
  assert.equal(most, 1)
  assert.equal(running, 0)
})

test('jobs go on when the clock of the database is put back', async () => {
  const shop = await openShop()
  let runs = 0
  const job: Job = {
    name: 'after-the-clock',
    every: { seconds: 1 },
    run: async () => {
      runs += 1
      return { counts: {} }
    },
  }
  const first = await startRunner([job], shop)
  await until('the job has run twice', async () => runs >= 2)
  await until('somebody has looked after the queue', async () => {
    const looked = await sql('select from pgboss.queue where monitor_claim_on is not null', [])
    return looked.length > 0
  })
  await first.stop()
  // One waits for its turn: the last that ran, unless another was announced since, of which the queue has one at most.
  await sql(
    `update pgboss.job set state = 'created'
     where name = 'after-the-clock' and started_on = (select max(started_on) from pgboss.job where name = 'after-the-clock')
       and not exists (select from pgboss.job where name = 'after-the-clock' and state <= 'active')`,
    [],
  )
  await setQueueClock("now() - interval '2 hours'")
  try {
    runs = 0
    assert.notEqual(await stampsAhead('1 hour'), 0)
    const second = await startRunner([job], shop)
    await until('the job runs again', async () => runs >= 3)
    await second.stop()
    assert.equal(await stampsAhead('1 hour'), 0)
  } finally {
    await setQueueClock('now()')
  }
})

const setQueueClock = (now: string) =>
  sql(`create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select ${now} $$`, [])

/** How many of the queue's times lie further ahead than this. */
async function stampsAhead(more: string): Promise<number> {
  const [{ count }] = await sql(
    `select count(*)::int as count
     from (select monitor_claim_on as at from pgboss.queue union all select created_on from pgboss.job
       union all select start_after from pgboss.job where state < 'active' union all select singleton_on at time zone 'UTC' from pgboss.job) as stamp
     where at > pgboss.job_now() - interval '1 minute' + $1::interval`,
    [more],
  )
  return count
}

test('a job that fails is tried again, and one that keeps failing is given up where everybody sees it', async () => {
  const shop = await openShop()
  let tries = 0
  const recovering: Job = {
    name: 'recovering',
    every: { seconds: 3600 },
    run: async () => {
      tries += 1
      if (tries === 1) throw Object.assign(new Error('Key (email)=(ann@example.com) exists'), { code: '23505' })
      return { counts: {} }
    },
  }
  const hopeless: Job = {
    name: 'hopeless',
    every: { seconds: 3600 },
    retries: 0,
    run: async () => {
      throw new Error('never works')
    },
  }
  const runner = await startRunner([recovering, hopeless], shop)
  await until('the job has been tried twice', async () => tries === 2)
  await until('the other one is given up', async () => /hopeless: Error: never works/.test(await purserJobs()))
  await runner.stop()
  const shown = await purserJobs()
  assert.match(shown, /recovering: 0 waiting, 0 to be tried again, 0 running, 0 failed; last done \d{4}/)
  const kept = await sql('select output::text from pgboss.job', [])
  assert.equal(JSON.stringify(kept).includes('ann@example.com'), false)

  const { output } = await purserCommand('jobs', 'retry')
  assert.match(output, /hopeless: Error: never works\nA running server takes up hopeless within seconds/)
  assert.match(await purserJobs(), /hopeless: 1 waiting(.|\n)*No job was given up/)
  assert.match((await purserCommand('jobs', 'retry')).output, /^No job was given up/)
})

test('a job can be run whatever its time, and a night anew', async () => {
  const shop = await openShop()
  let runs = 0
  const nightly: Job = {
    name: 'scores',
    every: { cron: '0 0 1 1 *' },
    run: async () => {
      runs += 1
      return { counts: {} }
    },
  }
  const runner = await startRunner([nightly], shop)
  await sql(`insert into job_mark (brand_id, job, mark) values ($1, 'scores', '2026-11-15')`, [shop.id])
  assert.match((await purserCommand('jobs', 'run', 'scores')).output, /takes it up within seconds/)
  await until('it has run', async () => runs === 1)
  assert.deepEqual(await sql(`select mark from job_mark where brand_id = $1 and job = 'scores'`, [shop.id]), [])
  await runner.stop()
  assert.match((await purserCommand('jobs', 'run', 'scores')).output, /takes it up within seconds/)
  assert.match((await purserCommand('jobs', 'run', 'scores')).output, /waiting or running already/)
  assert.match((await purserCommand('jobs', 'run', 'nonsense')).output, /There is no job nonsense\. Jobs are .*scores/)
})

test('what is given up while others are retried stays to be looked at', async () => {
  const boss = await openQueue({ url: testDatabase(), leaseSeconds: 10, log: openLog('silent') }, [])
  try {
    await boss.send(deadQueue, { of: 'before' })
    const preview = boss.previewRedrive.bind(boss)
    boss.previewRedrive = async (...words) => {
      await boss.send(deadQueue, { of: 'meanwhile' })
      return preview(...words)
    }
    await retryDeadJobs(boss)
    const left = await boss.findJobs<{ of: string }>(deadQueue)
    assert.deepEqual(
      left.map(({ data }) => data.of),
      ['meanwhile'],
    )
    await boss.deleteAllJobs(deadQueue)
  } finally {
    await boss.stop({ graceful: false })
  }
})

test('jobs stop while calls are still being answered, not after them', async (t) => {
  const shop = await openShop()
  // The call may hold up the end for as long as the test takes: what is looked at is the order.
  const service = await startTestService([], true, testDatabase(), { drainMsMax: 600_000 })
  const working = async () => {
    const [{ count }] = await sql(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'purser jobs'`,
      [],
    )
    return count
  }
  assert.ok((await working()) > 0)
  // A call that has not arrived whole holds up the end.
  const socket = connect(service.port, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => undefined)
  const authorization = `Basic ${Buffer.from(`till:${shop.secret}`).toString('base64')}`
  const headers = { host: 'x', authorization, brand: shop.id, location: 'L1', terminal: 'T1', 'content-length': '100' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // The server asks for the body, so it has taken the call, and waits for what never comes.
  socket.write(['POST /merchant/search HTTP/1.1', ...lines, 'expect: 100-continue', '', ''].join('\r\n'))
  const [asked] = await once(socket, 'data')
  assert.match(String(asked), /^HTTP\/1\.1 100 /)
  let isStopped = false
  const stopped = service.stop().then(() => {
    isStopped = true
  })
  await until('the jobs have stopped', async () => (await working()) === 0, 120)
  assert.equal(isStopped, false)
  socket.destroy()
  await stopped
  assert.deepEqual(await shop.verify(), [])
})

test('two services with jobs book each lot once', async () => {
  const shop = await openExpiringShop(60)
  const services = await Promise.all([startTestService([], true), startTestService([], true)])
  await letTimePass(shop, oneDay + 1)
  await until('all lots are booked', async () => (await countBooked(shop)) === 60, 45)
  await Promise.all(services.map((service) => service.stop()))
  assert.equal(await countBooked(shop), 60)
  assert.deepEqual(await shop.verify(), [])
})

test('the job of a worker that was killed is taken over within a minute, and nothing is booked twice', async (t) => {
  const shop = await openExpiringShop(100)
  await letTimePass(shop, oneDay + 1)
  await sql('delete from pgboss.job', [])
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  t.after(() => client.end().catch(() => undefined))
  await client.query('begin')
  await client.query(
    `select from card where brand_id = $1 and status = 'Activated' order by card_id desc limit 1 for update`,
    [shop.id],
  )

  const first = await startWorker(folder)
  await until('the first worker has booked some', async () => (await countBooked(shop)) > 0)
  const [{ state }] = await sql(`select state from pgboss.job where name = 'expiry'`, [])
  first.kill('SIGKILL')
  await once(first, 'exit')
  const killedAt = performance.now()
  const second = await startWorker(folder)
  await client.query('rollback')
  await until('another worker has booked all', async () => (await countBooked(shop)) === 100, 60)
  const seconds = (performance.now() - killedAt) / 1000

  second.kill('SIGTERM')
  const [status] = await once(second, 'exit')
  assert.equal(state, 'active', 'it was killed in the middle of the job')
  assert.equal(status, 0, 'the other one stops when it is asked to')
  assert.ok(seconds < 60)
  assert.equal(await countBooked(shop), 100)
  assert.deepEqual(await shop.verify(), [])
})

async function purserJobs(): Promise<string> {
  const child = spawnPurser('jobs', '--data', folder)
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  return output
}
