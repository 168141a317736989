import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { until } from '../support/worker-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    more: {
      portal: { publish: { secondPerson: true } },
      products: [{ sku: 'ESP', name: 'Espresso', categories: ['drinks'] }],
    },
  })
})

after(() => room?.close())

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Makes a campaign what the text says, as the operator may without anybody else. */
async function publish(key: string, text: string): Promise<void> {
  const entries = [{ section: 'campaigns', key, text }]
  const { draftId, revision } = await room.shop.must('saveDraft', { title: key, entries })
  await room.shop.must('publishDraft', { draftId, revision })
}

test(
  'Edit on a campaign’s page makes a draft, and a rule with a fault cannot be published and says why',
  needsBrowser,
  async (t) => {
    const rule = 'rules:\n  - { id: gift, name: A gift, trigger: checkout, then: [{ discount: { amount: 1 } }] }'
    await publish('gift', `id: gift\nname: Gifts\n${rule}`)
    const { cookie } = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
    await page.goto(`/portal/b/${room.shop.id}/campaigns/campaign/gift`)
    await page.getByText('With every purchase: $1 off.').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Only certain customers' }).click()
    await page.getByRole('button', { name: 'Segment', exact: true }).click()
    await page.locator('[data-chip][data-fault]').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByText('1 thing to mend').waitFor()
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Review and publish' }).click()
    await page.getByText('1 fault keeps it from being published').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Send to review' }).isDisabled())

    // What went live meanwhile is told in words, and can be brought back.
    await publish('gift', 'id: gift\nname: Presents\nrules: []')
    await page.goto(`/portal/b/${room.shop.id}/campaigns/campaign/gift`)
    await page
      .getByRole('button', { name: /^What changed/ })
      .first()
      .click()
    await page.getByText('It was called “Gifts”.').waitFor()
    await page.getByText('With every purchase: $1 off.').waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page
      .getByRole('button', { name: /^What changed/ })
      .nth(1)
      .click()
    await page.getByRole('button', { name: 'Bring this back' }).click()
    await page.getByRole('heading', { name: /^“Presents” as in version/ }).waitFor()
    await part(page, 'Campaign Gifts').getByText('With every purchase: $1 off.').waitFor()

    // Pausing is a change like any other: somebody else approves it.
    await page.goto(`/portal/b/${room.shop.id}/campaigns/campaign/gift`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page
      .getByRole('dialog')
      .getByText(/makes a draft and sends it to review/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send to review' }).click()
    await page.getByRole('heading', { name: 'Pause “Presents”' }).waitFor()
    await page.getByText(/You wrote some of it yourself/).waitFor()
  },
)

test(
  'who does not know the words of the rules finds them, and the sample shows what the campaign does',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
    await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
    await page.getByRole('button', { name: 'Start from nothing' }).click()
    await page.getByRole('button', { name: 'What they get: Add at least one.' }).waitFor()
    await page.getByRole('button', { name: 'Only certain customers' }).click()
    await page.getByLabel('What is it about?').fill('first purchase')
    await page.getByRole('button', { name: 'Number of purchases so far' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add what they get' }).click()
    await page.getByRole('menuitem', { name: /Discount/ }).click()
    await page.getByText('Shipping', { exact: true }).click()
    await page.getByRole('button', { name: 'Only certain purchases' }).click()
    await page.getByRole('button', { name: 'Total after discounts' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('35')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const trial = part(page, 'Try it on a purchase')
    await trial.getByText('-$0.50').waitFor()
    await trial.getByRole('img', { name: 'Happened' }).waitFor()
  },
)

test('a segment is built with chips and used by a campaign, which its page then names', needsBrowser, async (t) => {
  const rich = await room.shop.card({ points: 150 })
  const poor = await room.shop.card({ points: 5 })
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
  const live = async (title: string) => {
    const look = async () => {
      const { drafts } = await room.shop.must('listDrafts', {})
      const found = drafts.find((one: { title: string }) => one.title === title)
      return found && room.shop.must('draftLookup', { draftId: found.draftId })
    }
    // It says Saved of what was there before, until it has seen the last letter.
    await until('the draft is whole', async () => (await look())?.faults.length === 0)
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    const { draft } = await look()
    await room.shop.must('publishDraft', { draftId: draft.draftId, revision: draft.revision })
  }
  await page.goto(`/portal/b/${room.shop.id}/campaigns/segments`)
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByLabel('Name').fill('Collectors')
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByRole('button', { name: 'Balance', exact: true }).click()
  const chip = page.getByRole('dialog')
  await chip.getByRole('combobox', { name: 'Kind of balance' }).click()
  await page.getByRole('option', { name: 'Points' }).click()
  await chip.getByRole('textbox', { name: 'Value' }).fill('100')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page
    .getByText(/at least 100 points/)
    .first()
    .waitFor()
  await page.getByText(rich).waitFor()
  await page.getByText(poor).waitFor({ state: 'detached' })
  await live('New segment')

  await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
  await page.getByRole('button', { name: 'Start from nothing' }).click()
  await part(page, 'Campaign').getByLabel('Name').fill('For collectors')
  await page.getByRole('button', { name: 'Only certain customers' }).click()
  await page.getByRole('button', { name: 'Segment', exact: true }).click()
  await page.getByRole('option', { name: 'Collectors' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add what they get' }).click()
  await page.getByRole('menuitem', { name: /Give points/ }).click()
  await page.getByLabel('Give', { exact: true }).fill('2')
  await page.getByText('Nothing to mend').waitFor()
  await live('For collectors')

  await page.goto(`/portal/b/${room.shop.id}/campaigns/segments`)
  await page.getByRole('button', { name: 'Collectors' }).click()
  await page.getByRole('heading', { name: 'Collectors' }).waitFor()
  await part(page, 'Campaigns that use it').getByRole('link', { name: 'For collectors' }).waitFor()
  assert.deepEqual(await inaccessible(page), [])
  assert.deepEqual(await room.shop.verify(), [])
})
