import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, testPassword } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

test('somebody logs in, by keyboard alone, and comes to where they wanted to go', needsBrowser, async (t) => {
  const { name } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port)
  await page.goto(`/portal/b/${room.shop.id}/campaigns`)
  await page.getByLabel('User name').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(testPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/portal/b/${room.shop.id}/campaigns`)
})

test('a wrong password is told in words that say what to do, in both languages', needsBrowser, async (t) => {
  for (const [locale, labels, fault] of [
    ['en-US', ['User name', 'Password', 'Log in'], 'User name or password is wrong.'],
    ['de-DE', ['Benutzername', 'Kennwort', 'Anmelden'], 'Benutzername oder Kennwort ist falsch.'],
  ] as const) {
    const { page } = await openWindow(t, room.service.port, { locale })
    await page.goto('/portal/')
    await page.getByLabel(labels[0]).fill('nobody')
    await page.getByLabel(labels[1], { exact: true }).fill('not the password')
    await page.getByRole('button', { name: labels[2] }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', new RegExp(fault))
    assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2))
  }
})

test('the language is changed at the login and stays', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port)
  await page.goto('/portal/login')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Willkommen zurück' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Willkommen zurück' }).waitFor()
})

test('whoever logs out is at the login, and the way back leads there too', needsBrowser, async (t) => {
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto('/portal/')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('User name').waitFor()
  await page.goto(`/portal/b/${room.shop.id}/cards`)
  await page.getByLabel('User name').waitFor()
})

test('a role sees the entries of the navigation that it has any business in', needsBrowser, async (t) => {
  for (const [role, entries] of [
    ['cashier', ['Terminal']],
    ['support', ['Home', 'Cards & customers', 'Campaigns', 'Coupons & codes', 'Messages', 'Settings', 'Developers']],
  ] as const) {
    const { cookie } = await room.login(role)
    const { page } = await openWindow(t, room.service.port, { cookie })
    await page.goto('/portal/')
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    await navigation.waitFor()
    assert.deepEqual(await navigation.getByRole('link').allTextContents(), entries)
  }
})

test('a brand in which somebody has no role is not there for them', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto('/portal/b/somebody-elses/home')
  await page.getByText('There is nothing here').waitFor()
})

test('the login is accessible, light and dark', needsBrowser, async (t) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openWindow(t, room.service.port, { colorScheme })
    await page.goto('/portal/login')
    await page.getByLabel('User name').waitFor()
    assert.deepEqual(await inaccessible(page), [])
  }
})
