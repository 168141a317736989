import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { failForDays, openWebhookShop } from '../support/webhook-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [
      { id: 'L1', name: 'Pier 1', group: 'east', terminals: ['T1'] },
      { id: 'L2', name: 'Market Hall', terminals: ['T7'] },
    ],
    more: {
      groups: [
        { id: 'east', name: 'East coast' },
        { id: 'west', name: 'West coast' },
      ],
    },
  })
})

after(() => room?.close())

const open = (page: Page, path: string, brand = room.shop.id) => page.goto(`/portal/b/${brand}/${path}`)

test('whoever sets a password by a link is in, without entering it a second time', needsBrowser, async (t) => {
  const admin = await room.login('administrator')
  const name = `kim-${room.shop.id}`
  const office = await openWindow(t, room.service.port, { cookie: admin.cookie })
  await open(office.page, 'settings/users')
  await office.page.getByRole('button', { name: 'Invite a user' }).click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('User name or e-mail address').fill(name)
  await dialog.getByRole('combobox', { name: 'Restrict to' }).click()
  await office.page.getByRole('option', { name: 'East coast' }).waitFor()
  await office.page.getByRole('option', { name: 'Pier 1' }).click()
  await dialog.getByRole('button', { name: 'Invite a user' }).click()
  await dialog.getByText(`Send this link to ${name} yourself.`).waitFor()
  const link = (await dialog.locator('pre').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await office.page.getByRole('row', { name: new RegExp(`${name} Support Only Pier 1 Invited`) }).waitFor()

  const { page } = await openWindow(t, room.service.port)
  await page.goto(`/portal/link#${link.split('#')[1]}`)
  await page.getByLabel('New password').fill('a lighthouse keeps its own hours')
  await page.getByLabel('The same again').fill('a lighthouse keeps its own hours')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  await page.getByText('The figures here are of all locations').waitFor()
  // What tells of all locations is not offered, so that no entry of the navigation is a dead end.
  await page.getByRole('link', { name: 'Coupons & codes' }).click()
  await page.getByRole('tab', { name: 'Look up a coupon', selected: true }).waitFor()
  assert.equal(await page.getByRole('tab').count(), 1)
  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('tab', { name: 'Templates', selected: true }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})

test('what was removed is said, can be undone, and leaves no fault behind', needsBrowser, async (t) => {
  const admin = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie: admin.cookie })
  await open(page, 'settings/groups?open=west')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/^West coast was removed/).waitFor()
  await page.getByRole('complementary').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^West coast is as it was before/).waitFor()
  assert.equal((await admin.must('entry', { section: 'groups', key: 'west' })).entry.name, 'West coast')
})

test('a user who is kept out or removed is named in the message', needsBrowser, async (t) => {
  const admin = await room.login('administrator')
  const leaving = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie: admin.cookie })
  await open(page, 'settings/users')
  await page.getByRole('button', { name: leaving.name }).click()
  await page.getByRole('button', { name: 'Keep out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep out' }).click()
  await page.getByText(`${leaving.name} is kept out`).waitFor()
  await page.locator('button:focus', { hasText: 'Let in again' }).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(`${leaving.name} was removed`).waitFor()
  await page.getByRole('complementary').waitFor({ state: 'hidden' })
})

test('home leads to the webhook that fails, and its removal is said', needsBrowser, async (t) => {
  const broken = await openWebhookShop(t, { service: room.service })
  await failForDays(broken)
  const { cookie } = await room.loginWith([{ brand: broken.shop.id, role: 'administrator' }])
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'home', broken.shop.id)
  await page.getByRole('link', { name: /webhook erp/ }).click()
  await page.getByRole('heading', { name: 'erp', level: 2 }).waitFor()
  assert.match(page.url(), /developers\/webhooks\?open=erp/)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('erp is removed').waitFor()
  assert.ok(!page.url().includes('open=erp'))
  assert.deepEqual(await broken.shop.verify(), [])
})

test('a key for one location comes with a line that works there', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'developers/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name').fill('market hall')
  await form.getByRole('combobox', { name: 'Where it may call from' }).click()
  await page.getByRole('option', { name: 'Market Hall (L2)' }).click()
  await form.getByLabel('Last day').fill('2025-01-01')
  await form.getByRole('button', { name: 'Make the key' }).click()
  // A key that has ended before it begins is of no use; the browser says so at the field.
  await form.locator('input[type=date]:invalid').waitFor()
  await form.getByLabel('Last day').fill('')
  await form.getByRole('button', { name: 'Make the key' }).click()
  await form.getByText('expected letters, digits, dots, hyphens and underscores').waitFor()
  assert.equal(await form.getByLabel('Name').getAttribute('aria-invalid'), 'true')
  await form.getByLabel('Name').fill('market-hall')
  await form.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await shown.getByText("-H 'Terminal: T7'").waitFor()
  const line = await shown.getByLabel('Try it now').textContent()
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -s`])
  assert.equal(JSON.parse(stdout).success, true)
  await shown.getByRole('button', { name: 'I have it' }).click()

  // Escape leaves the dialog, not what lies below it.
  await page.getByRole('button', { name: 'market-hall' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // Whoever works with the keyboard goes on where they were.
  await page.locator('button:focus', { hasText: 'Change' }).waitFor()
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click()
  const again = page.getByRole('dialog', { name: 'The new secret of market-hall' })
  await again.getByText("-H 'Location: L2'").waitFor()
})

test('a call that a strict key was refused for does not say that it was let through', needsBrowser, async (t) => {
  const developer = await room.login('developer')
  const administrator = await room.login('administrator')
  const made = await administrator.call('createKey', { key: 'strict-one', strict: true })
  const authorization = `Basic ${Buffer.from(`${made.body.key}:${made.body.secret}`).toString('base64')}`
  const refused = await room.shop.call('allocate', { colour: 'blue' }, { authorization })
  assert.equal(refused.body.errorCode, 100)
  const { page } = await openWindow(t, room.service.port, { cookie: developer.cookie })
  await open(page, `developers/calls?open=${refused.body.requestRef}`)
  const detail = page.getByRole('complementary')
  await detail.getByText('If the key refuses unknown fields, this is why.').waitFor()
  assert.equal(await detail.getByText('passed them over').count(), 0)
})

test('what a brand file would change is seen without scrolling', needsBrowser, async (t) => {
  const { cookie } = await room.login('developer')
  const { page } = await openWindow(t, room.service.port, { cookie, width: 1280, height: 800 })
  await open(page, 'developers/file?import=true')
  await page.getByLabel('The file, as YAML or JSON').fill(`brand: {}\n${'# a line\n'.repeat(60)}`)
  await page.getByRole('button', { name: 'See what it changes' }).click()
  const title = page.getByText(/faults?: it cannot be applied/)
  await title.waitFor()
  const box = await title.boundingBox()
  assert.ok(box && box.y + box.height <= 800, `it ends at ${box && box.y + box.height}`)
})

test('the search opens also from a field, and a slash stays a letter there', needsBrowser, async (t) => {
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await open(page, 'cards')
  const field = page.getByLabel('Find a card or customer')
  await field.fill('a')
  await page.keyboard.press('/')
  assert.equal(await field.inputValue(), 'a/')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').waitFor()
})

test('what somebody may not do is not offered behind a link either', needsBrowser, async (t) => {
  const { cookie } = await room.login('readOnly')
  const { page, complaints } = await openWindow(t, room.service.port, { cookie })
  for (const path of ['settings/users', 'developers/keys']) {
    await open(page, path)
    await page.getByText('You may not do this').waitFor()
    assert.equal(await page.getByRole('button', { name: /Invite|New key/ }).count(), 0)
  }
  assert.deepEqual(complaints, [])
})

test('the button that shows a password has a name in the language of the page', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { locale: 'de-DE' })
  await page.goto('/portal/login')
  await page.getByRole('button', { name: 'Kennwort zeigen oder verbergen' }).waitFor()
})
