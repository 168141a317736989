import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { runDateRules } from '../../server/background/jobs/dates/dates.ts'
import type { JobContext } from '../../server/background/jobs/runner/job.ts'
import { lockingCalls, points } from '../support/checkout-shop.ts'
import { at, birthdayRule, bornOn, changedAt, changeRules, openDateShop } from '../support/date-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { messagesOf, purse, traceOf } from '../support/rule-table.ts'
import { type Shop, testDatabase, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const pointsOf = async (shop: Shop, card: string) => (await purse(shop, card)).Points ?? 0

test('a birthday rule fires at its hour, once for each card and year, and is a call in the history', async () => {
  const { shop, fired } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const ana = await bornOn(shop, '1990-03-15')
  const ben = await bornOn(shop, '1985-03-15')
  const cleo = await bornOn(shop, '1985-03-16')
  await shop.card()

  assert.equal(await fired('2027-03-15 08:59'), 0)
  assert.equal(await fired('2027-03-15 09:00'), 2)
  assert.equal(await fired('2027-03-15 09:00'), 0)
  assert.equal(await fired('2027-03-15 09:01'), 0)
  assert.equal(await fired('2027-03-16 09:01'), 1)
  assert.deepEqual([await pointsOf(shop, ana), await pointsOf(shop, ben), await pointsOf(shop, cleo)], [50, 50, 50])
  assert.equal((await messagesOf(shop)).length, 3)

  await shop.must('updateAccount', { cardNumber: ana, primaryCustomer: { birthday: '1990-03-20' } })
  assert.equal(await fired('2027-03-20 09:01'), 0, 'whoever moves the birthday has no second one in the year')
  assert.equal(await fired('2028-03-15 09:00'), 1)
  assert.equal(await fired('2028-03-20 09:00'), 2, 'and Cleo, who was missed on the 16th')

  const [last] = await shop.history(ana)
  assert.equal(last.callType, 'TRIGGER_ONLY')
  assert.deepEqual(
    (await traceOf(shop, last.requestRef)).map(({ rule }) => rule),
    ['main/birthday'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('days before, 29 February, and the end of the year', async () => {
  const week = { date: { of: 'customer.birthday', offsetDays: -7, hour: 9 } }
  const { shop, fired } = await openDateShop(
    [birthdayRule(), birthdayRule({ id: 'before', ...week })],
    '2026-12-01 00:00',
  )
  const leap = await bornOn(shop, '1992-02-29')
  const january = await bornOn(shop, '1990-01-03')
  assert.equal(await fired('2026-12-27 10:00'), 1)
  assert.equal(await fired('2027-01-03 10:00'), 1)
  assert.equal(await fired('2027-02-21 10:00'), 1)
  assert.equal(await fired('2027-02-28 08:00'), 0)
  assert.equal(await fired('2027-02-28 10:00'), 1)
  assert.equal(await fired('2027-03-01 10:00'), 0)
  assert.equal(await fired('2028-02-28 10:00'), 1, 'a week before the 29th, six days late')
  assert.equal(await fired('2028-02-29 10:00'), 1)
  assert.deepEqual([await pointsOf(shop, leap), await pointsOf(shop, january)], [200, 100])
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that does not hold is done for the year, and the trace says why', async () => {
  const when = [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 10 }]
  const { shop, round } = await openDateShop([birthdayRule({ when })], '2027-03-01 00:00')
  const card = await bornOn(shop, '1990-03-15')
  assert.deepEqual(await round('2027-03-15 09:00'), { silent: 1 })
  await shop.issue(card, { points: 20 })
  assert.deepEqual(await round('2027-03-15 09:01'), {})
  assert.equal(await pointsOf(shop, card), 20)
  const [record] = await sql(
    `select request_ref, card_seq from request where brand_id = $1 and operation = 'fireDateRule'`,
    [shop.id],
  )
  assert.equal(record.card_seq, null, 'nothing happened to the card')
  const [entry] = await traceOf(shop, record.request_ref)
  assert.equal(entry.not.kind, 'failed')
})

test('two workers at once fire once for each card', async () => {
  const { shop, context } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const other = await openJobRoom(shop)
  const cards = await Promise.all(times(30, (index) => bornOn(shop, `19${60 + index}-03-15`)))
  const now = at('2027-03-15 09:00')
  const rounds = await Promise.all([context, other, context, other].map((worker) => runDateRules(worker, now)))
  assert.equal(
    rounds.reduce((sum, { counts }) => sum + (counts.fired ?? 0), 0),
    30,
  )
  for (const card of cards) assert.equal(await pointsOf(shop, card), 50)
  assert.equal((await messagesOf(shop)).length, 30)
  assert.deepEqual(await shop.verify(), [])
})

test('what was missed runs up to seven days late, and no later', async () => {
  const { shop, fired } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const early = await bornOn(shop, '1990-03-03')
  const late = await bornOn(shop, '1990-03-10')
  assert.equal(await fired('2027-03-13 09:01'), 1, 'after twelve days only what is at most seven days old')
  assert.deepEqual([await pointsOf(shop, early), await pointsOf(shop, late)], [0, 50])

  await bornOn(shop, '1990-03-14')
  await bornOn(shop, '1990-03-15')
  assert.equal(await fired('2027-03-16 11:00'), 2, 'after three days all')
  assert.deepEqual(await shop.verify(), [])
})

test('a worker that dies on the way leaves nothing undone and nothing done twice', async () => {
  const { shop, context, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const cards = await Promise.all(times(20, (index) => bornOn(shop, `19${60 + index}-03-15`)))
  let calls = 0
  const dying: JobContext = {
    ...context,
    run: (work) => {
      calls += 1
      return calls > 7 ? Promise.reject(new Error('killed')) : context.run(work)
    },
  }
  await assert.rejects(round('2027-03-15 09:00', dying), /killed/)
  // Everything is done and stored, but not that it is.
  const forgetful: JobContext = Object.create(context, {
    pool: {
      value: Object.create(context.pool, {
        rows: {
          value: (text: TemplateStringsArray, ...values: unknown[]) =>
            text[0]?.includes('update date_progress')
              ? Promise.reject(new Error('gone'))
              : context.pool.rows(text, ...values),
        },
      }),
    },
  })
  await assert.rejects(round('2027-03-15 09:01', forgetful), /gone/)
  assert.deepEqual(await round('2027-03-15 09:02'), {})
  for (const card of cards) assert.equal(await pointsOf(shop, card), 50)
  assert.equal((await messagesOf(shop)).length, 20)
  assert.deepEqual(await shop.verify(), [])
})

test('a connection that breaks while the firings are being stored changes nothing', async () => {
  const { shop, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const cards = await Promise.all(times(10, (index) => bornOn(shop, `19${60 + index}-03-15`)))
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  try {
    // Whoever stores the same has to wait for this transaction, which comes to nothing.
    await client.query('begin')
    await client.query(
      `insert into date_firing (brand_id, rule_id, occurrence, card_id, considered_at)
       select brand_id, 'main/birthday', '2027', card_id, now() from card where brand_id = $1 and card_number = $2`,
      [shop.id, cards[3]],
    )
    const running = round('2027-03-15 09:00')
    const [own] = (await client.query('select pg_backend_pid() as pid')).rows
    const kill = `select count(pg_terminate_backend(pid))::integer as killed from pg_stat_activity
      where $1 = any(pg_blocking_pids(pid))`
    let killed = 0
    for (let tries = 0; killed === 0 && tries < 500; tries += 1) killed = (await sql(kill, [own.pid]))[0].killed
    assert(killed > 0, 'somebody was storing')
    await client.query('rollback')
    assert.deepEqual(await running, { fired: 10 })
  } finally {
    await client.end()
  }
  for (const card of cards) assert.equal(await pointsOf(shop, card), 50)
  assert.equal((await messagesOf(shop)).length, 10)
  assert.deepEqual(await shop.verify(), [])
})

test('a round whose time is up goes on where it stopped', async () => {
  const { shop, context, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  await Promise.all(times(20, (index) => bornOn(shop, `19${60 + index}-03-15`)))
  let calls = 0
  const short: JobContext = {
    ...context,
    run: (work) => {
      calls += 1
      return context.run(work)
    },
    isOver: () => calls >= 5,
  }
  const { counts, more } = await runDateRules(short, at('2027-03-15 09:00'))
  assert.equal(more, true)
  const first = counts.fired ?? 0
  assert(first >= 5 && first < 20 + 1)
  assert.equal(((await round('2027-03-15 09:00')).fired ?? 0) + first, 20)
  assert.equal((await messagesOf(shop)).length, 20)
})

test('a card that a checkout locks has its turn in the next round; the others do not wait for it', async () => {
  const { shop, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const locked = await bornOn(shop, '1990-03-15')
  await bornOn(shop, '1991-03-15')
  await bornOn(shop, '1991-03-16')
  const { lock, cancel } = lockingCalls({ shop })
  const setup = await lock(locked, '1 CAKE 5')
  assert.deepEqual(await round('2027-03-15 09:00'), { fired: 1, later: 1 })
  assert.deepEqual(await round('2027-03-16 09:00'), { fired: 1, later: 1 })
  await cancel(setup)
  assert.deepEqual(await round('2027-03-16 09:01'), { fired: 1 })
  assert.equal(await pointsOf(shop, locked), 50)
  assert.deepEqual(await shop.verify(), [])
})

test('cards that cannot be used and child cards have no birthday', async () => {
  const { shop, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const closed = await bornOn(shop, '1990-03-15')
  const parent = await shop.card()
  await shop.must('allocateChildCard', { cardNumber: parent, childCardNumber: 'kid' })
  await shop.must('updateAccount', {
    cardNumber: parent,
    childCardNumber: 'kid',
    primaryCustomer: { birthday: '2015-03-15' },
  })
  await sql(`update card set status = 'Suspended' where brand_id = $1 and card_number = $2`, [shop.id, closed])
  assert.deepEqual(await round('2027-03-15 09:00'), {})
})

test('a rule does not make up for the time when it was not there', async () => {
  const { shop, fired } = await openDateShop([], '2027-03-01 00:00')
  await bornOn(shop, '1990-03-14')
  await bornOn(shop, '1990-03-15')
  await bornOn(shop, '1990-03-17')
  await changeRules(shop, [birthdayRule()])
  await changedAt(shop, '2027-03-15 09:01')
  assert.equal(await fired('2027-03-15 09:02'), 1, 'it was made after nine of this day, and begins with the day')
  await changeRules(shop, [birthdayRule()], { active: false })
  assert.equal(await fired('2027-03-17 08:00'), 0)
  await changeRules(shop, [birthdayRule()])
  await changedAt(shop, '2027-03-18 08:00')
  assert.equal(await fired('2027-03-18 10:00'), 0, 'it was switched off at nine on the 17th')
  await changeRules(shop, [birthdayRule({ then: [points(7)] })])
  assert.equal(await fired('2028-03-15 09:00'), 2, 'a change of a rule does not make it new: the 14th is made up for')
})

test('a rule that fails for a reason of ours rests for an hour and then tries again', async () => {
  const { shop, context, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const cards = [await bornOn(shop, '1990-03-15'), await bornOn(shop, '1990-03-15')]
  const broken: JobContext = {
    ...context,
    run: (work) =>
      (work.request as { cardNumber: string }).cardNumber === cards[0]
        ? Promise.resolve({ kind: 'refused', code: 1, text: '' })
        : context.run(work),
  }
  assert.deepEqual(await round('2027-03-15 09:00', broken), { fired: 1, failed: 1 })
  assert.deepEqual(await round('2027-03-15 09:01'), {})
  assert.deepEqual(await round('2027-03-15 10:00'), { fired: 1 })
  assert.deepEqual([await pointsOf(shop, cards[0] ?? ''), await pointsOf(shop, cards[1] ?? '')], [50, 50])
})

test('limits, voids and campaigns that do not run', async () => {
  const rules = [birthdayRule({ limit: { times: 1 } })]
  const { shop, round } = await openDateShop(rules, '2027-03-01 00:00')
  const card = await bornOn(shop, '1990-03-15')
  assert.deepEqual(await round('2027-03-15 09:00'), { fired: 1 })
  const [call] = await shop.history(card)
  await shop.must('voidTransaction', { cardNumber: card, requestRef: call.requestRef })
  assert.equal(await pointsOf(shop, card), 0)
  assert.deepEqual(await round('2027-03-15 09:01'), {}, 'what was voided does not come again in the year')
  assert.deepEqual(await round('2028-03-15 09:01'), { fired: 1 }, 'and does not count for the limit')
  assert.deepEqual(await round('2029-03-15 09:01'), { silent: 1 })
  await changeRules(shop, [birthdayRule()], { until: '2030-03-15 09:00:00' })
  assert.deepEqual(await round('2030-03-15 09:01'), {}, 'it ended as the occasion came')
  assert.deepEqual(await shop.verify(), [])
})
