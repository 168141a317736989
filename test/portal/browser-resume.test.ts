import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { off } from '../support/given-drafts.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const portal = { publish: { maxGiven: { percent: 20 } } }
  room = await openPortalRoom({ more: { portal, campaigns: [off(50, { active: false })] } })
  await room.login('finance')
})

after(() => room?.close())

const isOn = async () => (await room.shop.must('exportBrand', {})).brandFile.campaigns[0].active !== false

test(
  'a campaign that nobody has tried is resumed by two people: one asks, another approves',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie })
    await page.goto(`/portal/b/${room.shop.id}/campaigns/campaign/promo`)
    await page.getByRole('button', { name: 'Resume' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resume “Promo”?' })
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await dialog.getByText(/is not known/).waitFor()
    assert.equal(await isOn(), false)
    assert.deepEqual(await inaccessible(page), [])
    const ask = dialog.getByRole('button', { name: 'Ask for approval' })
    assert.equal(await ask.isDisabled(), true)
    await dialog.getByRole('status').getByRole('textbox').fill('It is spring')
    await ask.click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await isOn(), false)

    const administrator = await room.login('administrator')
    const other = await openWindow(t, room.service.port, { cookie: administrator.cookie })
    await other.page.goto(`/portal/b/${room.shop.id}/approvals`)
    await other.page.getByText('It is spring').first().waitFor()
    await other.page.getByRole('button', { name: 'Approve', exact: true }).first().click()
    await other.page.getByText('Approved and carried out').waitFor()
    assert.equal(await isOn(), true)
    assert.deepEqual(await room.shop.verify(), [])
  },
)
