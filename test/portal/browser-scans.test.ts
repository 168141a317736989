import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const locations = [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }]
let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ locations })
})

after(() => room?.close())

async function person(firstName: string) {
  const card = await room.shop.card({ usd: 50 })
  await room.shop.must('updateAccount', { cardNumber: card, primaryCustomer: { firstName } })
  return card
}

async function openTerminal(t: Parameters<typeof openWindow>[0]) {
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/terminal`)
  await page.getByLabel('Scan or type a card').waitFor()
  return page
}

/** As a scanner does it: each key at once after the other, wherever the focus is. */
const scan = (page: Page, text: string) => page.evaluate(`(${scanned})(${JSON.stringify(text)})`)

/** Runs in the page. Enter presses a button, unless it was taken for the end of a scan. */
const scanned = `(text) => {
  for (const key of [...text, 'Enter']) {
    const target = document.activeElement ?? document.body
    const isOpen = target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    if (isOpen && key === 'Enter' && target instanceof HTMLButtonElement) target.click()
  }
}`

const hello = (page: Page, name: string) => page.getByRole('heading', { name: `Hello, ${name}` }).waitFor()

test('a scan opens the next card, whatever has the focus, and never acts on the last one', needsBrowser, async (t) => {
  const [ana, ben] = [await person('Ana'), await person('Ben')]
  const page = await openTerminal(t)
  await scan(page, ana)
  await hello(page, 'Ana')

  // On a button, which Enter would press.
  await page.getByRole('button', { name: 'Use', exact: true }).focus()
  await scan(page, ben)
  await hello(page, 'Ben')
  assert.equal(await page.getByRole('dialog').count(), 0)

  // In a field of a dialog that is about somebody else.
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Use · Ben · ${ben}` })
  await dialog.getByLabel('How much').fill('5')
  await dialog.getByLabel('How much').focus()
  await scan(page, ana)
  await hello(page, 'Ana')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.deepEqual([(await room.shop.balances(ana))[0].amount, (await room.shop.balances(ben))[0].amount], [50, 50])
})

test('after each action the terminal is ready for the next customer', needsBrowser, async (t) => {
  const [ana, ben] = [await person('Ana'), await person('Ben')]
  const page = await openTerminal(t)
  await scan(page, ana)
  await hello(page, 'Ana')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How much').fill('4.50')
  await dialog.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('$4.50 used', { exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const field = page.getByLabel('Scan or type a card')
  await field.and(page.locator(':focus')).waitFor()
  await scan(page, ben)
  await hello(page, 'Ben')
  assert.deepEqual([(await room.shop.balances(ana))[0].amount, (await room.shop.balances(ben))[0].amount], [45.5, 50])
  assert.deepEqual(await room.shop.verify(), [])
})

test('what is typed by hand stays where it is typed', needsBrowser, async (t) => {
  const ana = await person('Ana')
  const page = await openTerminal(t)
  await scan(page, ana)
  await hello(page, 'Ana')
  await page.getByRole('button', { name: 'Load', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('')
  await dialog.getByLabel('Reason').pressSequentially('a number of 123456', { delay: 60 })
  await page.keyboard.press('Enter')
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'a number of 123456')
  await hello(page, 'Ana')
})
