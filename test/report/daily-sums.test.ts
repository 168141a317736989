import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dailySums } from '../../server/background/jobs/reports/daily-sums.ts'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { type JobRoom, openJobRoom } from '../support/job-room.ts'
import { filled, type Row, sumUp } from '../support/report-shop.ts'
import type { Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

/** The job, when everything that has happened is settled. */
const later = async (context: JobRoom) => (await sumUp(context)).counts

async function reportsOf(shop: Shop, period = { from: '2000-01-01', to: '2100-01-01' }, more: object = {}) {
  const rolled = await shop.must('report', { name: 'roll-forward', ...period, ...more })
  const owed = await shop.must('report', { name: 'liability', to: period.to })
  return { rows: rolled.rows as Row[], owed: owed.rows as Row[] }
}

async function trade(shop: Shop, buy: (basket: string, more: object) => Promise<unknown>) {
  const card = await shop.card({ usd: 50, points: 10 })
  await buy('2 ESP 3.5', { cardNumber: card })
  await shop.redeem(card, { usd: 12.5 })
  const { body } = await shop.redeem(card, { usd: 5 })
  await shop.must('voidTransaction', { cardNumber: card, requestRef: body.requestRef })
  await shop.hold(card, { usd: 3 })
  await shop.update(card, 'issue', { usd: -1 }, { isAccountingAdjustment: true })
  return card
}

test('the first report of a new brand says 0 of each value type', async () => {
  const { shop } = await openRuleShop([])
  const { rows, owed } = await reportsOf(shop)
  const names = ['Currency EUR', 'Currency USD', 'Custom STARS', 'Points', 'Punches']
  assert.deepEqual(
    [rows, owed].map((shown) => shown.map(({ valueType }) => valueType)),
    [names, names],
  )
  for (const { opening, closing } of rows) assert.deepEqual([Number(opening), Number(closing)], [0, 0])
  for (const { amount } of owed) assert.equal(Number(amount), 0)
  await shop.card({ points: 3 })
  assert.deepEqual(
    (await reportsOf(shop)).owed.map(({ valueType }) => valueType),
    ['Points'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('opening, what happened and closing add up, whatever is summed already', async () => {
  const { shop, buy } = await openRuleShop([{ then: [points(perDollar(1))] }])
  const context = await openJobRoom(shop)
  await trade(shop, buy)
  const before = await reportsOf(shop)
  const usd = before.rows.find(({ valueType }) => valueType === 'Currency USD') ?? assert.fail()
  assert.deepEqual(filled(usd), {
    valueType: 'Currency USD',
    program: 'rewards',
    day: '2000-01-01',
    issued: '50.00',
    redeemed: '-17.50',
    voided: '5.00',
    adjusted: '-1.00',
    closing: '36.50',
  })
  assert.deepEqual(before.owed.map(filled), [
    { valueType: 'Currency USD', program: 'rewards', amount: '36.50' },
    { valueType: 'Points', program: 'rewards', amount: '17' },
  ])
  assert.equal((await later(context)).steps, 1)
  assert.deepEqual(await reportsOf(shop), before)
  await trade(shop, buy)
  const twice = await reportsOf(shop)
  assert.equal(twice.rows.find(({ valueType }) => valueType === 'Currency USD')?.closing, '73.00')
  await later(context)
  assert.deepEqual(await reportsOf(shop), twice)
  await later(context)
  assert.deepEqual(await reportsOf(shop), twice)
  assert.deepEqual(await shop.verify(), [])
})

test('calls count on the date they were given', async () => {
  const { shop } = await openRuleShop([])
  const card = await shop.card()
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'issue',
    amount: { balanceType: 'Points', amount: 7 },
    customRequestDate: '2026-02-01 03:00:00',
  })
  await later(await openJobRoom(shop))
  // In New York it was still January.
  const { rows } = await reportsOf(shop, { from: '2026-01-31', to: '2026-01-31' }, { per: 'day' })
  assert.deepEqual(rows.map(filled), [
    { valueType: 'Points', program: 'rewards', day: '2026-01-31', issued: '7', closing: '7' },
  ])
  const after = await reportsOf(shop, { from: '2026-02-01', to: '2026-02-28' })
  assert.deepEqual(after.rows.map(filled), [
    { valueType: 'Points', program: 'rewards', day: '2026-02-01', opening: '7', closing: '7' },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('what may still be under way is not summed', async () => {
  const { shop } = await openRuleShop([])
  await shop.card({ points: 3 })
  const context = await openJobRoom(shop)
  assert.equal((await dailySums.run(context)).counts.steps, 0)
  assert.equal((await reportsOf(shop)).rows[0]?.closing, '3')
})

test('a sum that is wrong is found', async () => {
  const { shop } = await openRuleShop([])
  await shop.card({ points: 3 })
  await later(await openJobRoom(shop))
  await sql('update ledger_day set added = added + 1 where brand_id = $1', [shop.id])
  await sql('update lot_day set amount = amount + 1 where brand_id = $1', [shop.id])
  assert.deepEqual(
    (await shop.verify()).map(({ check }) => check),
    [
      'the sums of reports equal the ledger, by day and reason',
      'the sums of reports equal the ledger, by day and the months of lots',
    ],
  )
})

test('with another time zone the days are others: all is summed again', async () => {
  const { shop } = await openRuleShop([])
  await shop.card({ points: 3 })
  const context = await openJobRoom(shop)
  await later(context)
  await sql(
    `update job_mark set mark = split_part(mark, ' ', 1) || ' Asia/Tokyo' where brand_id = $1 and job = 'daily-sums'`,
    [shop.id],
  )
  assert.equal((await reportsOf(shop)).rows[0]?.closing, '3')
  await later(context)
  assert.equal((await reportsOf(shop)).rows[0]?.closing, '3')
  assert.deepEqual(await shop.verify(), [])
})
