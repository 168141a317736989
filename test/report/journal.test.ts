import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import { closeMonth } from '../../server/storage/report/closed/close-month.ts'
import { listGoodwill } from '../../server/storage/report/hand-day.sql.ts'
import { openBooks } from '../../server/storage/report/report.ts'
import { listMovements } from '../../server/storage/report/roll-forward.sql.ts'
import { settleBooks } from '../../server/storage/report/settle.sql.ts'
import { datedPlaces, live, openDatedShop, rollFrom } from '../support/dated-history.ts'
import { openJobRoom } from '../support/job-room.ts'
import { type Row, rowsOf, sameWhenSummed, sumUp } from '../support/report-shop.ts'
import { openShop, type Shop } from '../support/shop.ts'

const accounts = {
  liability: { 'Currency USD': '2400', Points: '2410' },
  reasons: {
    import: '3000',
    issue: '4000',
    goodwill: '6100',
    campaign: '6000',
    redeem: '4010',
    campaignRedeem: '4011',
    cashout: '1000',
    return: '4020',
    void: '4030',
    expire: '4090',
    adjust: '4040',
    transfer: '4050',
    correction: '4060',
    other: '4099',
  },
}

/** The columns of the roll-forward that the reasons of the journal stand for. */
const columns: Readonly<Record<string, readonly string[]>> = {
  imported: ['import'],
  issued: ['issue', 'goodwill'],
  issuedByCampaigns: ['campaign'],
  redeemed: ['redeem'],
  redeemedByCampaigns: ['campaignRedeem'],
  cashedOut: ['cashout'],
  returned: ['return'],
  voided: ['void'],
  expired: ['expire'],
  adjusted: ['adjust'],
  transferred: ['transfer'],
  other: ['other'],
  corrections: ['correction'],
}

const cents = (text = '0') => Math.round(Number(text) * 100)
const sum = (rows: readonly Row[], key: 'debit' | 'credit') =>
  rows.reduce((total, row) => total + cents(row[key] ?? '0'), 0)
/** By how much the rows of liabilities make more owed. */
const owed = (rows: readonly Row[]) => {
  const own = rows.filter(({ account }) => ['2400', '2410'].includes(account ?? ''))
  return sum(own, 'credit') - sum(own, 'debit')
}

/** Debit is credit on each date, and each reason is what the roll-forward has of it. */
async function assertTies(shop: Shop, days: { from: string; to: string }, every: 'day' | 'month') {
  const rows = await rowsOf(shop, 'journal', { ...days, every })
  for (const [date, own] of Map.groupBy(rows, (row) => `${row.date} ${row.valueType}`))
    assert.equal(sum(own, 'debit'), sum(own, 'credit'), date)
  const rolled = (await rowsOf(shop, 'roll-forward', days)).filter(
    ({ line = 'as closed' }: Row) => line === 'as closed',
  )
  for (const roll of rolled) {
    const own = rows.filter(({ valueType }) => valueType === roll.valueType)
    assert.equal(owed(own), cents(roll.closing) - cents(roll.opening), JSON.stringify(roll))
    for (const [column, reasons] of Object.entries(columns))
      assert.equal(
        owed(own.filter(({ reason = '' }) => reasons.includes(reason))),
        cents(roll[column]),
        `${column} of ${roll.valueType}, ${days.from}`,
      )
  }
  return rows
}

/** The entries by day, added up by month, are the entries by month. */
async function assertSameMonths(shop: Shop, days: { from: string; to: string }) {
  const byMonth = (rows: readonly Row[]) => {
    const of = ({ date = '', account, reason, location, valueType, debit }: Row) =>
      [date.slice(0, 7), valueType, account, reason, location, debit === undefined ? 'credit' : 'debit'].join(' ')
    const sums = Map.groupBy(rows, of)
    return [...sums].map(([key, own]) => `${key} ${sum(own, 'debit') + sum(own, 'credit')}`).toSorted()
  }
  const [daily, monthly] = [
    await rowsOf(shop, 'journal', { ...days, every: 'day' }),
    await rowsOf(shop, 'journal', { ...days, every: 'month' }),
  ]
  assert.deepEqual(byMonth(monthly), byMonth(daily))
}

const months = [
  { from: '2026-01-01', to: '2026-01-31' },
  { from: '2026-02-01', to: '2026-02-28' },
  { from: '2026-03-01', to: '2099-12-31' },
]
const year = { from: '2026-01-01', to: '2099-12-31' }

test('the journal balances, and adds up to the roll-forward, summed or not, in months that are closed and in others', async () => {
  const { shop, bought } = await openDatedShop({ more: { ...datedPlaces.more, accounts } })
  const roll = rollFrom(5)
  const dates = ['2026-01-10', '2026-01-31', '2026-02-01', '2026-02-14']
  const dateOf = () => ({ customRequestDate: `${dates[roll(dates.length)]} 12:00:00` })
  const giveGoodwill = async () => {
    for (const amount of [3, 4])
      await shop.must('updateBalance', {
        cardNumber: await shop.card(),
        action: 'issue',
        isGoodwill: true,
        amount: { balanceType: 'Points', amount },
        ...dateOf(),
      })
  }
  const tied = async () => {
    for (const days of [...months, year])
      for (const every of ['day', 'month'] as const) await assertTies(shop, days, every)
    await assertSameMonths(shop, { ...year, from: '2026-01-15' })
    return rowsOf(shop, 'journal', { ...year, every: 'day' })
  }
  await live({ shop, bought }, roll, 40, dateOf)
  await giveGoodwill()
  const before = await sameWhenSummed(shop, tied)
  assert.deepEqual(new Set(before.map(({ account }) => account)).has('(none)'), false)
  assert.equal(owed(before.filter(({ reason }) => reason === 'goodwill')), 700)

  const context = await openJobRoom(shop)
  const brand = await context.brandAt('')
  await settleBooks(context.pool, [brand.id], Date.now() + 50)
  await inTransaction(context.pool, (db) => closeMonth(db, brand, { month: '2026-01', by: 'ana', now: Date.now() }))
  const january = () => rowsOf(shop, 'journal', { ...months[0], every: 'day' })
  const closed = await january()
  await live({ shop, bought }, roll, 40, dateOf)
  await giveGoodwill()
  await sameWhenSummed(shop, tied)
  assert.deepEqual(await january(), closed, 'a closed month stays as it was booked')
  assert.deepEqual(await shop.verify(), [])
})

test('goodwill of a till, of a user and what rules add to it stand apart', async () => {
  const bonus = {
    id: 'bonus',
    trigger: 'request',
    when: [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }],
    then: [{ issue: { balanceType: 'Points', amount: 2 } }],
  }
  const shop = await openShop({ more: { accounts, campaigns: [{ id: 'club', name: 'Club', rules: [bonus] }] } })
  const card = await shop.card()
  const issue = { cardNumber: card, action: 'issue', amount: { balanceType: 'Points', amount: 10 } }
  await shop.must('updateBalance', { ...issue, isGoodwill: true })
  await shop.must('updateBalance', issue)
  const rows = await sameWhenSummed(shop, () => rowsOf(shop, 'journal', year))
  const shown = rows.map(({ account, debit, credit, reason }) => [reason, account, debit, credit].join(' '))
  assert.deepEqual(shown.toSorted(), [
    'campaign 2410  4',
    'campaign 6000 4 ',
    'goodwill 2410  10',
    'goodwill 6100 10 ',
    'issue 2410  10',
    'issue 4000 10 ',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('a journal by month asks the database for months, from the first day of the period', async () => {
  const { shop } = await openDatedShop({ more: datedPlaces.more })
  const card = await shop.card()
  for (const day of ['2026-01-09', '2026-01-20', '2026-01-21', '2026-02-03', '2026-02-04'])
    await shop.must('updateBalance', {
      ...{ cardNumber: card, action: 'issue', isGoodwill: true, amount: { balanceType: 'Points', amount: 2 } },
      customRequestDate: `${day} 12:00:00`,
    })
  const context = await openJobRoom(shop)
  const books = await openBooks(context.pool, await context.brandAt(''))
  const asked = { from: '2026-01-10', to: '2026-02-28', perDay: false }
  const shown = (rows: readonly { day: string | null; added: string }[]) =>
    rows.map(({ day, added }) => `${day} ${added}`).toSorted()
  const given = ['2026-01-10 4', '2026-02-01 4']
  assert.deepEqual(shown(await listGoodwill(context.pool, books, asked)), given)
  const moved = await listMovements(context.pool, books, { ...asked, perMonth: true })
  assert.deepEqual(shown(moved), [...given, 'null 2'])
  const rows = await rowsOf(shop, 'journal', { from: asked.from, to: asked.to })
  assert.deepEqual([...new Set(rows.map(({ date }) => date))], ['2026-01-31', '2026-02-28'])
  assert.deepEqual(await shop.verify(), [])
})

test('what has no account says so, and which', async () => {
  const shop = await openShop({ more: { accounts: { liability: { Points: '2410' } } } })
  await shop.card({ points: 5, usd: 1 })
  const answer = await shop.must('report', { name: 'journal', ...year })
  assert.ok((answer.rows as Row[]).some(({ account }) => account === '(none)'))
  const [first, second, missing] = answer.remarks as string[]
  assert.match(`${first}\n${second}`, /^Points \(\w+\): opening 0, credit less debit 5, closing 5\.$/m)
  assert.match(String(missing), /No account is named for liability\.Currency USD, reasons\.issue\./)
  assert.deepEqual(await shop.verify(), [])
})

test('every is of the journal alone, and says what it can be', async () => {
  const shop = await openShop()
  const { body } = await shop.call('report', { name: 'roll-forward', every: 'day' })
  assert.equal(body.errorCode, 100)
  assert.match(JSON.stringify(body), /every/)
  const both = await shop.call('report', { name: 'journal', every: 'month', per: 'day' })
  assert.equal(both.body.errorCode, 100)
  await sumUp(await openJobRoom(shop))
  assert.deepEqual(await shop.verify(), [])
})
