import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ more: { portal: { findCustomers: ['phone', 'email', 'name'] } } })
})

after(() => room?.close())

async function person(firstName: string, phone: string): Promise<string> {
  const { shop } = room
  const card = await shop.card({ usd: 50 })
  const primaryCustomer = { firstName, lastName: 'Lopez', mobilePhone: phone, postal: '10003' }
  await shop.must('updateAccount', { cardNumber: card, primaryCustomer })
  return card
}

async function openTerminal(t: TestContext, locale = 'en-US') {
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie, locale })
  await page.goto(`/portal/b/${room.shop.id}/terminal`)
  return page
}

test(
  'whoever forgot their card is found by their phone number, asked for their name, and served',
  needsBrowser,
  async (t) => {
    const card = await person('Ana', '+12125550111')
    const page = await openTerminal(t)
    const field = page.getByLabel('Scan or type a card')
    await page.getByText('Without a card: phone number, e-mail address or name').waitFor()
    await field.fill('(212) 555-0111')
    await field.press('Enter')
    const found = page.getByRole('group', { name: 'Is this the customer?' })
    const one = found.getByRole('button', { name: `Ana L. ` })
    await one.and(page.locator(':focus')).waitFor()
    assert.equal(await page.getByText('Lopez').count(), 0, 'no more of the name than needed')
    assert.equal(await page.getByText('$50.00').count(), 0, 'nothing of the card before it is opened')
    assert.doesNotMatch(page.url(), /555/, 'a phone number is in no address')
    assert.deepEqual(await inaccessible(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
    await found.waitFor({ state: 'detached' })
    assert.match(page.url(), new RegExp(card))

    // The search for the next one leaves nothing of the last one on the screen.
    await field.fill('nobody@example.com')
    await field.press('Enter')
    await page.getByText('Nobody was found for nobody@example.com').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Hello, Ana' }).count(), 0)
    await field.fill(card)
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
    assert.deepEqual(await room.shop.verify(), [])
  },
)

test('a name needs another fact, and two of one name are told apart by theirs', needsBrowser, async (t) => {
  await person('Bea', '+12125550122')
  await person('Bo', '+12125550133')
  const page = await openTerminal(t, 'de-DE')
  const field = page.getByLabel('Karte scannen oder eingeben')
  await field.fill('Lopez')
  await field.press('Enter')
  await page.getByText('Ein Name allein genügt nicht').waitFor()
  await field.fill('Lopez 10003')
  await field.press('Enter')
  const found = page.getByRole('group', { name: 'Welche Person ist es?' })
  await found.getByRole('button', { name: 'Bo L.' }).click()
  await page.getByRole('heading', { name: 'Hallo, Bo' }).waitFor()
  assert.deepEqual(await room.shop.verify(), [])
})

test('a phone number is in no address, also before it is known what is allowed', needsBrowser, async (t) => {
  const card = await person('Cy', '+12125550144')
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie })
  const held = Promise.withResolvers<void>()
  await page.route('**/portal/api/terminalSetup', async (route) => {
    await held.promise
    return route.continue()
  })
  await page.goto(`/portal/b/${room.shop.id}/terminal`)
  const field = page.getByLabel('Scan or type a card')
  await field.fill('2125550144')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Cy L. ' }).waitFor()
  assert.doesNotMatch(page.url(), /555/)
  held.resolve()
  await page.getByRole('button', { name: 'Cy L. ' }).click()
  await page.getByRole('heading', { name: 'Hello, Cy' }).waitFor()
  assert.match(page.url(), new RegExp(card))
  assert.deepEqual(await room.shop.verify(), [])
})
