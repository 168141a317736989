import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import { readBookmark } from '../../server/storage/report/walk-cell.ts'
import { live, openDatedShop, rollFrom } from '../support/dated-history.ts'
import { openAll } from '../support/drill-down.ts'
import { openJobRoom } from '../support/job-room.ts'
import { sumUp } from '../support/report-shop.ts'
import { letTimePass, oneDay } from '../support/time-passes.ts'

const month = { from: '2026-02-01', to: '2026-02-28', by: undefined, perDay: false }

test('every figure is the sum of its rows, to the cent, whatever is summed already', async () => {
  const { shop, bought } = await openDatedShop()
  const roll = rollFrom(7)
  // On days of one month, before it and after it, years ahead, and today.
  const dates = [
    '2026-02-01 03:00:00',
    '2026-02-11 12:00:00',
    '2026-02-28 23:59:59',
    '2026-01-05 12:00:00',
    '2031-01-01 00:00:00',
  ]
  await live({ shop, bought }, roll, 60, () => {
    const date = dates[roll(dates.length + 1)]
    return date === undefined ? {} : { customRequestDate: date }
  })
  await letTimePass(shop, 31 * oneDay)
  const context = await openJobRoom(shop)
  await expiry.run(context)
  const place = { db: context.pool, brand: await context.brandAt(shop.id) }
  for (const isSummed of [false, true]) {
    if (isSummed) await sumUp(context)
    let opened = 0
    // What is summed and what is not are told apart by the reports; how a figure is divided is not.
    const divisions = isSummed ? [undefined, 'location', 'group', 'campaign'] : [undefined, 'campaign']
    for (const by of divisions) {
      opened += await openAll(place, 'roll-forward', { ...month, by, perDay: by === undefined })
      opened += await openAll(place, 'roll-forward', { ...month, from: '2000-01-01', to: '2100-01-01', by })
      opened += await openAll(place, 'breakage', { ...month, from: '2000-01-01', to: '2100-01-01', by })
    }
    for (const by of [...divisions, 'age', 'expiry']) opened += await openAll(place, 'liability', { ...month, by })
    opened += await openAll(place, 'expiry-outlook', { ...month, to: '2026-12-31' })
    assert.ok(opened > 100, `${opened} figures`)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a bookmark that is none is told from one', () => {
  for (const text of [
    '',
    'x',
    '0_x_1_1_1',
    '9_00000000-0000-0000-0000-000000000000_1_1_1',
    '0_00000000-0000-0000-0000-000000000000_99999999999_1_1',
  ])
    assert.equal(readBookmark(text), undefined, text)
})
