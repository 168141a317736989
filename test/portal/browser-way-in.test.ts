import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, testPassword } from '../support/portal-room.ts'

let room: PortalRoom
const provider = new OAuth2Server()
/** Whom the provider vouches for. */
let identity: Record<string, unknown> = {}

before(async () => {
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  const issuer = `http://127.0.0.1:${provider.address().port}`
  provider.issuer.url = issuer
  provider.service.on('beforeTokenSigning', (token: MutableToken) => Object.assign(token.payload, identity))
  const flags = ['--oidc-issuer', issuer, '--oidc-client-id', 'purser', '--oidc-label', 'Shop account']
  room = await openPortalRoom({ flags })
})

after(async () => {
  await room?.close()
  await provider.stop()
})

/** Passkeys are for names, not for addresses. */
const byName = (path: string) => `http://localhost:${room.service.port}/portal/${path}`

/** A device that has a passkey and whose owner always agrees. */
async function withAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page, name: string) {
  await page.goto(byName('login'))
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** As if they had proved an hour ago who they are. */
const forgetConfirmation = (name: string) => room.pool.rows`
  update portal_session set confirmed_at = confirmed_at - interval '1 hour'
  where login_id = (select login_id from login where name = ${name})`

test('a passkey is added, asked for at the next login, and confirms what is sensitive', needsBrowser, async (t) => {
  const { name } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port)
  await withAuthenticator(page)
  await logIn(page, name)
  await navigation(page).waitFor()
  await page.goto(byName('profile'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to call it').fill('Till tablet')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Your login is protected by a further second step').waitFor()
  await page.getByText('Till tablet').waitFor()

  await page.context().clearCookies()
  await logIn(page, name)
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await navigation(page).waitFor()

  await forgetConfirmation(name)
  await page.goto(byName(`b/${room.shop.id}/developers/keys`))
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name').fill('by-passkey')
  await form.getByRole('button', { name: 'Make the key' }).click()
  const confirm = page.getByRole('dialog', { name: /^Confirm it/ })
  await confirm.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'I have it' }).click()
})

test('what is sensitive asks for the password, says if it is wrong, and then happens', needsBrowser, async (t) => {
  const { name, cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await forgetConfirmation(name)
  await page.goto(`/portal/b/${room.shop.id}/developers/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name').fill('webshop')
  await form.getByRole('button', { name: 'Make the key' }).click()
  const confirm = page.getByRole('dialog', { name: /^Confirm it/ })
  await confirm.getByLabel('Password', { exact: true }).fill('not the password')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await confirm.getByText('This is not right. Try again.').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await confirm.getByLabel('Password', { exact: true }).fill(testPassword)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.getByRole('button', { name: 'webshop' }).waitFor()
})

test('whoever does not confirm has changed nothing', needsBrowser, async (t) => {
  const { name, cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await forgetConfirmation(name)
  await page.goto(`/portal/b/${room.shop.id}/developers/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name').fill('never-made')
  await form.getByRole('button', { name: 'Make the key' }).click()
  await page
    .getByRole('dialog', { name: /^Confirm it/ })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await form.getByText('You have not confirmed that it is you').waitFor()
})

test('somebody who was invited comes in by single sign-on, and others are told why not', needsBrowser, async (t) => {
  const name = `ana-${room.shop.id}@shop.example`
  await (await room.login('administrator')).must('inviteUser', { name, role: 'support' })
  const { page } = await openWindow(t, room.service.port)
  identity = { sub: `eve ${room.shop.id}`, email: 'eve@shop.example', email_verified: true }
  await page.goto('/portal/login')
  await page.getByRole('link', { name: 'Continue with Shop account' }).click()
  await page.getByText('Nobody has invited this account').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  identity = { sub: `ana ${room.shop.id}`, email: name, email_verified: true }
  await page.getByRole('link', { name: 'Continue with Shop account' }).click()
  await navigation(page).waitFor()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByText(name).first().waitFor()
})
