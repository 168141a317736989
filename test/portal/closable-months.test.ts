import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsThrough } from '../../portal/screens/reports/month-days.ts'
import { findNextMonth } from '../../server/storage/report/closed/close-month.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openShop } from '../support/shop.ts'

test('a month is offered from the moment on at which the server closes it', async () => {
  const shop = await openShop()
  await shop.must('updateBalance', {
    cardNumber: await shop.card(),
    ...{ action: 'issue', amount: { balanceType: 'Points', amount: 1 } },
    customRequestDate: '2026-03-10 12:00:00',
  })
  const context = await openJobRoom(shop)
  const brand = await context.brandAt('')
  const next = (await findNextMonth(context.pool, brand)) ?? assert.fail('a month')
  assert.equal(next.month.slice(0, 7), '2026-03')
  const offered = (now: number) => monthsThrough('2026-01', now, brand.timeZone)
  assert.deepEqual(offered(next.closableAt - 1), ['2026-01', '2026-02'])
  assert.deepEqual(offered(next.closableAt), ['2026-01', '2026-02', '2026-03'])
  assert.deepEqual(await shop.verify(), [])
})
