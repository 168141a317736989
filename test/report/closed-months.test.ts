import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import { closeMonth, reopenMonth } from '../../server/storage/report/closed/close-month.ts'
import { settleBooks } from '../../server/storage/report/settle.sql.ts'
import { datedPlaces, live, openDatedShop, rollFrom } from '../support/dated-history.ts'
import { openAll } from '../support/drill-down.ts'
import { type JobRoom, openJobRoom } from '../support/job-room.ts'
import { filled, type Row, rowsOf, sumUp } from '../support/report-shop.ts'
import type { Shop } from '../support/shop.ts'

/** Without the time in which calls settle: whatever was made before is part of the month. */
async function close(context: JobRoom, month: string) {
  const brand = await context.brandAt('')
  const wish = { month, by: 'ana', now: Date.now() }
  await settleBooks(context.pool, [brand.id], Date.now() + 50)
  const closed = await inTransaction(context.pool, (db) => closeMonth(db, brand, wish))
  return closed
}

const january = { from: '2026-01-01', to: '2026-01-31' }
const february = { from: '2026-02-01', to: '2026-02-28' }
const isSince = ({ line }: Row) => line === 'corrections since closing'
const on = (date: string) => ({ customRequestDate: `${date} 12:00:00` })

/** What the month comes to by its reports, without what was corrected since. */
async function figures(shop: Shop, days = january) {
  const own = (rows: Row[]) => rows.filter((row) => !isSince(row)).map(({ line, corrections, ...row }) => filled(row))
  return {
    rolled: own(await rowsOf(shop, 'roll-forward', days)),
    owed: own(await rowsOf(shop, 'liability', { to: days.to })),
    byPlace: own(await rowsOf(shop, 'liability', { to: days.to, by: 'location' })),
    byDay: own(await rowsOf(shop, 'roll-forward', { ...days, per: 'day', by: 'campaign' })),
    broken: own(await rowsOf(shop, 'breakage', days)),
    brokenByPlace: own(await rowsOf(shop, 'breakage', { ...days, by: 'location' })),
  }
}

/** The closing of each month is the opening of the next, for each value type. */
async function assertChain(shop: Shop, months: readonly { from: string; to: string }[]) {
  let before: Map<string, string> | undefined
  for (const days of months) {
    const rows = (await rowsOf(shop, 'roll-forward', days)).filter((row) => !isSince(row))
    const at = (key: string) => new Map(rows.map((row) => [String(row.valueType), String(row[key])]))
    if (before)
      for (const [value, opening] of at('opening')) assert.equal(opening, before.get(value) ?? opening, days.from)
    before = at('closing')
  }
}

const monthsOf2026 = Array.from({ length: 12 }, (_, index) => ({
  from: new Date(Date.UTC(2026, index, 1)).toISOString().slice(0, 10),
  to: new Date(Date.UTC(2026, index + 1, 0)).toISOString().slice(0, 10),
}))

test('a closed month stays as it was, and what is dated into it later is corrected where it is made', async () => {
  const { shop, bought } = await openDatedShop()
  const roll = rollFrom(11)
  const dates = ['2026-01-01', '2026-01-15', '2026-01-31', '2026-02-10']
  const dateOf = () => on(dates[roll(dates.length)] ?? '')
  await live({ shop, bought }, roll, 40, dateOf)
  const context = await openJobRoom(shop)
  await sumUp(context)
  assert.ok('closing' in (await close(context, '2026-01')))
  const before = await figures(shop)
  assert.deepEqual((await rowsOf(shop, 'roll-forward', january)).filter(isSince), [])

  await live({ shop, bought }, roll, 40, dateOf)
  const brand = await context.brandAt('')
  for (const isKept of [false, true]) {
    if (isKept) await sumUp(context)
    assert.deepEqual(await figures(shop), before)
    const since = (await rowsOf(shop, 'roll-forward', january)).filter(isSince)
    const [booked] = (await rowsOf(shop, 'roll-forward', { from: '2026-03-01', to: '2099-12-31' })).filter(
      ({ valueType }) => valueType === 'Points',
    )
    const added = Object.entries(since.find(({ valueType }) => valueType === 'Points') ?? {})
      .filter(([key]) => !['valueType', 'program', 'group', 'line', 'day'].includes(key))
      .reduce((sum, [, value]) => sum + Number(value), 0)
    assert.equal(Number(booked?.corrections), added)
    await assertChain(shop, monthsOf2026)
    assert.deepEqual(await shop.verify(), [])
    if (!isKept) continue
    const place = { db: context.pool, brand }
    const whole = { ...january, by: undefined, perDay: false }
    for (const by of [undefined, 'location']) await openAll(place, 'roll-forward', { ...whole, by })
    await openAll(place, 'roll-forward', { ...whole, from: '2026-03-01', to: '2099-12-31' })
    await openAll(place, 'liability', whole)
    await openAll(place, 'liability', { ...whole, by: 'campaign' })
    await openAll(place, 'liability', { ...whole, to: '2099-12-31' })
    await openAll(place, 'breakage', whole)
  }
})

test('a call that comes while the month is being closed is in its figures or a correction, and in one only', async () => {
  const { shop } = await openDatedShop()
  const card = await shop.card()
  const issue = (amount: number) =>
    shop.must('updateBalance', {
      cardNumber: card,
      action: 'issue',
      amount: { balanceType: 'Points', amount },
      ...on('2026-01-20'),
    })
  await issue(1)
  const context = await openJobRoom(shop)
  const brand = await context.brandAt('')
  const now = Date.now()
  await settleBooks(context.pool, [brand.id], now + 50)
  const calls = Array.from({ length: 30 }, () => issue(1))
  // A second worker, and a second person, at the same moment. What is under way is younger than what counts as stored.
  const wish = { month: '2026-01', by: 'ana', now }
  const closings = [wish, wish].map((one) => inTransaction(context.pool, (db) => closeMonth(db, brand, one)))
  const [one, other] = await Promise.all(closings)
  await Promise.all([sumUp(context), ...calls])
  assert.deepEqual([one, other].map((done) => done && 'closing' in done).toSorted(), [false, true])
  for (const isKept of [false, true]) {
    if (isKept) await sumUp(context)
    const rows = await rowsOf(shop, 'roll-forward', january)
    assert.deepEqual(
      rows.map(({ issued, closing, line }) => [issued, closing, line]),
      [
        ['1', '1', 'as closed'],
        ['30', undefined, 'corrections since closing'],
      ],
    )
    assert.deepEqual(await shop.verify(), [])
  }
})

test('months are closed one after the other, and only the last is opened again', async () => {
  const { shop, bought } = await openDatedShop()
  await live({ shop, bought }, rollFrom(3), 15, () => on('2026-01-10'))
  const context = await openJobRoom(shop)
  assert.deepEqual(await close(context, '2026-02'), {
    refused: 'only the oldest month that is open can be closed: 2026-01',
  })
  await close(context, '2026-01')
  const before = await figures(shop)
  await live({ shop, bought }, rollFrom(4), 15, () => on('2026-01-20'))
  assert.ok('closing' in (await close(context, '2026-02')))
  const thisMonth = new Date().toISOString().slice(0, 7)
  const brand = await context.brandAt('')
  assert.deepEqual(await reopenMonth(context.pool, brand, '2026-01'), {
    refused: 'only the month that was closed last can be reopened: 2026-02',
  })
  await sumUp(context)
  assert.deepEqual(await figures(shop), before)
  for (const { from } of monthsOf2026.slice(2)) {
    const month = from.slice(0, 7)
    const closed = await close(context, month)
    assert.equal('closing' in closed, month < thisMonth, month)
    if (month >= thisMonth) break
  }
  await assertChain(shop, monthsOf2026)
  assert.deepEqual(await shop.verify(), [])
})

test('what was corrected since counts in the month again when it is opened again', async () => {
  const { shop, bought } = await openDatedShop()
  await live({ shop, bought }, rollFrom(5), 10, () => on('2026-01-10'))
  const context = await openJobRoom(shop)
  await close(context, '2026-01')
  await live({ shop, bought }, rollFrom(6), 10, () => on('2026-01-20'))
  await sumUp(context)
  const brand = await context.brandAt('')
  assert.ok('reopened' in (await inTransaction(context.pool, (db) => reopenMonth(db, brand, '2026-01'))))
  const open = await figures(shop)
  assert.deepEqual((await rowsOf(shop, 'roll-forward', january)).filter(isSince), [])
  assert.deepEqual(await shop.verify(), [])
  await close(context, '2026-01')
  assert.deepEqual(await figures(shop), open)
  assert.deepEqual(await shop.verify(), [])
})

test('a closed month keeps its days when the time zone changes, and nothing counts twice', async () => {
  const { shop } = await openDatedShop({ ...datedPlaces })
  const card = await shop.card()
  const issue = (amount: number, date: string) =>
    shop.must('updateBalance', {
      ...{ cardNumber: card, action: 'issue', amount: { balanceType: 'Points', amount } },
      customRequestDate: date,
    })
  // In New York the first is of January and the second of February; in Tokyo both are of February.
  await issue(10, '2026-02-01 03:00:00')
  await issue(200, '2026-02-01 07:00:00')
  const context = await openJobRoom(shop)
  await sumUp(context)
  await close(context, '2026-01')
  const before = await figures(shop)
  for (const timeZone of ['Asia/Tokyo', 'Pacific/Honolulu']) {
    const { brandFile } = await shop.must('exportBrand', {})
    await shop.must('applyBrand', { brandFile: { ...brandFile, brand: { ...brandFile.brand, timeZone } } })
    for (const isSummed of [false, true]) {
      if (isSummed) await sumUp(context)
      assert.deepEqual(await figures(shop), before)
      const [points] = (await rowsOf(shop, 'roll-forward', february)).filter(({ valueType }) => valueType === 'Points')
      assert.deepEqual([points?.opening, points?.issued, points?.closing], ['10', '200', '210'])
      assert.deepEqual(await shop.verify(), [])
    }
  }
})
