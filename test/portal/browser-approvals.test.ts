import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ more: { portal: { publish: { secondPerson: true } } } })
})

after(() => room?.close())

test(
  'a webhook that needs a second person is asked for by a button, and approved by that person',
  needsBrowser,
  async (t) => {
    const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
    const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
    await page.goto(`/portal/b/${room.shop.id}/developers/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('crm')
    await form.getByLabel('Address').fill('https://crm.example/hook')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Somebody else has to approve this', { exact: true }).waitFor()
    await form.getByLabel('Why, for whoever approves it').fill('The new CRM')
    await form.getByRole('button', { name: 'Ask for approval' }).click()
    await page.getByText('Somebody has been asked to approve it').waitFor()

    const other = await openWindow(t, room.service.port, { cookie: ben.cookie })
    await other.page.goto(`/portal/b/${room.shop.id}/approvals`)
    await other.page.getByText('webhooks/crm: added').waitFor()
    await other.page.getByRole('button', { name: 'Approve' }).click()
    await other.page.getByText('Approved and carried out').waitFor()
    const { brandFile } = await room.shop.must('exportBrand', {})
    assert.deepEqual(
      brandFile.webhooks.map(({ id }: { id: string }) => id),
      ['crm'],
    )
    await page.goto(`/portal/b/${room.shop.id}/approvals`)
    await page.getByRole('button', { name: 'See the new secret' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'I have it' }).click()
    await page.getByText(/^whsec_/).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'See the new secret' }).count(), 0)
  },
)
