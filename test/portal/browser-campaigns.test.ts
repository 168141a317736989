import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openCampaignRoom } from '../support/campaign-room.ts'
import type { PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openCampaignRoom()
})

after(() => room?.close())

const open = (page: Page, path: string) => page.goto(`/portal/b/${room.shop.id}/${path}`)

test(
  'the list says what each campaign does and brought; filter and order are in the address',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie })
    await open(page, 'campaigns')
    const row = page.getByRole('row', { name: /Opening week/ })
    await row.getByText('With every purchase: 10 % off.').waitFor()
    await row.getByText('Running').waitFor()
    await row.getByText('$2.00 of $10.00 today').waitFor()
    await page
      .getByRole('row', { name: /Points trial/ })
      .getByText(/Too early to tell/)
      .waitFor()
    await page
      .getByRole('row', { name: /Winter/ })
      .getByText(/Begins on/)
      .waitFor()
    assert.deepEqual(await inaccessible(page), [])

    await page.getByPlaceholder('Any state').click()
    await page.getByRole('option', { name: 'Ended' }).click()
    await page.getByRole('row', { name: /Summer/ }).waitFor()
    await row.waitFor({ state: 'detached' })
    assert.match(page.url(), /state=ended/)
    await page.reload()
    await page.getByRole('row', { name: /Summer/ }).waitFor()
    assert.equal(await row.count(), 0)
  },
)

test('with the keyboard alone a campaign is found and its page is read', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'campaigns')
  await page.getByRole('row', { name: /Earn points/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Earn points' }).waitFor()
  await page.getByText('When a customer buys drinks: 1 point per dollar.').waitFor()
  await page.getByText('When a customer buys Mug: 5 points.').waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill('opening')
  await page.getByRole('dialog').getByText('Opening week').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Opening week' }).waitFor()
  assert.match(page.url(), /campaign\/opening-week$/)
})

test(
  'a campaign is paused with a reason, which its history shows, and resumed by undoing it',
  needsBrowser,
  async (t) => {
    const ana = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
    await open(page, 'campaigns/campaign/opening-week')
    await page.getByText('At most $10 of discounts a day.').waitFor()
    await page.getByText('$2.00 of $10.00 today').waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page.getByRole('button', { name: 'Pause' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Given in the last 30 days: 1 time.').waitFor()
    await dialog.getByLabel('Why').fill('sold out')
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('“Opening week” is paused.').waitFor()
    await page.getByText('sold out').waitFor()
    const stateOf = async () => (await ana.must('campaignPage', { campaign: 'opening-week', language: 'en' })).state
    assert.equal(await stateOf(), 'paused')

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Opening week” runs again.').waitFor()
    assert.equal(await stateOf(), 'running')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  },
)

test(
  'a page without such a campaign says so, and nobody may change what their role does not include',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('support')
    const { page } = await openWindow(t, room.service.port, { cookie })
    await open(page, 'campaigns/campaign/earn')
    await page.getByText('When a customer buys drinks: 1 point per dollar.').waitFor()
    assert.equal(await page.getByRole('button', { name: /Edit|Pause/ }).count(), 0)
    await open(page, 'campaigns/campaign/no-such')
    await page.getByText('There is no such campaign').waitFor()
  },
)

test('in German, the page reads as Germans write', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie, locale: 'de-DE' })
  await open(page, 'campaigns/campaign/earn')
  await page.getByText('Wenn ein Kunde etwas aus „drinks“ kauft: 1 Punkt pro Dollar.').waitFor()
  await page.getByRole('heading', { name: 'Was Kunden bekommen' }).waitFor()
  // The brand is of America; amounts and days are written as the words around them, and as what is typed is read.
  await page
    .getByText(/^\d+,\d\d\s\$$/)
    .first()
    .waitFor()
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /\$\d|\d [AP]M|(Jan|Feb|Mar|May|Oct|Dec) \d/)
})
