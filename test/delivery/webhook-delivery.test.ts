import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhooksJob } from '../../server/background/jobs/webhooks.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { replay } from '../../server/calls/operations/webhook/replay-webhook.ts'
import type { Webhook } from '../../server/domain/brand/shapes/webhook-shape.ts'
import type { Sql } from '../../server/ground/database/connection.ts'
import { uuidFloor } from '../../server/ground/kernel/ids.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { openJobRoom } from '../support/job-room.ts'
import { applyFile, testSealer, times } from '../support/shop.ts'
import { openWebhookShop, waitingOf } from '../support/webhook-room.ts'

const day = 24 * 60 * 60

test('what a card tells comes in order, also when something fails in between', async (t) => {
  const { shop, receiver, told, tell, wait } = await openWebhookShop(t, { webhook: { events: ['balance.changed'] } })
  const cards = await Promise.all(times(3, () => shop.card()))
  for (let round = 1; round <= 5; round += 1) await Promise.all(cards.map((card) => shop.issue(card, { usd: round })))
  let calls = 0
  receiver.behaves(() => (++calls % 3 === 0 ? 500 : 204))
  for (let tries = 0; tries < 30; tries += 1) {
    await tell()
    wait(6 * 60)
    if ((await waitingOf(shop)).length === 0) break
  }

  assert.equal((await waitingOf(shop)).length, 0)
  for (const card of cards) {
    const amounts = told()
      .filter(({ data }) => data.cardNumber === card)
      .map(({ data }) => data.balanceUpdates[0].amount)
    assert.deepEqual(
      amounts.filter((amount, index) => amount !== amounts[index - 1]),
      [1, 2, 3, 4, 5],
    )
  }
  assert.deepEqual(await shop.verify(), [])
})

test('an event that a receiver never takes holds up its own card alone, and is given up after days', async (t) => {
  const { shop, receiver, told, tell, wait } = await openWebhookShop(t, { webhook: { events: ['balance.changed'] } })
  const [bad, good] = [await shop.card(), await shop.card()]
  await shop.issue(bad, { usd: 1 })
  await shop.issue(bad, { usd: 2 })
  await shop.issue(good, { usd: 3 })
  const poison = (body: string) => body.includes(bad) && body.includes('"amount":1,')
  receiver.behaves(({ body }) => (poison(body) ? 422 : 200))

  assert.deepEqual(await tell(), { told: 1, failed: 1, givenUp: 0 })
  assert.deepEqual(
    (await waitingOf(shop)).map(({ attempts, last_error }) => [attempts, last_error]),
    [
      [1, 'status 4xx'],
      [0, null],
    ],
  )
  await shop.issue(good, { usd: 4 })
  assert.deepEqual(await tell(), { told: 1, failed: 0, givenUp: 0 })

  for (let tries = 0; tries < 12; tries += 1) {
    wait(day + 3 * 60 * 60)
    await shop.issue(good, { usd: 5 })
    await tell()
  }
  const attempts = receiver.received.filter(({ body }) => poison(body))
  assert.equal(attempts.length, 10)
  assert.equal(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size, 1)
  const last = told()
    .filter(({ data }) => data.cardNumber === bad)
    .at(-1)
  assert.equal(last?.data.balanceUpdates[0].amount, 2)
  assert.deepEqual(
    (await waitingOf(shop)).map(({ given_up }) => given_up),
    [true],
  )

  receiver.behaves(200)
  assert.equal((await shop.must('replayWebhook', { webhookId: 'erp' })).count, 1)
  assert.deepEqual(await tell(), { told: 1, failed: 0, givenUp: 0 })
  assert.deepEqual(await shop.verify(), [])
})

test('a receiver that comes back gets everything at once, in order', async (t) => {
  const { shop, receiver, told, tell, wait } = await openWebhookShop(t, { webhook: { events: ['balance.changed'] } })
  const cards = await Promise.all(times(5, () => shop.card()))
  await tell()
  receiver.behaves('resets')
  for (const card of cards) await shop.issue(card, { usd: 1 })
  await tell()
  wait(6)
  await tell()
  wait(5 * 60)
  await tell()
  for (const card of cards) await shop.issue(card, { usd: 2 })
  receiver.behaves(200)
  receiver.received.length = 0

  // Some of what failed would have to wait for half an hour: the first is tried after minutes, and the rest follows.
  wait(5 * 60)
  await tell()

  assert.equal(told().length, 10)
  for (const card of cards) {
    const own = told().filter(({ data }) => data.cardNumber === card)
    assert.deepEqual(
      own.map(({ data }) => data.balanceUpdates[0].amount),
      [1, 2],
    )
  }
  assert.deepEqual(await shop.must('webhookStates', {}).then(({ webhooks }) => webhooks), [
    { webhookId: 'erp', isActive: true, waiting: 0, retried: 0, givenUp: 0 },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('an outage of a day uses up no more attempts than the schedule has, however often the receiver is looked for', async (t) => {
  const { shop, receiver, told, tell, wait } = await openWebhookShop(t, { webhook: { events: ['balance.changed'] } })
  const cards = await Promise.all(times(3, () => shop.card()))
  for (const card of cards) await shop.issue(card, { usd: 1 })
  receiver.behaves(503)
  for (let minutes = 0; minutes < 25 * 60; minutes += 5) {
    await tell()
    wait(5 * 60)
  }
  assert.ok(receiver.received.length > 250, 'the first is tried every five minutes')
  assert.deepEqual(
    (await waitingOf(shop)).map(({ attempts, given_up }) => [attempts <= 8, given_up]),
    times(3, () => [true, false]),
  )
  receiver.behaves(200)
  receiver.received.length = 0
  wait(5 * 60)
  await tell()
  assert.equal(told().length, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('an event that is refused again and again beside others that are taken keeps its three days', async (t) => {
  const { shop, receiver, tell, wait } = await openWebhookShop(t, { webhook: { events: ['balance.changed'] } })
  const [bad, good] = [await shop.card(), await shop.card()]
  receiver.behaves(({ body }) => (body.includes(bad) ? 503 : 200))
  await shop.issue(bad, { usd: 1 })
  for (let round = 0; round < 40; round += 1) {
    await tell()
    wait(6)
    await tell()
    await shop.issue(good, { usd: 1 })
  }
  const [row] = await waitingOf(shop)
  assert.deepEqual([row.attempts, row.given_up], [2, false])
  assert.deepEqual(await shop.verify(), [])
})

test('after five quiet days one failure is no reason to switch a webhook off', async (t) => {
  const { shop, receiver, told, tell, wait } = await openWebhookShop(t, { webhook: { events: ['balance.changed'] } })
  const card = await shop.card()
  receiver.behaves(503)
  await shop.issue(card, { usd: 1 })
  const hours = [0.01, 0.1, 0.6, 2, 5, 10, 14, 20, 24]
  for (const pause of hours) {
    await tell()
    wait(pause * 60 * 60)
  }
  await tell()
  assert.deepEqual(
    (await waitingOf(shop)).map(({ given_up }) => given_up),
    [true],
  )
  wait(6 * day)
  await shop.issue(card, { usd: 2 })
  await tell()
  receiver.behaves(200)
  receiver.received.length = 0
  wait(5 * 60)
  await tell()
  assert.equal(told().length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('410 switches a webhook off until the file changes, and nothing is lost meanwhile', async (t) => {
  const { shop, receiver, told, tell, wait, logged } = await openWebhookShop(t)
  receiver.behaves(410)
  const card = await shop.card({ usd: 1 })
  await tell()
  assert.equal(receiver.received.length, 1)
  await shop.issue(card, { usd: 2 })
  await tell()
  assert.equal(receiver.received.length, 1)
  assert.ok(logged.some((line) => line.includes('webhook disabled')))
  const [state] = (await shop.must('webhookStates', {})).webhooks
  assert.deepEqual([state.waiting, state.disabledReason], [3, 'status 410'])

  // Days in which it was switched off are no days of failure.
  receiver.behaves(503)
  wait(7 * day)
  const file = shop.file as { webhooks: readonly object[] }
  await applyFile({ ...file, webhooks: file.webhooks.map((one) => ({ ...one, url: `${receiver.url}/new` })) })
  await tell()
  receiver.behaves(200)
  receiver.received.length = 0
  wait(5 * 60)
  await tell()
  assert.deepEqual(
    told().map(({ type }) => type),
    ['card.allocated', 'balance.changed', 'balance.changed'],
  )
  assert.equal(receiver.received[0]?.path, '/hook/new')
  assert.deepEqual(await shop.verify(), [])
})

test('a webhook that nothing got through to for five days is switched off, and a replay switches it on', async (t) => {
  const { shop, receiver, told, tell, wait, logged } = await openWebhookShop(t)
  receiver.behaves(302)
  for (let days = 0; days < 6; days += 1) {
    if (days < 5) await shop.card()
    await tell()
    wait(day)
  }
  assert.ok(logged.some((line) => line.includes('no notice got through for 5 days')))
  const tries = receiver.received.length
  await shop.card()
  await tell()
  assert.equal(receiver.received.length, tries)

  receiver.behaves(200)
  receiver.received.length = 0
  // Those that had failed would have to wait for hours yet.
  await shop.must('replayWebhook', { webhookId: 'erp' })
  await tell()
  assert.equal(told().length, 6)
  assert.deepEqual(await shop.verify(), [])
})

test('a receiver that hangs is asked once, and the rest waits', async (t) => {
  const { shop, receiver, tellOnce } = await openWebhookShop(t, { webhook: { events: ['balance.changed'] } })
  const cards = await Promise.all(times(12, () => shop.card()))
  await Promise.all(cards.map((card) => shop.issue(card, { usd: 1 })))
  receiver.behaves('hangs')
  const round = await tellOnce()
  assert.deepEqual([round?.told, round?.givenUp], [0, 0])
  assert.ok(receiver.received.length <= 4, 'no more than were begun at once')
  assert.deepEqual(await shop.verify(), [])
})

test('two workers tell everything once; a worker that died leaves it to another, under the same ids', async (t) => {
  const { shop, receiver, told, tellOnce, tell, wait, parts } = await openWebhookShop(t)
  const cards = await Promise.all(times(20, () => shop.card({ usd: 1 })))
  const work = async () => {
    for (let tries = 0; tries < 20; tries += 1) await tellOnce()
  }
  await Promise.all([work(), work(), work()])
  await tell()
  const ids = told().map(({ id }) => id)
  assert.equal(ids.length, 40)
  assert.equal(new Set(ids).size, 40)

  receiver.received.length = 0
  await Promise.all(cards.slice(0, 3).map((card) => shop.issue(card, { usd: 1 })))
  const dying: Sql = {
    affected: (text, ...values) => parts.pool.affected(text, ...values),
    rows: (text, ...values) => {
      if (text.join('').includes('delete from notice_delivery')) throw new Error('the power went')
      return parts.pool.rows(text, ...values)
    },
  }
  await assert.rejects(tellOnce({ pool: dying }), /the power went/)
  assert.equal(told().length, 3)
  wait(59)
  assert.equal(await tellOnce(), undefined)
  wait(1)
  assert.deepEqual(await tell(), { told: 3, failed: 0, givenUp: 0 })
  const again = told().map(({ id }) => id)
  assert.deepEqual(again.slice(0, 3).toSorted(), again.slice(3).toSorted())
  assert.deepEqual(await shop.verify(), [])
})

test('a replay tells again what happened since, under the same ids, and to that webhook alone', async (t) => {
  const { shop, receiver, told, tell, tellOnce } = await openWebhookShop(t)
  const card = await shop.card({ usd: 1 })
  await tell()
  const before = told()
  const { body } = await shop.issue(card, { usd: 2 })
  await tell()
  receiver.received.length = 0

  const unknown = await shop.call('replayWebhook', { webhookId: 'nobody' })
  assert.deepEqual([unknown.status, unknown.body.errorCode], [400, 100])
  const future = await shop.must('replayWebhook', { webhookId: 'erp', fromDate: '2999-01-01 00:00:00' })
  assert.equal(future.count, 0)
  assert.equal(await tellOnce(), undefined)
  const replayed = await shop.must('replayWebhook', { webhookId: 'erp', fromDate: '2026-01-01 00:00:00' })
  assert.equal(replayed.count, 3)
  assert.equal((await shop.must('replayWebhook', { webhookId: 'erp', fromDate: '2026-01-01 00:00:00' })).count, 0)
  await tell()

  assert.deepEqual(
    told().map(({ id }) => id),
    [...before.map(({ id }) => id), `evt_${body.requestRef}_1`],
  )
  assert.deepEqual(told().slice(0, 2), before)
  assert.deepEqual(await shop.verify(), [])
})

test('a webhook that is switched off in the file goes on where it was, and what it missed can be replayed', async (t) => {
  const { shop, receiver, told, tell } = await openWebhookShop(t)
  const card = await shop.card()
  const file = shop.file as { webhooks: readonly object[] }
  const off = { ...file, webhooks: file.webhooks.map((one) => ({ ...one, active: false })) }
  await applyFile(off)
  await shop.issue(card, { usd: 1 })
  await applyFile(file)
  await shop.issue(card, { usd: 2 })
  await tell()
  assert.deepEqual(
    told().map(({ type }) => type),
    ['card.allocated', 'balance.changed'],
  )
  receiver.received.length = 0
  await shop.must('replayWebhook', { webhookId: 'erp', fromDate: '2026-01-01 00:00:00' })
  await tell()
  assert.equal(told().length, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('a replay of many pages goes on where it ended', async (t) => {
  const { shop, pool } = await openWebhookShop(t)
  await shop.card({ usd: 1 })
  const [webhook] = (shop.file as { webhooks: [Webhook] }).webhooks
  const from = Date.now() - 60_000
  await pool.rows`delete from notice_delivery where brand_id = ${shop.id}`
  // What happened before, however much it is, neither counts nor comes again.
  await pool.rows`
    insert into notice (brand_id, request_ref, line, type, happened_at, data)
    select ${shop.id}, ${uuidFloor(from - 1800_000)}::uuid, line, 'card.allocated', to_timestamp(${from - 1800_000} / 1000.0), '{}'
    from generate_series(1, 12000) as line`
  await pool.rows`
    insert into notice (brand_id, request_ref, line, type, happened_at, data)
    select ${shop.id}, ${uuidFloor(from + 1000)}::uuid, line, 'card.allocated', to_timestamp(${from + 9000} / 1000.0), '{}'
    from generate_series(1, 12000) as line`

  const first = await replay(pool, shop.id, webhook, { from, most: 5000 })
  assert.ok(first.next && first.count > 0 && first.count < 12_000)
  const second = await replay(pool, shop.id, webhook, { from, after: first.next })

  assert.deepEqual([first.count + second.count, second.next], [12_002, undefined])
  const odd = await shop.call('replayWebhook', { webhookId: 'erp', fromDate: '2026-01-01 00:00:00', page: 'x' })
  assert.equal(odd.body.errorCode, 100)
  const again = { webhookId: 'erp', fromDate: '2026-01-01 00:00:00', page: `${first.next.ref}_${first.next.line}` }
  assert.equal((await shop.call('replayWebhook', again)).body.success, true)
  await pool.rows`delete from notice where brand_id = ${shop.id}`
})

test('webhooks take turns, and a brand that cannot be read holds up no other', async (t) => {
  const slow = await Promise.all(times(9, () => openWebhookShop(t, { webhook: { events: ['card.allocated'] } })))
  const quick = await openWebhookShop(t)
  const broken = await openWebhookShop(t)
  for (const { shop } of slow) await Promise.all(times(30, () => shop.card()))
  for (const { shop } of [quick, broken]) await shop.card()
  const busy = slow.map(({ receiver }) => receiver)
  const room = await openJobRoom(quick.shop)
  const context = {
    ...room,
    brandAt: async (id: string) => {
      const brand = id === broken.shop.id ? undefined : await loadBrand(room.pool, id, testSealer)
      if (!brand) throw new Error('cannot be read')
      return brand
    },
    log: openLog('silent'),
  }
  const { counts } = await webhooksJob(systemNetwork(true)).run(context)
  assert.ok((counts.told ?? 0) >= 271, JSON.stringify(counts))
  assert.equal(quick.told().length, 1)
  assert.equal(broken.told().length, 0)
  assert.ok(busy.every(({ received }) => received.length === 30))
})
