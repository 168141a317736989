import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { scheduledChanges } from '../../server/background/jobs/schedule/scheduled-changes.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { standingNow } from '../../server/doors/access/login/standing-now.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { lookAtScheduled } from '../../server/program/doctor/look/scheduled.sql.ts'
import { openJobRoom } from '../support/job-room.ts'
import { ask } from '../support/race.ts'
import { applyFile, openShop, type Shop, testDatabase, testSealer } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

// The job applies what is due of every brand, and fails for those whose secrets other tests sealed.
await useOwnDatabase()

const exported = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile
const history = (shop: Shop) => shop.must('brandHistory', {})
const groups = (...ids: string[]) => ids.map((id) => ({ id, name: id }))
const at = '2099-12-01 00:00:00'

const pins = new PinKeeper(randomBytes(32), randomBytes)
const job = scheduledChanges(() => ({ random: randomBytes, pins, sealer: testSealer, standingOf: standingNow }))

/** As if their time had come. */
const letTimePass = (shop: Shop) =>
  ask(
    `update brand_schedule set due_at = now() - (interval '1 hour' - number * interval '1 second') where brand_id = $1`,
    [shop.id],
  )

async function runJob(shop: Shop) {
  const lines: string[] = []
  const room = await openJobRoom(shop, { log: openLog('info', (line) => lines.push(line)) })
  const { counts } = await job.run(room)
  return { counts, lines }
}

async function schedule(shop: Shop, ...ids: string[]) {
  const { scheduleNumber } = await shop.must('applyBrand', {
    brandFile: { ...(await exported(shop)), groups: groups(...ids) },
    at,
    note: 'Christmas',
  })
  return scheduleNumber
}

test('a scheduled change waits for its time, and is then applied once', async () => {
  const shop = await openShop()
  assert.equal(await schedule(shop, 'xmas'), 1)
  const [waiting] = (await history(shop)).scheduled
  assert.deepEqual(
    [waiting.number, waiting.state, waiting.dueDate, waiting.note, waiting.baseVersion],
    [1, 'waiting', at, 'Christmas', 1],
  )
  assert.deepEqual(waiting.changes, ['groups/xmas: added'])
  assert.equal((await runJob(shop)).counts.applied, 0)
  assert.equal((await exported(shop)).groups, undefined)

  await letTimePass(shop)
  const runs = await Promise.all([runJob(shop), runJob(shop), runJob(shop)])

  assert.equal(
    runs.reduce((sum, { counts }) => sum + (counts.applied ?? 0), 0),
    1,
  )
  assert.deepEqual((await exported(shop)).groups, groups('xmas'))
  const { versions, scheduled } = await history(shop)
  assert.deepEqual([scheduled[0].state, scheduled[0].version], ['applied', 2])
  const [made] = versions
  assert.deepEqual([made.version, made.scheduleNumber, made.note, versions.length], [2, 1, 'Christmas', 2])
  assert.match(made.actor, /^key till/)
  await shop.must('search', { filters: {} })
  assert.deepEqual(await shop.verify(), [])
})

test('it is refused, and visibly so, if it would undo what others have changed meanwhile', async () => {
  const shop = await openShop()
  await schedule(shop, 'xmas')
  await applyFile({ ...shop.file, locations: [{ id: 'L1', name: 'Pier one', terminals: ['T1'] }] })
  await letTimePass(shop)

  const { counts, lines } = await runJob(shop)

  assert.deepEqual(counts, { applied: 0, refused: 1, failed: 0 })
  assert.match(lines.join(''), /scheduled change 1 was refused; see purser brand history/)
  const { versions, scheduled } = await history(shop)
  assert.equal(versions.length, 2)
  assert.equal(scheduled[0].state, 'refused')
  assert.match(
    scheduled[0].reasons.join('\n'),
    /based on version 1.*at version 2.*locations\/L1: name Pier one -> Pier 1/s,
  )
  assert.equal((await runJob(shop)).counts.refused, 0)
})

test('a refused change is open until it is set aside or a file is applied by hand', async () => {
  const shop = await openShop()
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  const open = async () => (await lookAtScheduled(pool, shop.id)).map(({ number, state }) => [number, state])
  const refuseOne = async (name: string) => {
    await schedule(shop, name)
    await applyFile({ ...shop.file, locations: [{ id: 'L1', name, terminals: ['T1'] }] })
    await letTimePass(shop)
    assert.equal((await runJob(shop)).counts.refused, 1)
  }

  await refuseOne('first')
  assert.deepEqual(await open(), [[1, 'refused']])
  await shop.must('cancelScheduled', { number: 1 })
  assert.deepEqual(await open(), [])
  const { scheduled } = await history(shop)
  assert.equal(scheduled[0].state, 'cancelled')
  assert.match(scheduled[0].reasons.join(), /at version 2/)
  assert.equal((await shop.call('cancelScheduled', { number: 1 })).body.errorCode, 100)

  await refuseOne('second')
  assert.deepEqual(await open(), [[2, 'refused']])
  await applyFile({ ...shop.file, groups: groups('second') })
  assert.deepEqual(await open(), [])
  await pool.close()
})

test('one that may overwrite is applied all the same, and one that no longer fits is refused with its fault', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('a') }, at, overwrite: true })
  const L2 = { id: 'L2', name: 'Pier 2', terminals: ['T9'] }
  await applyFile({ ...shop.file, locations: [...file.locations, L2] })
  await letTimePass(shop)
  assert.equal((await runJob(shop)).counts.applied, 1)
  assert.equal((await exported(shop)).locations.length, 1)

  const couponSets = [{ id: 'welcome', name: 'Welcome', generate: { count: 2, prefix: 'W', length: 12 } }]
  const next = { ...(await exported(shop)), couponSets }
  await shop.must('applyBrand', { brandFile: next, at, overwrite: true })
  const grown = [{ ...couponSets[0], generate: { count: 5, prefix: 'W', length: 12 } }]
  await applyFile({ ...shop.file, groups: groups('a'), couponSets: grown })
  await letTimePass(shop)
  assert.equal((await runJob(shop)).counts.refused, 1)
  const { scheduled } = await history(shop)
  assert.match(scheduled.at(-1).reasons.join(), /5 coupons already exist; a coupon set can only grow/)
  assert.deepEqual(await shop.verify(), [])
})

test('webhooks are told of a change that is refused, once, and without who changed what', async (t) => {
  const { openWebhookShop } = await import('../support/webhook-room.ts')
  const room = await openWebhookShop(t, { webhook: { events: ['schedule.refused'] } })
  const { shop } = room
  await schedule(shop, 'xmas')
  await applyFile({ ...shop.file, locations: [{ id: 'L1', name: 'Pier one', terminals: ['T1'] }] })
  await letTimePass(shop)
  assert.deepEqual(
    (await Promise.all([runJob(shop), runJob(shop)])).map(({ counts }) => counts.refused).toSorted(),
    [0, 1],
  )
  await runJob(shop)
  await room.tell()

  const [told, ...more] = room.told()
  assert.deepEqual(more, [])
  assert.equal(told?.type, 'schedule.refused')
  const { dueDate, ...data } = told?.data ?? {}
  assert.deepEqual(data, { scheduleNumber: 1, reason: 'wouldUndo' })
  assert.ok(Math.abs(Date.parse(dueDate) - (Date.now() - 3_600_000)) < 600_000, dueDate)

  const couponSets = [{ id: 'welcome', name: 'Welcome', generate: { count: 2, prefix: 'W', length: 12 } }]
  await shop.must('applyBrand', { brandFile: { ...(await exported(shop)), couponSets }, at, overwrite: true })
  const grown = [{ ...couponSets[0], generate: { count: 5, prefix: 'W', length: 12 } }]
  await applyFile({ ...(await exported(shop)), couponSets: grown })
  await letTimePass(shop)
  await runJob(shop)
  await room.tell()
  const { faults, reason } = room.told()[1]?.data ?? {}
  assert.equal(reason, 'faults')
  assert.match(faults.join(), /5 coupons already exist/)
})

test('a change that was cancelled is not applied, and cannot be cancelled twice', async () => {
  const shop = await openShop()
  const number = await schedule(shop, 'xmas')
  await shop.must('cancelScheduled', { number })
  assert.equal((await shop.call('cancelScheduled', { number })).body.errorCode, 100)
  await letTimePass(shop)
  assert.deepEqual((await runJob(shop)).counts, { applied: 0, refused: 0, failed: 0 })
  assert.equal((await exported(shop)).groups, undefined)
})

test('what cannot wait is refused when it is scheduled', async () => {
  const shop = await openShop()
  const brandFile = await exported(shop)
  const refused = async (more: object, time = at) => {
    const { body } = await shop.call('applyBrand', { brandFile: { ...brandFile, ...more }, at: time })
    assert.equal(body.errorCode, 100, JSON.stringify(body))
    return body.errorMessage
  }
  assert.match(await refused({ groups: groups('a') }, '2020-01-01 00:00:00'), /this time has passed/)
  assert.match(await refused({ colour: 'red' }), /colour/)
  const webhook = { id: 'crm', url: 'https://crm.test/' }
  assert.match(await refused({ webhooks: [webhook] }), /webhooks\[crm\]\.secrets: are missing/)
  const secrets = ['whsec_aG9vay1zZWNyZXQtaG9vay1zZWNyZXQ=']
  assert.match(await refused({ webhooks: [{ ...webhook, secrets }] }), /webhooks\[crm\]\.secrets: a secret cannot wait/)
  const [program] = brandFile.programs
  const cardSets = [...program.cardSets, { id: 'listed', cards: [{ cardNumber: '70000001', pin: '1234' }] }]
  assert.match(
    await refused({ programs: [{ ...program, cardSets }] }),
    /cardSets\[listed\]\.cards: listed cards cannot wait/,
  )
  assert.equal((await history(shop)).scheduled.length, 0)
  const same = await shop.must('applyBrand', { brandFile, at })
  assert.deepEqual([same.changed, same.scheduleNumber], [false, undefined])
})

test('a file with secrets that are hashed can wait: what is kept has hashes only', async () => {
  const shop = await openShop()
  const brandFile = await exported(shop)
  const apiKeys = [...brandFile.apiKeys, { key: 'office', secret: 'office-secret-0123456789' }]
  await shop.must('applyBrand', { brandFile: { ...brandFile, apiKeys }, at })
  await letTimePass(shop)
  await runJob(shop)
  const authorization = `Basic ${Buffer.from('office:office-secret-0123456789').toString('base64')}`
  await shop.must('search', { filters: {} }, { authorization })
})

test('a worker that is cut off while it applies leaves it waiting for the next', async () => {
  const shop = await openShop()
  await schedule(shop, 'xmas')
  await letTimePass(shop)
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  await client.query('begin')
  // The version that it is about to make, so that it gets as far as that and waits.
  await client.query(
    `insert into brand_version (brand_id, version, source, made_at, changes, change_count, content, fingerprint)
     values ($1, 2, 'file', now(), '[]', 0, '', '')`,
    [shop.id],
  )
  const running = runJob(shop)
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%into brand_version%'`
  await until('it waits', async () => (await ask(waiting)).length > 0)

  await ask(`select pg_terminate_backend(pid) from (${waiting}) as waiting`)

  assert.deepEqual((await running).counts, { applied: 0, refused: 0, failed: 1 })
  await client.query('rollback')
  await client.end()
  assert.equal((await history(shop)).scheduled[0].state, 'waiting')
  assert.equal((await exported(shop)).groups, undefined)
  assert.equal((await runJob(shop)).counts.applied, 1)
  assert.deepEqual((await exported(shop)).groups, groups('xmas'))
  assert.equal((await history(shop)).versions.length, 2)
})
