import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { boundBrands } from '../../server/ground/observe/metrics/database/brand-bound.ts'
import { startMetricsListener } from '../../server/ground/observe/metrics/listener.ts'
import { keepBackup } from '../../server/storage/backup/backup-mark.sql.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { Exposed, listenTo, openMeasured, scrape } from '../support/metrics-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { purserCommand } from '../support/purser-command.ts'
import { openShop, startTestService, testDatabase, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const measured = await openMeasured(['--guess-limit', '3'], true)
const shop = await openShop({ service: measured.service })

test('calls are counted by operation and code, and their durations are a histogram', async () => {
  const card = await shop.card({ usd: 50 })
  await Promise.all(times(7, () => shop.redeem(card, { usd: 1 })))
  await shop.redeem('nobody', { usd: 1 })
  await fetch(`http://127.0.0.1:${measured.service.port}/merchant/nothing`, { method: 'POST' })

  const exposed = await measured.scrape()

  const ofUpdate = { operation: 'updateBalance' }
  assert.equal(exposed.value('purser_requests_total', { ...ofUpdate, code: '0' }), 8)
  assert.equal(exposed.value('purser_requests_total', { ...ofUpdate, code: '2' }), 1)
  assert.equal(exposed.value('purser_requests_total', { operation: 'none', code: '105' }), 1)
  assert.equal(exposed.value('purser_request_duration_seconds_count', ofUpdate), 9)
  assert.equal(exposed.value('purser_request_duration_seconds_bucket', { ...ofUpdate, le: '+Inf' }), 9)
  assert.ok((exposed.value('purser_request_duration_seconds_sum', ofUpdate) ?? 0) > 0)
  assert.equal(exposed.types.get('purser_request_duration_seconds'), 'histogram')
  assert.deepEqual(await shop.verify(), [])
})

test('batches, their phases, lanes, pools and the event loop are measured', async () => {
  const card = await shop.card({ usd: 50 })
  await Promise.all(times(30, () => shop.redeem(card, { usd: 1 })))

  const exposed = await measured.scrape()

  const batches = exposed.value('purser_batch_commands_count') ?? 0
  assert.ok(batches > 0)
  assert.ok((exposed.value('purser_batch_commands_sum') ?? 0) > batches, 'some batches had several commands')
  for (const phase of ['load', 'decide', 'store'])
    assert.ok((exposed.value('purser_batch_phase_duration_seconds_count', { phase }) ?? 0) > 0, phase)
  assert.equal(exposed.value('purser_command_wait_seconds_count'), exposed.value('purser_batch_commands_sum'))
  assert.equal(exposed.value('purser_lane_commands_queued', { lane: 'slow' }), 0)
  assert.equal(exposed.value('purser_commands_queued_max'), 4096)
  assert.equal(exposed.value('purser_storage_writable'), 1)
  assert.ok(Number(exposed.value('purser_clock_skew_seconds')) < 5)
  assert.ok((exposed.value('purser_pool_connections', { pool: 'reads' }) ?? 0) > 0)
  assert.equal(exposed.value('purser_pool_waiting', { pool: 'tasks' }), 0)
  assert.ok((exposed.value('purser_event_loop_delay_seconds_count') ?? 0) > 0)
  assert.ok((exposed.value('process_resident_memory_bytes') ?? 0) > 1e6)
  assert.deepEqual(await shop.verify(), [])
})

test('guesses that are refused are counted', async () => {
  await Promise.all(times(12, (index) => shop.call('search', { filters: { cardNumber: `guess${index}` } })))
  await shop.call('search', { filters: { cardNumber: 'guess' } })
  const exposed = await measured.scrape()
  assert.ok((exposed.value('purser_callers_refused_total', { reason: 'guessLimited' }) ?? 0) > 0)
})

test('jobs tell when they ran, what they did and how late they are', async () => {
  await until('a job has run', async () => {
    const exposed = await measured.scrape()
    return (exposed.value('purser_job_runs_total', { job_name: 'delivery', result: 'done' }) ?? 0) > 0
  })
  await until('the queue knows of it', async () => {
    const exposed = await measured.scrape()
    const doneAt = exposed.value('purser_job_last_done_timestamp_seconds', { job_name: 'delivery' }) ?? 0
    return Math.abs(Date.now() / 1000 - doneAt) < 60
  })
  const exposed = await measured.scrape()
  assert.ok((exposed.value('purser_job_lag_seconds', { job_name: 'delivery' }) ?? 99) < 60)
  assert.equal(exposed.value('purser_jobs_given_up'), 0)
})

const spring = {
  id: 'spring',
  budget: { amount: 8, of: 'discount', every: 'day' },
  rules: [{ id: 'off', trigger: 'checkout', then: [{ discount: { amount: 2 } }] }],
}

test('liability, stock and size come from the database, without anybody waiting for them', async () => {
  const own = await openShop({
    service: measured.service,
    more: {
      couponSets: [{ id: 'gift', name: 'Gift', generate: { count: 7, prefix: 'G', length: 12 } }],
      campaigns: [spring],
    },
  })
  await own.card({ usd: 12.5, points: 3 })
  const [given] = await Promise.all(times(2, () => own.must('checkout', { checkoutTotal: 5 })))
  await own.must('voidTransaction', { requestRef: given.requestRef })
  const listener = await listenTo([measured.service])
  const brand = own.id
  await until('the costly gauges were computed', async () => {
    const exposed = await scrape(listener)
    return exposed.value('purser_liability', { brand }) !== undefined
  })
  const exposed = await scrape(listener)
  assert.equal(exposed.value('purser_liability', { brand, program: 'rewards', balance_code: 'USD' }), 12.5)
  assert.equal(exposed.value('purser_liability', { brand, balance_type: 'Points' }), 3)
  assert.equal(exposed.value('purser_stock_free_cards', { brand, set: 'cards' }), 39)
  assert.equal(exposed.value('purser_stock_free_coupons', { brand, set: 'gift' }), 7)
  const budget = { brand, campaign: 'spring', rule: '', of: 'discount USD' }
  assert.equal(exposed.value('purser_budget_spent_ratio', budget), 0.25)
  assert.ok((exposed.value('purser_database_size_bytes') ?? 0) > 1e6)
  assert.ok((exposed.value('purser_costly_gauges_age_seconds') ?? 99) < 60)
  assert.deepEqual(await own.verify(), [])
})

test('purser verify leaves when it ran and what it found', async () => {
  const own = await openShop({ service: measured.service })
  await own.card({ usd: 5 })
  const { status } = await purserCommand('verify')
  assert.equal(status, 0)
  const listener = await listenTo([measured.service])
  const brand = own.id
  const clean = await scrape(listener)
  assert.equal(clean.value('purser_verify_discrepancies', { brand }), 0)
  assert.ok(
    Math.abs(Date.now() / 1000 - (clean.value('purser_verify_last_run_timestamp_seconds', { brand }) ?? 0)) < 60,
  )

  await sql(`update balance set amount = amount + 1 where brand_id = $1`, [brand])
  assert.equal((await purserCommand('verify')).status, 1)
  assert.ok(((await scrape(await listenTo([]))).value('purser_verify_discrepancies', { brand }) ?? 0) > 0)
  await sql(`update balance set amount = amount - 1 where brand_id = $1`, [brand])
  assert.deepEqual(await own.verify(), [])
})

/** The gauges of the database too: it has four seconds for them, which a busy machine may pass. Then the metrics say so. */
async function scrapeWhole() {
  for (let tries = 0; tries < 10; tries += 1) {
    const exposed = await scrape(await listenTo([]))
    if (exposed.value('purser_database_connections_max') !== undefined) return exposed
  }
  throw new Error('the database did not answer ten times')
}

test('what is due, behind or disabled is told by brand', async () => {
  const own = await openShop({
    more: { webhooks: [{ id: 'tills', url: 'https://hooks.example/purser', secrets: ['a-secret-of-24-characters'] }] },
  })
  const brand = own.id
  await own.card({ usd: 1 })
  await sql(
    `insert into message (brand_id, request_ref, line, channel, rule_id, body, created_at, next_attempt_at)
    select brand_id, request_ref, 1, 'email', 'a/b', 'x', now(), now() - interval '90 seconds'
    from request where brand_id = $1 limit 1`,
    [brand],
  )
  await sql(
    `insert into receiver_state (brand_id, channel, brand_version, disabled_at, reason)
    select brand_id, 'sms', config_version, now(), 'status 410' from brand where brand_id = $1`,
    [brand],
  )
  await sql(`update notice set happened_at = now() - interval '10 minutes' where brand_id = $1`, [brand])
  const before = await scrapeWhole()
  assert.ok((before.value('purser_outbox_oldest_due_seconds', { brand }) ?? 0) >= 90)
  assert.equal(before.value('purser_receivers_disabled', { brand }), 1)
  assert.ok((before.value('purser_webhook_behind_seconds', { brand }) ?? 0) >= 600)
  assert.equal(before.value('purser_webhooks_disabled', { brand }), undefined)

  await sql(
    `insert into webhook_state (brand_id, webhook_id, disabled_at, brand_version, reason)
    select brand_id, 'tills', now(), config_version, 'status 410' from brand where brand_id = $1
    on conflict (brand_id, webhook_id) do update
    -- A worker that is at this webhook right now has lost it: what it found out does not count.
    set disabled_at = now(), brand_version = excluded.brand_version, lease_until = null`,
    [brand],
  )
  const after = await scrapeWhole()
  assert.equal(after.value('purser_webhooks_disabled', { brand }), 1)
  assert.equal(after.value('purser_webhook_behind_seconds', { brand }), undefined)
  await sql(`delete from message where brand_id = $1`, [brand])
  assert.deepEqual(await own.verify(), [])
})

test('metrics are answered when the database is not, which they say', async () => {
  const proxy = openDatabaseProxy()
  const listener = await listenTo([measured.service], proxy.url)
  assert.equal((await scrape(listener)).value('purser_database_up'), 1)
  proxy.holds = () => true
  const unreachable = await listenTo([measured.service], proxy.url)
  const exposed = await scrape(unreachable)
  assert.equal(exposed.value('purser_database_up'), 0)
  assert.equal(exposed.types.has('purser_outbox_oldest_due_seconds'), false)
  assert.ok((exposed.value('purser_requests_total') ?? 0) > 0)
  proxy.letGo()
})

test('the listener has one path and one method, and whoever asks at once shares one collection', async () => {
  const { port } = measured.listener
  const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  assert.equal((await at('/')).status, 404)
  assert.equal((await at('/healthz')).status, 404)
  const refused = await at('/metrics', 'POST')
  assert.equal(refused.status, 405)
  assert.equal(refused.headers.get('allow'), 'GET')
  assert.match((await at('/metrics')).headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)

  let collections = 0
  const counted = {
    ...measured.service,
    metrics: async () => {
      collections += 1
      return []
    },
  }
  const listener = await listenTo([counted])
  await Promise.all(times(8, () => scrape(listener)))
  assert.ok(collections < 8, `${collections} collections`)
})

test('metrics of several processes are added up, those of the database are not', async () => {
  const other = await startTestService(['--metrics-port', '0'])
  try {
    const one = await openShop({ service: measured.service })
    const two = await openShop({ service: other })
    await one.card()
    await two.card()
    const alone = await scrape(await listenTo([measured.service]))
    const both = await scrape(await listenTo([measured.service, other]))
    const ofAllocate = { operation: 'allocate', code: '0' }
    assert.equal(
      both.value('purser_requests_total', ofAllocate),
      (alone.value('purser_requests_total', ofAllocate) ?? 0) + 1,
    )
    assert.equal(both.value('purser_commands_queued_max'), 2 * 4096)
    assert.equal(both.value('purser_build_info'), 1)
    assert.equal(both.value('purser_database_up'), 1)
    assert.ok(JSON.stringify(await other.metrics?.()).length > 0, 'they can be sent from process to process')
  } finally {
    await other.stop()
  }
})

test('nothing is measured unless a port for metrics is given', async () => {
  const plain = await startTestService()
  assert.equal(plain.metrics, undefined)
  await plain.stop()
})

test('what is exposed can be read by Prometheus: no sample twice', async () => {
  const { samples } = await measured.scrape()
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).toSorted()]))
  assert.equal(new Set(keys).size, keys.length)
  assert.ok(samples.every(({ value }) => !Number.isNaN(value)))
  assert.ok(new Exposed('# TYPE a counter\na{b="c"} 1').value('a', { b: 'c' }) === 1)
})

test('lock waits show in the database, and in the batches that gave way', async (t) => {
  const own = await openShop({ service: measured.service })
  const card = await own.card({ usd: 5 })
  const lock = 'select from card where brand_id = $1 and card_number = $2 for update'
  const holder = await OtherTransaction.begin(t)
  await holder.query(lock, [own.id, card])
  const waiter = await OtherTransaction.begin(t)
  const waiting = waiter.query(lock, [own.id, card])
  await holder.blocks()
  const exposed = await scrape(await listenTo([]))
  assert.ok((exposed.value('purser_database_lock_waits') ?? 0) >= 1)
  assert.ok((exposed.value('purser_database_lock_wait_max_seconds') ?? 0) > 0)

  const redeeming = own.redeem(card, { usd: 1 })
  await until('its batch gave way', async () => {
    const seen = await measured.scrape()
    return (seen.value('purser_batch_faults_total', { fault: 'busy' }) ?? 0) > 0
  })
  await holder.query('rollback')
  await waiting
  await waiter.query('rollback')
  assert.equal((await redeeming).body.success, true)
  assert.deepEqual(await own.verify(), [])
})

test('a database that takes no writes is told, and one that refuses a question is up', async () => {
  const own = await openShop({ service: measured.service })
  const card = await own.card({ usd: 5 })
  await sql(
    `create function fail_ledger() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '53100', message = 'as if'; end $$`,
    [],
  )
  await sql('create trigger fail_ledger before insert on ledger for each row execute function fail_ledger()', [])
  try {
    assert.equal((await own.redeem(card, { usd: 1 })).body.errorCode, 109)
    assert.equal((await measured.scrape()).value('purser_storage_writable'), 0)
  } finally {
    await sql('drop trigger fail_ledger on ledger', [])
  }
  await sql('alter table verify_run rename to verify_run_away', [])
  try {
    const exposed = await scrape(await listenTo([]))
    assert.equal(exposed.value('purser_database_up'), 1)
    assert.equal(exposed.types.has('purser_jobs_given_up'), false)
  } finally {
    await sql('alter table verify_run_away rename to verify_run', [])
  }
  assert.deepEqual(await own.verify(), [])
})

test('when a backup was taken, when a key expires and how much disk is left can be watched', async (t) => {
  const own = await openShop({ service: measured.service })
  const soon = Math.floor(Date.now() / 1000) + 86_400
  const before = await scrape(await listenTo([]))
  assert.equal(before.value('purser_backup_last_timestamp_seconds', { brand: own.id }), undefined)
  assert.equal(before.value('purser_key_expires_timestamp_seconds', { brand: own.id }), undefined)
  await sql(`update api_key set expires_at = to_timestamp($2) where brand_id = $1`, [own.id, soon])
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  t.after(() => pool.close())
  for (const takenAt of ['2026-10-01T02:00:00Z', '2026-10-02T02:00:00Z']) await keepBackup(pool, takenAt)

  const exposed = await scrape(await listenTo([]))
  const taken = exposed.value('purser_backup_last_timestamp_seconds', { brand: own.id })
  assert.equal(taken, Date.parse('2026-10-02T02:00:00Z') / 1000)
  assert.equal(exposed.value('purser_key_expires_timestamp_seconds', { brand: own.id }), soon)
  const [free, size] = ['free', 'size'].map((what) => exposed.value(`purser_disk_${what}_bytes`) ?? 0)
  assert.ok(free !== undefined && size !== undefined && size > 0 && free <= size, `${free} of ${size}`)
})

test('a collection that hangs is given up, and the next one is tried', async () => {
  let hangs = true
  const collect = () => (hangs ? new Promise<string>(() => undefined) : Promise.resolve('purser_database_up 1\n'))
  const listener = await startMetricsListener({ host: '127.0.0.1', port: 0 }, collect, openLog('error'))
  const answer = await fetch(`http://127.0.0.1:${listener.port}/metrics`)
  assert.equal(answer.status, 503)
  hangs = false
  assert.equal((await scrape(listener)).value('purser_database_up'), 1)
  await listener.stop()
})

test('a scrape that fails is answered, and told to the operator', async () => {
  const told: string[] = []
  const log = openLog('error', (line) => told.push(line))
  const fail = () => Promise.reject(new Error('no metrics today'))
  const listener = await startMetricsListener({ host: '127.0.0.1', port: 0 }, fail, log)
  const answer = await fetch(`http://127.0.0.1:${listener.port}/metrics`)
  assert.equal(answer.status, 503)
  assert.match(told.join(''), /no metrics today/)
  await listener.stop()
})

test('two hundred brands are named, and a hundred sets of each; the others are joined', () => {
  const values = times(250, (brand) =>
    times(brand === 0 ? 120 : 1, (set) => ({
      value: brand + 1,
      labels: { brand: `b${String(brand).padStart(3, '0')}`, set: `s${set}` },
    })),
  ).flat()
  const stock = boundBrands('purser_stock_free_cards', values)
  assert.equal(stock.length, 100 + 1 + 199 + 1)
  const others = stock.filter(({ labels }) => labels.set === 'others')
  assert.deepEqual(
    others.map(({ value, labels }) => [labels.brand, value]),
    [
      ['b000', 1],
      ['others', 201],
    ],
  )
  const perBrand = times(250, (brand) => ({ value: 2, labels: { brand: `b${String(brand).padStart(3, '0')}` } }))
  assert.equal(boundBrands('purser_webhooks_disabled', perBrand).at(-1)?.value, 100)
})
