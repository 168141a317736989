import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TOTP } from 'otpauth'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const password = 'a lighthouse keeps its own hours'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ flags: ['--require-second-factor', 'support'] })
})

after(() => room?.close())

test(
  'an administrator invites somebody, who sets a password and an app, and logs in with both',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('administrator')
    const name = `zoe-${room.shop.id}`
    const office = await openWindow(t, room.service.port, { cookie })
    await office.page.goto(`/portal/b/${room.shop.id}/settings/users`)
    await office.page.getByRole('button', { name: 'Invite a user' }).click()
    const dialog = office.page.getByRole('dialog')
    await dialog.getByLabel('User name or e-mail address').fill(name)
    await dialog.getByRole('button', { name: 'Invite a user' }).click()
    const link = (await dialog.locator('pre').textContent()) ?? ''
    assert.match(link, /\/portal\/link#/)

    const { page } = await openWindow(t, room.service.port)
    await page.goto(`/portal/link#${link.split('#')[1]}`)
    await page.getByRole('heading', { name: `Welcome, ${name}` }).waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('The same again').fill(`${password}.`)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The two are not the same.').waitFor()
    await page.getByLabel('The same again').fill(password)
    await page.getByRole('button', { name: 'Set the password' }).click()

    await page.getByRole('heading', { name: 'Protect your login' }).waitFor()
    await page.getByRole('img', { name: 'A code for your authenticator app' }).waitFor()
    assert.deepEqual(await inaccessible(page), [])
    const secret = await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()
    const app = new TOTP({ secret: (secret ?? '').replaceAll(' ', '') })
    await page.getByLabel('Code of your app').fill('000000')
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await page.getByText('This code is not right').waitFor()
    await page.getByLabel('Code of your app').fill(app.generate())
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor()
    const [code = ''] = await page.locator('main li').allTextContents()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()

    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('User name').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Second step' }).waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  },
)

test('a link that was used or never was says so, and what to do', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port)
  await page.goto('/portal/link#no-such-link-was-ever-made-here')
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await page.getByText('Ask an administrator for a new one.').waitFor()
})
