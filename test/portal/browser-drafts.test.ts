import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import type { Shop } from '../support/shop.ts'

let room: PortalRoom
let careful: PortalRoom

before(async () => {
  room = await openPortalRoom()
  careful = await openPortalRoom({ more: { portal: { publish: { secondPerson: true } } } })
})

after(async () => {
  await room?.close()
  await careful?.close()
})

const earn = (points: number) => `# For everybody
id: earn
name: Earn
rules:
  - id: always
    trigger: checkout
    then: [{ issue: { balanceType: Points, amount: ${points} } }]
`

const openDraft = (page: Page, shop: Shop, draftId: string) =>
  page.goto(`/portal/b/${shop.id}/campaigns/drafts/${draftId}`)

async function draftOf(user: PortalUser, title: string, text: string): Promise<string> {
  const entries = [{ section: 'campaigns', key: 'earn', text }]
  const { status, body } = await user.call('saveDraft', { title, entries })
  assert.equal(status, 200, JSON.stringify(body))
  return body.draftId
}

test('a draft is found, read in words and in YAML, published with a note, and undone', needsBrowser, async (t) => {
  const ana = await room.login('marketer')
  await draftOf(ana, 'Spring bonus', earn(5))
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/drafts`)
  await page.getByRole('button', { name: 'Spring bonus' }).click()
  await page.getByRole('heading', { name: 'Spring bonus' }).waitFor()
  const entry = page.getByRole('region', { name: 'Campaign earn' })
  await entry.getByText(/5 points/i).waitFor()
  await entry.getByText('campaigns/earn: added').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByText('As YAML').click()
  await entry.getByText('# For everybody').waitFor()
  assert.deepEqual(await inaccessible(page), [])

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 change in 1 entry counts at every till from then on.').waitFor()
  await dialog.getByLabel('Note').fill('Spring is here')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('“Spring bonus” was published as version 2').waitFor()
  await page.getByText('This was published as version 2.').waitFor()
  assert.equal((await room.shop.must('brandHistory', {})).versions[0].note, 'Spring is here')
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^The brand is again as it was before/).waitFor()
  assert.equal((await room.shop.must('exportBrand', {})).brandFile.campaigns, undefined)
})

test('faults keep a draft from being published, and lead to the editor', needsBrowser, async (t) => {
  const ana = await room.login('marketer')
  const draftId = await draftOf(ana, 'Broken', earn(5).replace('checkout', 'chekout'))
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
  await openDraft(page, room.shop, draftId)
  await page.getByText('1 fault keeps it from being published').waitFor()
  const link = page.getByRole('link', { name: 'Campaign earn, line 6' })
  assert.match((await link.getAttribute('href')) ?? '', new RegExp(`drafts/${draftId}/edit/campaigns/earn$`))
  assert.ok(await page.getByRole('button', { name: 'Publish' }).isDisabled())
  assert.deepEqual(await inaccessible(page), [])
})

test('a conflict is shown with both sides, and one of them is kept', needsBrowser, async (t) => {
  const ana = await room.login('marketer')
  const first = await draftOf(ana, 'First', earn(6))
  await room.shop.must('publishDraft', { draftId: first, revision: 1 })
  const mine = await draftOf(ana, 'Mine', earn(7))
  const theirs = await draftOf(ana, 'Theirs', earn(8))
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
  await openDraft(page, room.shop, mine)
  await page.getByText('Others are changing the same').waitFor()
  await room.shop.must('publishDraft', { draftId: theirs, revision: 1 })
  await page.reload()
  await page.getByText('Somebody else has changed this since').waitFor()
  const entry = page.getByRole('region', { name: 'Campaign earn' })
  await entry.getByText(/8 points/i).waitFor()
  await entry.getByText(/7 points/i).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Publish' }).isDisabled())
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Kept: publishing replaces the live one').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/^“Mine” was published as version/).waitFor()
})

test('where a second person is asked for, one writes and another approves', needsBrowser, async (t) => {
  const [ana, ben] = [await careful.login('marketer'), await careful.login('marketer')]
  const draftId = await draftOf(ana, 'Reviewed', earn(5))
  const { page: hers } = await openWindow(t, careful.service.port, { cookie: ana.cookie })
  const { page: his } = await openWindow(t, careful.service.port, { cookie: ben.cookie })
  await openDraft(hers, careful.shop, draftId)
  await hers.getByText('In this brand somebody else approves a draft before it is published.').waitFor()
  assert.equal(await hers.getByRole('button', { name: 'Publish' }).count(), 0)
  await hers.getByRole('button', { name: 'Send to review' }).click()
  await hers.getByText(/You wrote some of it yourself/).waitFor()
  assert.equal(await hers.getByRole('button', { name: 'Approve' }).count(), 0)

  await his.goto(`/portal/b/${careful.shop.id}/home`)
  await his.getByText('Drafts that wait for a review: 1').click()
  await his.getByRole('button', { name: 'Reviewed' }).click()
  await his.getByRole('button', { name: 'Send back' }).click()
  await his.getByLabel('What should be changed?').fill('Give 6')
  await his.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
  await his.getByText('Sent back with your note').waitFor()

  await hers.reload()
  await hers.getByText('Give 6').waitFor()
  await hers.getByRole('button', { name: 'Send to review' }).click()
  await hers.getByText(/You wrote some of it yourself/).waitFor()
  await his.reload()
  await his.getByRole('button', { name: 'Approve' }).click()
  await his.getByText('Approved: it may be published now').waitFor()
  assert.deepEqual(await inaccessible(his), [])
  await hers.reload()
  await hers.getByRole('button', { name: 'Publish' }).click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await hers.getByText('“Reviewed” was published as version 2').waitFor()
})

test('a publication at a time can be cancelled, and a draft discarded', needsBrowser, async (t) => {
  const ana = await room.login('marketer')
  const entries = [
    { section: 'segments', key: 'all', text: 'id: all\nwhere: [{ fact: history.checkouts, op: ">=", value: 1 }]' },
  ]
  const { body } = await ana.call('saveDraft', { title: 'Later', entries })
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
  await openDraft(page, room.shop, body.draftId)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('At a time').click()
  await dialog.getByLabel(/^When/).fill('2099-12-01T00:00')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('“Later” will be published at its time').waitFor()
  await page.getByText(/It is checked once more and published/).waitFor()
  const { draft } = (await ana.call('draftLookup', { draftId: body.draftId })).body
  assert.equal(draft.publishAt, '2099-12-01 05:00:00', 'midnight in New York, as the interface tells it')
  await page.getByRole('button', { name: 'Cancel the publication' }).click()
  await page.getByText('The draft is open again').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByText('“Later” was discarded').waitFor()
})
