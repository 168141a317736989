import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reports } from '../../server/storage/report/all.ts'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { always, rowsOf, sameWhenSummed } from '../support/report-shop.ts'
import { openShop, type Shop } from '../support/shop.ts'

const askFor = ({ over }: (typeof reports)[number]) =>
  over === 'now' ? {} : over === 'day' ? { to: always.to } : always

test('no report shows anything of another brand', async () => {
  const { shop: busy, bought } = await openRuleShop([{ then: [points(perDollar(1))] }])
  const card = await busy.card({ usd: 20 })
  await bought('2 CAKE 10', { cardNumber: card })
  const { shop: idle } = await openRuleShop([{ then: [points(perDollar(1))] }])
  for (const report of reports) {
    const rows = await rowsOf(idle, report.name, askFor(report))
    const amounts = rows.flatMap((row) => [row.amount, row.closing, row.visits, row.sale, row.customers])
    assert.deepEqual(
      amounts.filter((one) => one !== undefined && Number(one) !== 0),
      [],
      report.name,
    )
  }
  assert.equal((await rowsOf(busy, 'liability', { to: always.to })).length, 2)
  assert.deepEqual(await busy.verify(), [])
})

test('a key of one location is refused, with the reason, whatever it asks for', async () => {
  const shop = await openShop({
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
      { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
    ],
  })
  const { key, secret } = await shop.must('createKey', {
    key: 'pier-2',
    locations: ['L2'],
    scope: ['admin'],
  })
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  for (const { name } of reports) {
    const { body } = await shop.call('report', { name }, { authorization, location: 'L2' })
    assert.equal(body.errorCode, 104, name)
    assert.match(body.errorMessage, /limited to some locations, and report is about all of them/)
  }
})

test('what a report cannot be divided by is refused, and the message names what it can', async () => {
  const shop = await openShop()
  for (const report of reports) {
    const { body } = await shop.call('report', { name: report.name, by: 'moon' })
    assert.equal(body.errorCode, 100, report.name)
    for (const way of report.by) assert.ok(body.errorMessage.includes(way), body.errorMessage)
    for (const way of report.by) await rowsOf(shop, report.name, { ...askFor(report), by: way })
    const perDay = await shop.call('report', { name: report.name, ...askFor(report), per: 'day' })
    assert.equal(perDay.body.success, report.hasDays === true, report.name)
  }
})

/** Closing balance of points on each day. */
async function closings(shop: Shop, days: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const day of days) {
    const rows = await rowsOf(shop, 'roll-forward', { from: day, to: day })
    found.push(rows.find(({ valueType }) => valueType === 'Points')?.closing ?? '0')
  }
  return found
}

test('a correction with a date in the past changes that day and all that come after it, in every sum', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1))] }])
  const card = await shop.card()
  const on = (day: string) => ({ customRequestDate: `2026-03-${day} 12:00:00` })
  const sold = await bought('5 CAKE 10', { cardNumber: card, ...on('10') })
  const days = ['2026-03-09', '2026-03-10', '2026-03-15', '2026-03-20']
  assert.deepEqual(await sameWhenSummed(shop, () => closings(shop, days)), ['0', '50', '50', '50'])
  // The day is summed already when it is corrected.
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'issue',
    amount: { balanceType: 'Points', amount: -20 },
    isAccountingAdjustment: true,
    ...on('15'),
  })
  await shop.must('returnMerchandise', {
    cardNumber: card,
    checkoutRequestRef: sold.transactionId,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
    ...on('20'),
  })
  const after = await sameWhenSummed(shop, async () => ({
    closings: await closings(shop, days),
    owed: (await rowsOf(shop, 'liability', { to: '2026-03-15', by: 'campaign' })).map(({ amount }) => amount),
    given: (await rowsOf(shop, 'campaigns', { from: '2026-03-20', to: '2026-03-20' })).map(
      (row) => row.givenPointsRewards,
    ),
  }))
  assert.deepEqual(after, { closings: ['0', '50', '30', '20'], owed: ['30'], given: ['-10'] })
  assert.deepEqual(await shop.verify(), [])
})
