import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [
      { id: 'L1', name: 'Pier 1', group: 'east', terminals: ['T1'], employees: [{ id: 'E1', password: 'till-word' }] },
      { id: 'L2', name: 'Pier 2' },
    ],
    more: {
      groups: [{ id: 'east', name: 'East coast' }],
      products: [
        { sku: 'ESP', name: 'Espresso', cost: '0.40', categories: ['drinks'] },
        { sku: 'MUG', name: 'Mug', cost: '2.10' },
      ],
      couponSets: [{ id: 'summer', name: 'Summer', generate: { count: 5, prefix: 'SU', length: 12 } }],
    },
  })
})

after(() => room?.close())

const open = (page: Page, path: string) => page.goto(`/portal/b/${room.shop.id}/${path}`)

const entryOf = async (user: PortalUser, section: string, key: string) =>
  (await user.must('entry', { section, key })).entry

test('the name of a location is changed with a note, and the change is undone', needsBrowser, async (t) => {
  const ana = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
  await open(page, 'settings')
  await page.getByRole('link', { name: /^Locations/ }).click()
  await page.getByRole('button', { name: 'Pier 1' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Pier One')
  await page.getByText('Name: Pier 1 → Pier One').waitFor()
  await page.getByLabel('Why (for the history)').fill('repainted')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Pier 1 was saved/).waitFor()
  const saved = await entryOf(ana, 'locations', 'L1')
  assert.equal(saved.name, 'Pier One')
  assert.ok(saved.employees[0].passwordSet, 'what the form does not show stays')
  const { body } = await ana.call('brandHistory')
  assert.equal(body.versions[0].note, 'repainted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^Pier 1 is as it was before/).waitFor()
  assert.equal((await entryOf(ana, 'locations', 'L1')).name, 'Pier 1')
})

test('a fault is shown at its field while it is typed, and nothing can be saved', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'settings/products?open=MUG')
  const cost = page.getByLabel('Cost', { exact: true })
  await cost.fill('cheap')
  await page.getByText('1 thing to mend').waitFor()
  const described = await cost.getAttribute('aria-describedby')
  const texts = await page
    .locator(
      (described ?? '')
        .split(' ')
        .map((id) => `[id="${id}"]`)
        .join(','),
    )
    .allTextContents()
  assert.match(texts.join(' '), /number/)
  assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled())
  assert.deepEqual(await inaccessible(page), [])
  await cost.fill('2.25')
  await page.getByText(/^Cost: 2\.1 → 2\.25$/).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Save' }).isEnabled())
})

test('a location gets the time zone of its wall clock, in German too', needsBrowser, async (t) => {
  const ana = await room.login('administrator')
  for (const [locale, label, wrong] of [
    ['en', 'Time zone', 'Choose a time zone such as America/New_York.'],
    ['de', 'Zeitzone', 'Wählen Sie eine Zeitzone wie America/New_York.'],
  ] as const) {
    const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie, locale })
    await open(page, 'settings/locations?open=L1')
    const zone = page.getByRole('combobox', { name: label })
    await zone.fill('Venice')
    await page.getByText(wrong).first().waitFor()
    await zone.fill('America/Los_Angeles')
    await page.getByText(new RegExp(`^${label}: .*America/Los_Angeles$`)).waitFor()
    await zone.press('Tab')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    assert.deepEqual(await inaccessible(page), [])
  }
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a marketer sets up wallet passes, is told what does not fit, in German too', needsBrowser, async (t) => {
  const mia = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie: mia.cookie })
  await open(page, 'settings')
  await page.getByRole('link', { name: /^Wallet passes/ }).click()
  await page.getByLabel('Text beside the logo').fill('Harbor')
  await page.getByLabel('Issuer (Google)').fill('3388000000012345678')
  await page.getByText('Add the address of a logo').first().waitFor()
  assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled())
  await page.getByLabel('Address of the logo, for Google').fill('http://example.com/logo.png')
  await page
    .getByText(/Write an address that begins with https/)
    .first()
    .waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByLabel('Address of the logo, for Google').fill('https://example.com/logo.png')
  await page.getByRole('button', { name: /images/i }).click()
  const icon = page.locator('input[type=file]').first()
  const png = (bytes: number) => ({
    name: 'icon.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([Buffer.from(onePixel, 'base64'), Buffer.alloc(bytes)]),
  })
  await icon.setInputFiles(png(70_000))
  await page.getByText('The file has more than 64 kB.').waitFor()
  await icon.setInputFiles(png(0))
  await page.getByRole('img', { name: /, as it is chosen now$/ }).waitFor()
  assert.deepEqual(await inaccessible(page), [])
  const sets = page.getByRole('combobox', { name: 'Gift cards at Google' })
  await sets.fill('cards')
  await sets.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Wallet passes was saved/).waitFor()
  const { entry } = await mia.must('entry', { section: 'passes' })
  assert.deepEqual([entry.logoText, entry.giftCardSets], ['Harbor', ['cards']])
  assert.deepEqual(Object.values(entry.images), [onePixel])

  const german = await openWindow(t, room.service.port, { cookie: mia.cookie, locale: 'de-DE' })
  await open(german.page, 'settings/passes')
  await german.page.getByRole('heading', { name: 'Pässe in Wallets' }).waitFor()
  await german.page.getByLabel('Hintergrund').fill('blau')
  await german.page
    .getByText(/Schreiben Sie eine Farbe wie #1a2b3c/)
    .first()
    .waitFor()
})

test('products are imported from CSV, and two bad rows are told with their lines', needsBrowser, async (t) => {
  const ana = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
  await open(page, 'settings/products')
  await page.getByRole('link', { name: 'Import CSV' }).click()
  const csv = 'sku,name,cost\nESP,Espresso doppio,0.50\nTEA,Tea,0.20\n,Nameless,1\nCAKE,Cake,expensive\nMUG,Mug,2.10\n'
  await page.getByLabel('Or paste the rows here').fill(csv)
  await page.getByRole('button', { name: 'Look at it' }).click()
  await page.getByRole('heading', { name: '2 rows cannot be taken' }).waitFor()
  await page.getByRole('heading', { name: '3 rows can be taken' }).waitFor()
  await page.getByText('1 new, 1 changed, 1 unchanged').waitFor()
  const bad = page.getByRole('table', { name: '2 rows cannot be taken' }).getByRole('row')
  assert.match((await bad.nth(1).textContent()) ?? '', /^4has no sku/)
  assert.match((await bad.nth(2).textContent()) ?? '', /^5cost: /)
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await page.getByText(/^2 products were imported/).waitFor()
  const espresso = await entryOf(ana, 'products', 'ESP')
  assert.equal(espresso.name, 'Espresso doppio')
  assert.deepEqual(espresso.categories, ['drinks'], 'what the file has no column for stays')
  assert.equal((await entryOf(ana, 'products', 'TEA')).name, 'Tea')
  assert.equal((await ana.ask('entry', { section: 'products', key: 'CAKE' })).status, 404)
})

test('two people change the same location, and neither change is lost', needsBrowser, async (t) => {
  const ana = await room.login('administrator')
  const ben = await room.login('developer')
  const first = await openWindow(t, room.service.port, { cookie: ana.cookie })
  const second = await openWindow(t, room.service.port, { cookie: ben.cookie })
  for (const { page } of [first, second]) await open(page, 'settings/locations?open=L2')
  await first.page.getByLabel('Name', { exact: true }).fill('Pier Two')
  await second.page.getByRole('combobox', { name: 'Country' }).fill('Canada')
  await second.page.getByRole('option', { name: 'Canada' }).click()
  await second.page.getByText('Country: nothing → CA').waitFor()
  await second.page.getByRole('button', { name: 'Save' }).click()
  await second.page.getByText(/was saved/).waitFor()
  await first.page.getByLabel('Name', { exact: true }).fill('Pier Number Two')
  await first.page.getByText('Somebody else has changed this meanwhile').waitFor()
  await first.page.getByRole('button', { name: 'Continue with this' }).click()
  await first.page.getByText('Name: Pier 2 → Pier Number Two').waitFor()
  await first.page.getByRole('button', { name: 'Save' }).click()
  await first.page.getByText(/was saved/).waitFor()
  const { name, country } = await entryOf(ana, 'locations', 'L2')
  assert.deepEqual({ name, country }, { name: 'Pier Number Two', country: 'CA' })
})

test('what is not saved is not left by mistake', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'settings/groups?open=east')
  await page.getByLabel('Name', { exact: true }).fill('Elsewhere')
  await page.getByRole('link', { name: 'All settings' }).click()
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Elsewhere')
})

test('whoever removes a group is told which location is in it, and cannot', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'settings/groups?open=east')
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It is mentioned in 1 other place:').waitFor()
  await dialog.getByText('location Pier 1').waitFor()
  await dialog.getByText('It cannot be removed yet:').waitFor()
})

test('coupons are made, and the stock says so', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'coupons')
  const row = page.getByRole('row', { name: /Summer/ })
  // Made in all, and left of them.
  await row.getByText('5', { exact: true }).nth(1).waitFor()
  await row.getByRole('button', { name: 'Make more' }).click()
  await page.getByLabel('How many').fill('120')
  await page.getByRole('button', { name: 'Make', exact: true }).click()
  await page.getByText('120 coupons were made.').waitFor()
  await row.getByText('125', { exact: true }).nth(1).waitFor()
  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Coupons as CSV' }).click()
  assert.equal((await downloading).suggestedFilename(), 'summer.csv')
})

test('that a second person approves is switched on with one press', needsBrowser, async (t) => {
  const careful = await openPortalRoom({})
  t.after(() => careful.close())
  const ana = await careful.login('administrator')
  const { page } = await openWindow(t, careful.service.port, { cookie: ana.cookie })
  await page.goto(`/portal/b/${careful.shop.id}/settings/portal`)
  await page.getByRole('switch', { name: 'Somebody else approves what is published' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/was saved/).waitFor()
  const { entry } = await ana.must('entry', { section: 'portal' })
  assert.deepEqual(entry.publish, { secondPerson: true })
})

test('somebody who may only look sees the form, and no way to save', needsBrowser, async (t) => {
  const { cookie } = await room.login('readOnly')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'settings/locations?open=L1')
  await page.getByText('You can look at this, but not change it.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Add location' }).count(), 0)
})
