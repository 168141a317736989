import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inaccessible, misfits, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom } from '../support/portal-room.ts'

test('on a phone, in German, a recipe begins with names that its reader understands', needsBrowser, async (t) => {
  const room = await openPortalRoom()
  t.after(() => room.close())
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie, locale: 'de-DE', width: 390, height: 844 })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
  const name = 'Versandkostenfrei ab 35 Dollar'
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  assert.equal(await page.getByText('Free shipping').count(), 0)
  assert.deepEqual(await misfits(page), [])
  assert.deepEqual(await inaccessible(page), [])
  assert.deepEqual(await room.shop.verify(), [])
})
