import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const shots = process.env.PURSER_SHOTS
let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    more: {
      segments: [
        { id: 'rich', name: 'Collectors', where: [{ fact: 'balance', op: '>=', value: 100, balanceType: 'Points' }] },
      ],
    },
  })
})

after(() => room?.close())

test('a segment is written with chips, counted as it is written, and published', needsBrowser, async (t) => {
  await room.shop.card({ points: 150 })
  await room.shop.card({ points: 50 })
  const marketer = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/segments`)
  await page.getByRole('button', { name: 'Collectors' }).click()
  // The hourly job has not been there yet; whoever looks sees who is in it now, and when that was counted.
  const members = page.getByRole('region', { name: 'Customers' })
  await members.getByText('1', { exact: true }).waitFor()
  await members.getByText(/^Counted /).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Eager collectors')
  const reach = page.getByRole('region', { name: 'Who is in it' })
  await reach.getByText('For example').waitFor()
  await reach.getByText('Customers', { exact: true }).waitFor()
  await reach.getByText('1', { exact: true }).waitFor()

  await page.locator('[data-chip]').first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('40')
  await page.keyboard.press('Escape')
  await page.locator('[data-chip]').getByText(/40/).waitFor()
  await reach.getByText('2', { exact: true }).waitFor()
  if (shots !== undefined) await page.screenshot({ path: `${shots}/segment.png`, fullPage: true })
  assert.deepEqual(await inaccessible(page), [])
  await page.getByText('Saved').waitFor()

  await page.getByRole('link', { name: 'Review and publish' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/^This was published as version/).waitFor()
  const live = await marketer.must('segmentPage', { segment: 'rich', language: 'en' })
  assert.equal(live.name, 'Eager collectors')
  assert.match(live.sentence, /40/)
  assert.deepEqual(await room.shop.verify(), [])
})

test('who may not see customers, or when nothing can be counted, sees the last refresh', needsBrowser, async (t) => {
  const looker = await room.login('readOnly')
  const { page } = await openWindow(t, room.service.port, { cookie: looker.cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/segments/rich`)
  await page.getByRole('region', { name: 'Customers' }).getByText('–', { exact: true }).waitFor()
  const marketer = await room.login('marketer')
  const { page: other } = await openWindow(t, room.service.port, { cookie: marketer.cookie })
  await other.route('**/segmentPage', (route) =>
    route.request().postData()?.includes('countNow') ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await other.goto(`/portal/b/${room.shop.id}/campaigns/segments/rich`)
  await other.getByRole('region', { name: 'Customers' }).getByText('–', { exact: true }).waitFor()
})

test('the calendar shows this month, and the next', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/calendar?month=2026-12`)
  await page.getByText('December 2026').waitFor()
  await page.getByRole('button', { name: 'The next month' }).click()
  await page.getByText('January 2027').waitFor()
  assert.deepEqual(await inaccessible(page), [])
})
