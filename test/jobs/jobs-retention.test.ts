import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retention } from '../../server/background/jobs/retention/retention.ts'
import { openShop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { openWorker, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const ofOldest = 'from request where brand_id = $1 order by request_ref limit 1'

test('old requests lose what is only shown, keep what a void needs, and are looked at once', async () => {
  const shop = await openShop({
    more: {
      campaigns: [
        {
          id: 'c1',
          name: 'Welcome',
          rules: [{ id: 'r1', trigger: 'request', then: [{ issue: { balanceType: 'Points', amount: 5 } }] }],
        },
      ],
    },
  })
  const worker = await openWorker(shop)
  const card = await shop.card()
  const { body } = await shop.issue(card, { usd: 5 }, { note: 'typo' })
  await sql('delete from request where brand_id = $1 and card_seq is null', [shop.id])
  const [before] = await sql(`select trace is not null as trace, detail ${ofOldest}`, [shop.id])
  assert.equal(before.trace, true, JSON.stringify(before))

  assert.deepEqual(await worker.run(retention({ traceDays: 1, requestMonths: 0, noticeMonths: 0 })), {
    requests: 0,
    months: 0,
    noticeMonths: 0,
  })
  // Two days later: the record of the allocation becomes older than any other.
  const young = await worker.run(retention({ traceDays: 0, requestMonths: 0, noticeMonths: 0 }))
  const old = { ...worker.context, now: async () => (await worker.context.now()) + 2 * 24 * 60 * 60 * 1000 }
  const first = await retention({ traceDays: 1, requestMonths: 0, noticeMonths: 0 }).run(old)
  const second = await retention({ traceDays: 1, requestMonths: 0, noticeMonths: 0 }).run(old)

  assert.equal(young.requests, 0)
  assert.equal(first.counts.requests, 2)
  assert.equal(second.counts.requests, 0)
  const [after] = await sql(`select trace, detail ${ofOldest}`, [shop.id])
  assert.equal(after.trace, null)
  assert.deepEqual(after.detail.effects, before.detail.effects)
  await shop.must('voidTransaction', { cardNumber: card, requestRef: body.requestRef })
  assert.deepEqual(await shop.verify(), [])
})

test('what was spent of a budget is forgotten sixty days after its period, and what still counts stays', async () => {
  const rule = (id: string, every: string) => ({
    id,
    trigger: 'checkout',
    budget: { amount: 50, of: 'discount', every },
    then: [{ discount: { amount: 2 } }],
  })
  const shop = await openShop({
    more: { campaigns: [{ id: 'c1', rules: [rule('day', 'day'), rule('ever', 'ever')] }] },
  })
  const worker = await openWorker(shop)
  await shop.must('checkout', { checkoutTotal: 10 })
  const kept = async (table: string) => {
    const rows = await sql(`select distinct period from ${table} where brand_id = $1`, [shop.id])
    return rows.map(({ period }: { period: string }) => period.split(' ')[0]).toSorted()
  }
  const clean = retention({ traceDays: 0, requestMonths: 0, noticeMonths: 0 })
  const periods = async () => [await kept('budget_stripe'), await kept('budget_use')]
  await sql(
    `update budget_stripe set ends_at = now() - interval '59 days' where brand_id = $1 and ends_at is not null`,
    [shop.id],
  )
  await worker.run(clean)
  assert.deepEqual(await periods(), [
    ['day', 'ever'],
    ['day', 'ever'],
  ])
  await sql(
    `update budget_stripe set ends_at = now() - interval '61 days' where brand_id = $1 and ends_at is not null`,
    [shop.id],
  )
  await sql(`update budget_use set request_ref = uuid_floor(now() - interval '61 days') where brand_id = $1`, [shop.id])
  await worker.run(clean)
  assert.deepEqual(await periods(), [['ever'], ['ever']])
})

test('months of requests are dropped only when nothing refers to them, and months of the ledger never', async () => {
  const shop = await openShop()
  const worker = await openWorker(shop)
  const month = (name: string, from: string, to: string) =>
    sql(
      `create table request_${name} partition of request
         for values from ('${uuidOf(from)}') to ('${uuidOf(to)}')`,
      [],
    )
  await month('2020_01', '2020-01-01', '2020-02-01')
  await month('2020_02', '2020-02-01', '2020-03-01')
  const insert = (at: string, seq: number | null) =>
    sql(
      `insert into request (brand_id, request_ref, operation, call_type, happened_at, card_seq)
       values ($1, $2, 'search', 'SEARCH', $3, $4)`,
      [shop.id, uuidOf(at), at, seq],
    )
  await insert('2020-01-15', null)
  await insert('2020-02-15', 1)

  assert.deepEqual(await worker.run(retention({ traceDays: 0, requestMonths: 12, noticeMonths: 0 })), {
    requests: 0,
    months: 1,
    noticeMonths: 0,
  })
  const left = await sql(`select to_regclass('request_2020_01') as gone, to_regclass('request_2020_02') as there`, [])
  assert.equal(left[0].gone, null)
  assert.notEqual(left[0].there, null)
  await assert.rejects(sql(`select drop_partitions('ledger', 12)`, []), /needs opening balances/)
  await sql('delete from request where brand_id = $1 and card_seq = 1', [shop.id])
})

test('what webhooks were told is dropped by the month, with what they were still to be told', async () => {
  const shop = await openShop({ more: { webhooks: [{ id: 'erp', url: 'https://erp.example/' }] } })
  const worker = await openWorker(shop)
  await shop.card()
  await sql(
    `create table notice_2020_01 partition of notice
       for values from ('${uuidOf('2020-01-01')}') to ('${uuidOf('2020-02-01')}')`,
    [],
  )
  await sql(
    `insert into notice (brand_id, request_ref, line, type, happened_at, data)
     select $1, $2, line, 'card.allocated', '2020-01-15', '{}' from generate_series(1, 1500) as line`,
    [shop.id, uuidOf('2020-01-15')],
  )
  await sql(
    `insert into notice_delivery (brand_id, webhook_id, position, request_ref, line)
     select brand_id, 'erp', position, request_ref, line from notice where brand_id = $1 and happened_at < '2021-01-01'`,
    [shop.id],
  )

  const policy = { traceDays: 0, requestMonths: 0, noticeMonths: 1 }
  assert.equal((await worker.run(retention(policy))).noticeMonths, 1)
  assert.equal((await worker.run(retention(policy))).noticeMonths, 0)

  const left = await sql('select request_ref from notice_delivery where brand_id = $1', [shop.id])
  assert.equal(left.length, 1)
  assert.equal((await sql('select line from notice where brand_id = $1', [shop.id])).length, 1)
})

/** The first instant of the month that was so many months ago, in UTC. */
function monthAgo(months: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}

async function makeMonth(table: 'request' | 'notice', from: Date, to: Date): Promise<string> {
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`
  const [low, high] = [uuidOf(from.toISOString()), uuidOf(to.toISOString())]
  await sql(`create table ${name} partition of ${table} for values from ('${low}') to ('${high}')`, [])
  return name
}

test('what is kept for two months is kept for two whole months beside the current one, and no longer', async () => {
  const shop = await openShop({ more: { webhooks: [{ id: 'erp', url: 'https://erp.example/' }] } })
  const worker = await openWorker(shop)
  const policy = { traceDays: 0, requestMonths: 2, noticeMonths: 2 }
  await worker.run(retention(policy))
  const [old, kept, end] = [monthAgo(3), monthAgo(2), monthAgo(1)]
  for (const table of ['request', 'notice'] as const) {
    await makeMonth(table, old, kept)
    await makeMonth(table, kept, end)
  }
  const instants = [kept.getTime() - 1, kept.getTime()].map((instant) => new Date(instant).toISOString())
  for (const at of instants) {
    await sql(
      `insert into request (brand_id, request_ref, operation, call_type, happened_at)
       values ($1, $2, 'search', 'SEARCH', $3)`,
      [shop.id, uuidOf(at), at],
    )
    await sql(
      `insert into notice (brand_id, request_ref, line, type, happened_at, data)
       values ($1, $2, 1, 'card.allocated', $3, '{}')`,
      [shop.id, uuidOf(at), at],
    )
  }
  await sql(
    `insert into notice_delivery (brand_id, webhook_id, position, request_ref, line)
     select brand_id, 'erp', position, request_ref, line from notice where brand_id = $1`,
    [shop.id],
  )
  assert.deepEqual(await worker.run(retention(policy)), { requests: 0, months: 1, noticeMonths: 1 })
  for (const table of ['request', 'notice', 'notice_delivery']) {
    const left = await sql(`select request_ref from ${table} where brand_id = $1 and request_ref < $2`, [
      shop.id,
      uuidOf(end.toISOString()),
    ])
    assert.deepEqual(left, [{ request_ref: uuidOf(instants[1] ?? '') }], table)
  }
  assert.deepEqual(await worker.run(retention(policy)), { requests: 0, months: 0, noticeMonths: 0 })
  assert.deepEqual(await shop.verify(), [])
})

test('long work that ended more than 30 days ago is deleted', async () => {
  const shop = await openShop()
  const worker = await openWorker(shop)
  await sql(
    `insert into errand (brand_id, errand_id, kind, input, state, asked_at, actor_kind, actor_name, attempts, ended_at, result)
     select $1, gen_random_uuid(), 'verify', '{}', 'done', now() - days * interval '1 day', 'key', 'till', 1,
       now() - days * interval '1 day', '{}'
     from unnest(array[1, 29, 31, 90]) as days`,
    [shop.id],
  )
  await worker.run(retention({ traceDays: 0, requestMonths: 0, noticeMonths: 0 }))
  const [{ count }] = await sql('select count(*)::int as count from errand where brand_id = $1', [shop.id])
  assert.equal(count, 2)
})

const uuidOf = (date: string) =>
  `${Date.parse(date)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`

test('pins that earlier versions kept in requests for approval are taken out; one that was to set one is declined', async () => {
  const shop = await openShop()
  const worker = await openWorker(shop)
  const ask = (reason: string, request: object) =>
    sql(
      `insert into approval (brand_id, approval_id, operation, request, of_limit, location_id, terminal_id, reason,
         asked_by, asked_at, ends_at, state)
       values ($1, gen_random_uuid(), 'updateBalance', $2, 'issue', 'L1', 'T1', $3, 'sue', now(),
         now() + interval '7 days', 'waiting')`,
      [shop.id, JSON.stringify(request), reason],
    )
  await ask('none', { cardNumber: '1', reason: 'her pin is 4711' })
  await ask('proof', { cardNumber: '1', pin: '4711', amount: 5 })
  await ask('set', { cardNumber: '1', updatedPin: '0815' })
  await worker.run(retention({ traceDays: 0, requestMonths: 0, noticeMonths: 0 }))
  const kept = await sql(
    'select reason, state, request, decided_by from approval where brand_id = $1 order by reason',
    [shop.id],
  )
  assert.deepEqual(
    kept.map((row) => [row.reason, row.state, JSON.parse(row.request), row.decided_by]),
    [
      ['none', 'waiting', { cardNumber: '1', reason: 'her pin is 4711' }, null],
      ['proof', 'waiting', { cardNumber: '1', amount: 5 }, null],
      ['set', 'declined', { cardNumber: '1' }, 'purser'],
    ],
  )
})
