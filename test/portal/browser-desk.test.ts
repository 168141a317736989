import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const issue = {
    balanceType: 'Points',
    amount: { give: 1, per: 1, of: 'checkout.netTotal' },
    expiresAfter: { days: 365 },
  }
  const main = { id: 'main', name: 'A point per dollar', trigger: 'checkout', then: [{ issue }] }
  room = await openPortalRoom({
    more: {
      products: [{ sku: 'ESP', name: 'Espresso', categories: ['drinks'] }],
      campaigns: [{ id: 'collect', name: 'Collect', rules: [main] }],
    },
  })
})

after(() => room?.close())

const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

/** A campaign from nothing that gives a discount. Returns the draft. */
async function begin(page: Page, name: string): Promise<string> {
  await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
  await page.getByRole('button', { name: 'Start from nothing' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill(name)
  await page.getByRole('button', { name: 'Add what they get' }).click()
  await page.getByRole('menuitem', { name: /Discount/ }).click()
  await saved(page)
  return /drafts\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
}

test('two campaigns from nothing are two, and drafts are called like them', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
  const [first, second] = [await begin(page, 'Opening week'), await begin(page, 'Closing week')]
  await page.goto(`/portal/b/${room.shop.id}/campaigns/drafts`)
  await page.getByRole('button', { name: 'Opening week', exact: true }).waitFor()
  await page.getByText('Campaign Closing week').waitFor()
  for (const draftId of [first, second]) {
    const { draft, entries } = await room.shop.must('draftLookup', { draftId })
    const text = entries[0].text
      .replace('discount: {', 'discount: { amount: 1,')
      .replace(/discount: \{[^}]*\}/, 'discount: { amount: 1 }')
    const request = {
      draftId,
      revision: draft.revision,
      title: draft.title,
      entries: [{ ...address(entries[0]), text }],
    }
    const { revision } = await room.shop.must('saveDraft', request)
    await room.shop.must('publishDraft', { draftId, revision })
  }
  const { brandFile } = await room.shop.must('exportBrand', {})
  assert.deepEqual(
    brandFile.campaigns.map((one: { name: string }) => one.name),
    ['Collect', 'Opening week', 'Closing week'],
  )
})

const address = ({ section, key }: { readonly section: string; readonly key: string }) => ({ section, key })

test('two drafts with one id, made by calls: the second one is kept beside the first', needsBrowser, async (t) => {
  const text = (name: string) =>
    `id: twin\nname: ${name}\nrules:\n  - { id: rule, trigger: checkout, then: [{ discount: { amount: 1 } }] }\n`
  const draftOf = (name: string) =>
    room.shop.must('saveDraft', { title: name, entries: [{ section: 'campaigns', key: 'twin', text: text(name) }] })
  const [one, other] = [await draftOf('First twin'), await draftOf('Second twin')]
  await room.shop.must('publishDraft', { draftId: one.draftId, revision: 1 })
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/drafts/${other.draftId}`)
  await page.getByText('“First twin” went live meanwhile and has the same id').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Keep both' }).click()
  await page.getByText('Both stay: yours has an id of its own now').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/^“Second twin” was published/).waitFor()
  const { brandFile } = await room.shop.must('exportBrand', {})
  const names = brandFile.campaigns.map((campaign: { name: string }) => campaign.name)
  assert.ok(names.includes('First twin') && names.includes('Second twin'), String(names))
})

test('an id is never given twice, not even when its campaign and its draft are gone', async () => {
  const ana = await room.login('marketer')
  const wish = { section: 'campaigns', wish: 'collect' }
  assert.deepEqual(await ana.must('freeKey', wish), { key: 'collect-2' })
  const text = 'id: collect-2\nname: Gone\nrules: []\n'
  const { draftId } = await room.shop.must('saveDraft', {
    title: 'Gone',
    entries: [{ section: 'campaigns', key: 'collect-2', text }],
  })
  assert.deepEqual(await ana.must('freeKey', wish), { key: 'collect-3' })
  await room.shop.must('publishDraft', { draftId, revision: 1 })
  const removal = await room.shop.must('saveDraft', {
    title: 'Gone',
    entries: [{ section: 'campaigns', key: 'collect-2' }],
  })
  await room.shop.must('publishDraft', { draftId: removal.draftId, revision: 1 })
  assert.deepEqual(await ana.must('freeKey', wish), { key: 'collect-3' })
})

test('a saved setting is left without a question, and an unsaved one with one', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1200 })
  await page.goto(`/portal/b/${room.shop.id}/settings/groups?add=true`)
  await page.getByLabel(/^ID/).fill('north')
  await page.getByLabel('Name', { exact: true }).fill('North')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'North' }).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0, 'nothing is asked after a save')
  await page.getByLabel('Name', { exact: true }).fill('North side')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
})

test('a review shows what is in a code: the text, its uses and its dates', needsBrowser, async (t) => {
  const text =
    'id: summer\nname: Summer\ncodes: [{ code: SUMMER10, uses: 1000, perCard: 1, until: "2027-09-01 00:00:00" }]\n'
  const { draftId } = await room.shop.must('saveDraft', {
    title: 'Summer',
    entries: [{ section: 'couponSets', key: 'summer', text }],
  })
  const { cookie } = await room.login('marketer')
  for (const [locale, words] of [
    ['en-US', 'Code SUMMER10: 1,000 uses in all, once per customer, members only, until 2027-09-01 00:00:00.'],
    ['de-DE', 'Code SUMMER10: insgesamt 1.000 Mal, einmal je Kunde, nur Mitglieder, bis 2027-09-01 00:00:00.'],
  ] as const) {
    const { page } = await openWindow(t, room.service.port, { cookie, locale })
    await page.goto(`/portal/b/${room.shop.id}/campaigns/drafts/${draftId}`)
    await page.getByText(words).waitFor()
  }
})

test('a template says what it takes for granted before it becomes a draft', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
  await page.getByRole('button', { name: /^Triple points on the weekend/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Your “A point per dollar” \(Collect\) goes on as it is\..* triple in all\./).waitFor()
  await dialog.getByText(/valid for 365 days/).waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await dialog.getByRole('button', { name: 'Begin with it' }).click()
  await page.getByText('2 points per dollar').first().waitFor()
})

test('everything except one product is a discount that can be published', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
  const draftId = await begin(page, 'Not on coffee')
  await page.getByText('Everything except…', { exact: true }).click()
  await page.getByRole('combobox', { name: /^Except: Product/ }).fill('Espresso')
  await page.getByRole('option', { name: /Espresso/ }).click()
  await page.keyboard.press('Escape')
  await page
    .getByText(/off everything except Espresso/i)
    .first()
    .waitFor()
  await saved(page)
  const { faults, entries } = await room.shop.must('draftLookup', { draftId })
  assert.doesNotMatch(JSON.stringify(faults), /except/, entries[0].text)
})
