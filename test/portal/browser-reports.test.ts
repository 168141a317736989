import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { closeMonth } from '../../server/storage/report/closed/close-month.ts'
import { settleBooks } from '../../server/storage/report/settle.sql.ts'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { testSealer } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

const address = (path: string) => `/portal/b/${room.shop.id}/reports${path}`

const issue = (cardNumber: string, amount: number, date: string) =>
  room.shop.must('updateBalance', {
    ...{ cardNumber, action: 'issue', amount: { balanceType: 'Currency', balanceCode: 'USD', amount } },
    customRequestDate: `${date} 12:00:00`,
  })

test('what is owed is what the ledger says, and its rows add up to it, by keyboard alone', needsBrowser, async (t) => {
  const { shop } = room
  const card = await shop.card({ usd: 1250 })
  await shop.redeem(card, { usd: 12.4 })
  const { cookie } = await room.login('finance')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(address(''))
  const owed = page.getByRole('link', { name: /What do we owe/ })
  await owed.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What do we owe?' }).waitFor()
  const [ledger] = await sql(
    `select (sum(amount) / 100)::numeric(12, 2)::text as sum from ledger where brand_id = $1`,
    [shop.id],
  )
  assert.equal(ledger.sum, '1237.60')
  const figure = page.getByRole('link', { name: '$1,237.60' })
  await figure.waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await figure.focus()
  await page.keyboard.press('Enter')
  await page.getByText('These are all rows.').waitFor()
  const sums = page.getByText('$1,237.60', { exact: true })
  await sums.nth(1).waitFor()
  assert.equal(await sums.count(), 2, 'the figure, and the sum of its rows')
  assert.equal(await page.getByRole('cell', { name: card }).count(), 2)
  assert.deepEqual(await inaccessible(page), [])
  await page.locator('tbody a[href*="why"]').first().click()
  await page.waitForURL(/\/why\?text=/)
  assert.deepEqual(await shop.verify(), [])
})

test('a report is in its address: period, grouping, days and value', needsBrowser, async (t) => {
  const { cookie } = await room.login('readOnly')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(address('/roll-forward?period=thisYear&by=location&per=day'))
  await page.getByRole('columnheader', { name: 'Location' }).waitFor()
  await page.getByRole('columnheader', { name: 'Day' }).waitFor()
  await page.getByRole('switch', { name: 'Day by day' }).press(' ')
  await page.waitForURL((url) => !url.search.includes('per='))
  await page.getByRole('columnheader', { name: 'Day' }).waitFor({ state: 'detached' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  assert.match((await download).suggestedFilename(), /^roll-forward location \d{4}-01-01 /)
})

test('a closed month stays closed after a late correction, which stands below it', needsBrowser, async (t) => {
  const { shop } = room
  const card = await shop.card()
  await issue(card, 100, '2026-01-10')
  await closeNow('2026-01')
  await issue(card, 7, '2026-01-20')

  const { cookie } = await room.login('finance')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(address('/roll-forward?period=own&from=2026-01-01&to=2026-01-31'))
  await page.getByRole('row', { name: /As closed.*\$100\.00.*\$100\.00/ }).waitFor()
  const since = page.getByRole('row', { name: /Corrections since closing.*\$7\.00/ })
  await since.waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await since.getByRole('link', { name: '$7.00' }).click()
  await page.getByText('These are all rows.').waitFor()
  assert.equal(await page.getByText('$7.00', { exact: true }).count(), 3, 'figure, sum and row')

  await page.goto(address('/months'))
  await page.getByRole('heading', { name: 'Next: February 2026' }).waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Close February 2026' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close February 2026' }).click()
  await page.getByText('February 2026 is closed.').waitFor()
  await page.getByRole('heading', { name: 'Next: March 2026' }).waitFor()
  await page.getByRole('button', { name: 'Close March 2026' }).click()
  await page.getByRole('combobox', { name: 'All months up to and including' }).click()
  await page.getByRole('option', { name: 'May 2026' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close 3 months' }).click()
  await page.getByText('3 months are closed.').waitFor()
  await page.getByRole('heading', { name: 'Next: June 2026' }).waitFor()
  await page.goto(address('/roll-forward?period=own&from=2026-02-01&to=2026-02-28'))
  await page
    .getByRole('row', { name: /\$100\.00/ })
    .first()
    .waitFor()
  assert.deepEqual(await shop.verify(), [])
})

/** As if half an hour had passed since the last call. */
async function closeNow(month: string): Promise<void> {
  const brand = (await loadBrand(room.pool, room.shop.id, testSealer)) ?? assert.fail('the brand')
  const wish = { month, by: 'ana', now: Date.now() }
  await settleBooks(room.pool, [brand.id], wish.now + 50)
  const closed = await inTransaction(room.pool, (db) => closeMonth(db, brand, wish))
  assert.ok('closing' in closed)
  await new Promise((resolve) => setTimeout(resolve, 5))
}
