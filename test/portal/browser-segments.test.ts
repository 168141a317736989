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
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/segments`)
  await page.getByRole('button', { name: 'Collectors' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Eager collectors')
  await page.getByText('For example').waitFor()
  await page.getByText('Customers', { exact: true }).waitFor()
  if (shots !== undefined) await page.screenshot({ path: `${shots}/segment.png`, fullPage: true })
  assert.deepEqual(await inaccessible(page), [])
  await page.getByText('Saved').waitFor()
  assert.deepEqual(await room.shop.verify(), [])
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
