import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { errands } from '../support/errand-kinds.ts'
import { lookUp, startErrand, whenBegun, whenState } from '../support/errand-room.ts'
import { openShop, type Shop, startTestService } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let service: Service
let shop: Shop

before(async () => {
  service = await startTestService(['--job-lease', '10'], true, undefined, { errands })
})
after(() => service?.stop())
const open = async () => {
  shop = await openShop({ service })
  return shop
}

test('an errand shows how far it is, then what came of it', async () => {
  await open()
  const errandId = await startErrand(shop, 'count', { steps: 30, pauseMs: 100 })
  const early = await whenBegun(shop, errandId, 1)
  assert.equal(early.total, 30)
  assert.match(early.progress, /^Checking: \d+\.$/)
  assert.equal(early.result, undefined)
  const done = await whenState(shop, errandId, 'done')
  assert.deepEqual(done.result, { counted: 30, from: 0 })
  assert.deepEqual(done.input, { steps: 30, pauseMs: 100 })
  assert.deepEqual([done.done, done.total, done.attempts], [30, 30, 1])
  assert.match(done.askedBy, /^key till from /)
  assert.ok(done.askedDate <= done.beganDate && done.beganDate <= done.endedDate)
})

test('verify as an errand finds what does not add up, and tells the metrics', async () => {
  await open()
  const card = await shop.card({ usd: 10 })
  const good = await whenState(shop, await startErrand(shop, 'verify'), 'done')
  assert.equal(good.result.addsUp, true)
  assert.ok(good.result.ledgerRows >= 1)
  await sql('update balance set amount = amount + 1 where brand_id = $1', [shop.id])
  const bad = await whenState(shop, await startErrand(shop, 'verify', { maxDiscrepancies: 1 }), 'done')
  assert.equal(bad.result.addsUp, false)
  assert.equal(bad.result.discrepancies.length, 1)
  assert.ok(bad.result.discrepancyCount >= 1)
  const [run] = await sql('select discrepancies from verify_run where brand_id = $1', [shop.id])
  assert.equal(Number(run.discrepancies), bad.result.discrepancyCount)
  await sql('update balance set amount = amount - 1 where brand_id = $1', [shop.id])
  assert.deepEqual(await shop.verify(), [])
  assert.ok(card)
})

test('an errand that runs is cancelled within a minute, even if it never pauses', async () => {
  await open()
  for (const [kind, input] of [
    ['count', { steps: 1000 }],
    ['burn', { seconds: 600 }],
  ] as const) {
    const errandId = await startErrand(shop, kind, input)
    await whenBegun(shop, errandId)
    const asked = await shop.must('cancelErrand', { errandId })
    assert.deepEqual([asked.state, asked.isCancelling], ['running', true])
    const cancelled = await whenState(shop, errandId, 'cancelled')
    assert.equal(cancelled.isCancelling, false)
    assert.equal((await shop.call('cancelErrand', { errandId })).body.errorCode, 100)
  }
})

test('the statement of a cancelled errand ends in the database too', async () => {
  await open()
  const errandId = await startErrand(shop, 'sleep')
  const isSleeping = async () => {
    const rows = await sql(
      `select 1 from pg_stat_activity where application_name = 'purser errand' and query like '%errand of a test%'
       and datname = current_database() and state = 'active'`,
      [],
    )
    return rows.length > 0
  }
  await until('it sleeps', isSleeping)
  await shop.must('cancelErrand', { errandId })
  await whenState(shop, errandId, 'cancelled')
  await until('nothing sleeps', async () => !(await isSleeping()))
})

test("a brand's second errand waits for the first, and no brand sees another's", async () => {
  await open()
  const first = await startErrand(shop, 'count', { steps: 1000 })
  await whenBegun(shop, first)
  const second = await startErrand(shop, 'count', { steps: 1 })
  const other = await openShop({ service })
  const elsewhere = await startErrand(other, 'count', { steps: 1 })
  assert.equal((await lookUp(shop, second)).state, 'waiting')
  assert.equal((await lookUp(shop, first)).state, 'running')
  await shop.must('cancelErrand', { errandId: first })
  await whenState(shop, second, 'done')
  await whenState(other, elsewhere, 'done')

  assert.equal((await other.call('errandLookup', { errandId: second })).body.errorCode, 100)
  assert.equal((await other.call('cancelErrand', { errandId: second })).body.errorCode, 100)
  const listed = (await other.must('listErrands', {})).errands.map((one: { errandId: string }) => one.errandId)
  assert.deepEqual(listed, [elsewhere])
})

test('an errand that waits is cancelled at once', async () => {
  await open()
  const first = await startErrand(shop, 'count', { steps: 1000 })
  await whenBegun(shop, first)
  const second = await startErrand(shop, 'count', { steps: 1 })
  const cancelled = await shop.must('cancelErrand', { errandId: second })
  assert.deepEqual([cancelled.state, cancelled.isCancelling], ['cancelled', false])
  await shop.must('cancelErrand', { errandId: first })
  await whenState(shop, first, 'cancelled')
  const { errands: listed, nextPage } = await shop.must('listErrands', { maxResults: 1 })
  assert.deepEqual([listed[0].errandId, listed[0].state], [second, 'cancelled'])
  const next = await shop.must('listErrands', { maxResults: 1, page: nextPage })
  assert.equal(next.errands[0].errandId, first)
  assert.deepEqual((await shop.must('listErrands', { state: 'running' })).errands, [])
})

test('a failure is told in words, and a result is kept up to its bound', async () => {
  await open()
  const failed = await whenState(shop, await startErrand(shop, 'end', { how: 'failed' }), 'failed')
  assert.equal(failed.error, 'There is nothing to count in 2031.')
  assert.equal(failed.attempts, 1)
  const hoarded = await whenState(shop, await startErrand(shop, 'end', { how: 'hoard' }), 'failed')
  assert.match(hoarded.error, /^It needed more than 64 MB of memory/)
  const slow = await whenState(shop, await startErrand(shop, 'dawdle'), 'failed')
  assert.equal(slow.error, 'It took more than 0.001 hours.')
  const large = await whenState(shop, await startErrand(shop, 'end', { how: 'done', bytes: 1_500_000 }), 'failed')
  assert.match(large.error, /^The result has 1\.4 MB, and 1 MB is all that is kept/)
  const kept = await whenState(shop, await startErrand(shop, 'end', { how: 'done', bytes: 1_000_000 }), 'done')
  assert.equal(kept.result.text.length, 1_000_000)
})

test('a fault and a killed process are tried again, three times in all, and the errand says so', async () => {
  await open()
  for (const [how, words] of [
    ['fault', /^It failed 3 times, the last time with: Error: a bug\. The server's log has more/],
    ['killed', /^It failed 3 times, the last time with: its process ended by SIGKILL\./],
  ] as const) {
    const failed = await whenState(shop, await startErrand(shop, 'end', { how }), 'failed', 100)
    assert.match(failed.error, words)
    assert.equal(failed.attempts, 3)
  }
})

test('what cannot be asked for is refused, and leaves nothing behind', async () => {
  await open()
  const refusal = async (body: object, headers = {}) => (await shop.call('startErrand', body, headers)).body
  assert.match((await refusal({ kind: 'dance' })).errorMessage, /^kind: there is no dance; kinds are verify, count,/)
  assert.match((await refusal({ kind: 'count' })).errorMessage, /^input\.steps: is required/)
  const unknown = await refusal({ kind: 'count', input: { steps: 1, step: 2 } })
  assert.match(unknown.errorMessage, /^input\.step: count has no such field/)
  assert.equal((await refusal({ kind: 'count', input: [] })).errorCode, 100)
  assert.equal((await shop.call('errandLookup', { errandId: 'x' })).body.errorCode, 100)
  assert.deepEqual((await shop.must('listErrands', {})).errands, [])
  assert.deepEqual((await shop.must('auditLog', { action: 'errand.started' })).entries, [])
})

test('a repeated customRequestId starts nothing, and names the errand that it started', async () => {
  await open()
  const headers = { customRequestId: 'errand-1' }
  const body = { kind: 'count', input: { steps: 1 } }
  const { errandId } = await shop.must('startErrand', body, headers)
  const again = await shop.call('startErrand', body, headers)
  assert.equal(again.body.errorCode, 3)
  assert.equal(again.headers['purser-original-request'], errandId)
  assert.equal((await shop.must('listErrands', {})).errands.length, 1)
  await whenState(shop, errandId, 'done')
})

test('a brand has at most 20 errands that wait or run', async () => {
  await open()
  const ids: string[] = []
  for (let count = 0; count < 20; count += 1) ids.push(await startErrand(shop, 'count', { steps: 1000 }))
  const refused = (await shop.call('startErrand', { kind: 'count', input: { steps: 1 } })).body
  assert.match(refused.errorMessage, /20 errands of this brand wait or run already/)
  for (const errandId of ids.toReversed()) await shop.must('cancelErrand', { errandId })
  const isOver = async () => (await shop.must('listErrands', { state: 'cancelled' })).errands.length === 20
  await until('all are cancelled', isOver)
})

test('who started and cancelled an errand is in the audit log, once', async () => {
  await open()
  const errandId = await startErrand(shop, 'count', { steps: 1000 })
  await whenBegun(shop, errandId)
  await shop.must('cancelErrand', { errandId })
  await shop.call('cancelErrand', { errandId })
  await whenState(shop, errandId, 'cancelled')
  const { entries } = await shop.must('auditLog', { subject: errandId })
  const told = entries.map(({ action, text }: { action: string; text: string }) => `${action} ${text.split(': ')[1]}`)
  assert.deepEqual(told, [
    `errand.cancelled cancelled the errand ${errandId}`,
    `errand.started started the errand count (${errandId})`,
  ])
})

test('a key for some locations may not ask for work on the whole brand, nor see it', async () => {
  await open()
  const key = await shop.must('createKey', { scope: ['admin'], locations: ['L1'] })
  const headers = { authorization: `Basic ${Buffer.from(`${key.key}:${key.secret}`).toString('base64')}` }
  for (const [operation, body] of [
    ['startErrand', { kind: 'verify' }],
    ['listErrands', {}],
    ['errandLookup', { errandId: '0199f6c8-0000-7000-8000-000000000000' }],
    ['cancelErrand', { errandId: '0199f6c8-0000-7000-8000-000000000000' }],
  ] as const)
    assert.equal((await shop.call(operation, body, headers)).body.errorCode, 104, operation)
})

test('tills are served while an errand burns a processor', async () => {
  await open()
  const card = await shop.card({ usd: 500 })
  const errandId = await startErrand(shop, 'burn', { seconds: 600 })
  await whenBegun(shop, errandId, 1)
  const waits: number[] = []
  for (let count = 0; count < 100; count += 1) {
    const began = performance.now()
    const { body } = await shop.redeem(card, { usd: 1 })
    assert.equal(body.success, true)
    waits.push(performance.now() - began)
  }
  const middle = waits.toSorted((one, other) => one - other)[50] ?? 0
  // In the server's own thread the first of them would have waited for ten minutes.
  assert.ok(middle < 5000, `a redemption took ${middle} ms`)
  assert.equal((await lookUp(shop, errandId)).state, 'running')
  await shop.must('cancelErrand', { errandId })
  await whenState(shop, errandId, 'cancelled')
  assert.deepEqual(await shop.verify(), [])
})

test('what has ended is kept for 30 days, and 200 of a brand', async () => {
  await open()
  await sql(
    `insert into errand (brand_id, errand_id, kind, input, state, asked_at, actor_kind, actor_name, attempts, ended_at, result)
     select $1, gen_random_uuid(), 'count', '{}', 'done', now() - n * interval '1 hour', 'key', 'till', 1,
       now() - n * interval '1 hour', '{}'
     from generate_series(1, 800) as n`,
    [shop.id],
  )
  await whenState(shop, await startErrand(shop, 'count', { steps: 1 }), 'done')
  const count = async () => Number((await sql('select count(*) from errand where brand_id = $1', [shop.id]))[0].count)
  await until('the old ones are gone', async () => (await count()) === 200)
})
