import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openMemberRoom } from '../support/member-room.ts'

const phone = { width: 390, height: 844 }

/** A device that has passkeys and whose owner always agrees. */
async function withAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
}

test(
  'somebody adds a passkey on their data, gets in with it the next time, and removes it',
  needsBrowser,
  async (t) => {
    const { shop, customer, codeTo } = await openMemberRoom(t)
    const cardNumber = await customer('ana@example.com')
    const { page } = await openWindow(t, shop.port, phone)
    await withAuthenticator(page)
    // Passkeys are for names, not for addresses.
    const base = `http://localhost:${shop.port}/m/${shop.id}`
    await page.goto(`${base}/in`)
    await page.getByLabel('E-mail address').fill('ana@example.com')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code', { exact: true }).fill(await codeTo('ana@example.com'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'My data' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Saved.').waitFor()
    const remove = page.getByRole('button', { name: /^Remove: Chrome/ })
    await remove.waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()

    // The field for the address offers the passkey by itself; this device's owner takes it, and else the button does it.
    await page.goto(`${base}/in`)
    await Promise.any([
      page.getByText(cardNumber).waitFor(),
      page
        .getByRole('button', { name: 'Get in with a passkey' })
        .click()
        .then(() => page.getByText(cardNumber).waitFor()),
    ])
    await page.getByRole('link', { name: 'My data' }).click()
    await remove.click()
    await page.getByText('Saved.').waitFor()
    assert.equal(await remove.count(), 0)
    assert.deepEqual(await shop.verify(), [])
  },
)
