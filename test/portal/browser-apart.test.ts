import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

const discount = (id: string, name: string, amount: number) => ({
  ...{ id, name },
  rules: [{ id: 'off', name: `${name} off`, trigger: 'checkout', then: [{ discount: { amount } }] }],
})

before(async () => {
  room = await openPortalRoom({
    more: { campaigns: [discount('happy', 'Happy hour', 2), discount('staff', 'Staff', 3)] },
  })
})

after(() => room?.close())

const apartOf = (text: string) => /exclusive"?: "?([\w-]+)/.exec(text)?.[1]

test('a discount is kept apart from others without a word of YAML, and that is undone', needsBrowser, async (t) => {
  const { shop } = room
  const marketer = await room.login('marketer')
  const text = JSON.stringify(discount('spring', 'Spring', 1))
  const entries = [{ section: 'campaigns', key: 'spring', text }]
  const { draftId } = await shop.must('saveDraft', { title: 'Spring', entries })
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1600 })
  const address = `/portal/b/${shop.id}/campaigns/drafts/${draftId}`
  const saved = page.getByRole('status').getByText('Saved', { exact: true })
  const kept = async () => {
    await page.waitForTimeout(1000)
    await saved.waitFor()
    const { body } = await marketer.call('draftLookup', { draftId })
    return Object.fromEntries(body.entries.map((one: { key: string; text: string }) => [one.key, one.text]))
  }
  await page.goto(`${address}/edit/campaigns/spring`)
  const words = page.getByRole('region', { name: 'In words' })
  await page.getByRole('switch', { name: 'Not together with other discounts' }).click({ force: true })
  await page.getByText('Choose at least one.').waitFor()
  const others = page
    .getByRole('combobox', { name: 'Not together with' })
    .or(page.getByLabel('Not together with', { exact: true }))
    .first()
  await others.click()
  await page.getByRole('option', { name: 'Happy hour' }).click()
  await words.getByText('not together with “Happy hour”').waitFor()
  await page.getByText('A purchase gets only one of these: the first that applies.').waitFor()
  await page.getByRole('option', { name: 'Staff' }).click()
  await words.getByText('not together with “Happy hour” or “Staff”').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('All of them keep each other out.').waitFor()
  const shown = page.locator('[data-apart]').getByRole('listitem')
  assert.deepEqual(await shown.allInnerTexts(), ['Happy hour', 'Staff', 'Spring (this one)'])
  assert.deepEqual(await inaccessible(page), [])
  const together = await kept()
  assert.deepEqual(Object.keys(together).sort(), ['happy', 'spring', 'staff'])
  assert.equal(new Set(Object.values(together).map((one) => apartOf(String(one)))).size, 1)

  // The simulator says who came first, and gives one only: the first that is shown.
  const basket = { products: productsOf('1 CAKE 10') }
  const simulated = await marketer.call('simulate', { ...basket, draftId })
  assert.match(JSON.stringify(simulated.body), /Happy hour[^"]* fired first, and the two do not go together/)

  // Whoever reviews it is told the same, in German, too.
  const german = await openWindow(t, room.service.port, { cookie: marketer.cookie, locale: 'de-DE', width: 390 })
  await german.page.goto(address)
  await german.page.getByText('nicht zusammen mit „Happy hour“ oder „Staff“').first().waitFor()
  await german.page.goto(`${address}/edit/campaigns/spring`)
  await german.page.getByText('Sie alle schließen einander aus.').waitFor()
  assert.equal(await german.page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  await german.page.close()

  // Undone: the others are as they were, and no longer part of the draft.
  await page.getByRole('switch', { name: 'Not together with other discounts' }).click({ force: true })
  await words.getByText('not together with').waitFor({ state: 'hidden' })
  const undone = await kept()
  assert.deepEqual(Object.keys(undone), ['spring'])
  assert.equal(apartOf(String(undone.spring)), undefined)

  // Published, only one of the two is given.
  await page.getByRole('switch', { name: 'Not together with other discounts' }).click({ force: true })
  await others.click()
  await page.getByRole('option', { name: 'Staff' }).click()
  await words.getByText('not together with “Staff”').waitFor()
  await kept()
  assert.deepEqual(await shown.allInnerTexts(), ['Staff', 'Spring (this one)'])
  const { body } = await marketer.call('draftLookup', { draftId })
  await shop.must('publishDraft', { draftId, revision: body.draft.revision })
  const cardNumber = await shop.card()
  const sale = await shop.must('checkout', { cardNumber, ...basket })
  assert.equal(sale.totalDiscount, 5, 'happy hour with 2, and the first of the two that are shown with 3')
  const told = await marketer.must('campaignPage', { campaign: 'staff', language: 'en' })
  assert.match(told.rules[0].sentence, /not together with “Spring”/)
  await shop.verify()
})

test(
  'the best deal of a group: nothing is asked for in words of the file, and a group is made in place',
  needsBrowser,
  async (t) => {
    const { shop } = room
    const marketer = await room.login('marketer')
    const entries = [{ section: 'campaigns', key: 'lunch', text: JSON.stringify(discount('lunch', 'Lunch', 1)) }]
    const { draftId } = await shop.must('saveDraft', { title: 'Lunch', entries })
    const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1600 })
    await page.goto(`/portal/b/${shop.id}/campaigns/drafts/${draftId}/edit/campaigns/lunch`)
    await page.getByRole('button', { name: 'Competes in the group' }).first().click()
    await page.getByText('Something is missing here: choose it or fill it in.').first().waitFor()
    assert.equal(await page.getByText('must not be empty').count(), 0)
    await page.getByRole('button', { name: 'New group' }).first().click()
    await page.getByLabel('Name of the new group').fill('Lunch deals')
    await page.keyboard.press('Enter')
    const words = page.getByRole('region', { name: 'In words' })
    await words.getByText('If it is the best of the group “Lunch deals”.').waitFor()
    await page.getByText('Nothing to mend').waitFor()
    assert.deepEqual(await inaccessible(page), [])
    assert.deepEqual(await shop.verify(), [])
  },
)
