import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]
const shots = process.env.PURSER_SHOTS
let room: PortalRoom

before(async () => {
  const more = {
    products: [{ sku: 'ESP', name: 'Espresso' }],
    portal: { limits: { cashier: { issue: { money: 20, points: 100 } } } },
  }
  room = await openPortalRoom({ locations, more })
})

after(() => room?.close())

async function person(amounts = { usd: 50, points: 30 }) {
  const card = await room.shop.card(amounts)
  const mobilePhone = `+1212555${String(1000 + Math.floor(Math.random() * 9000))}`
  const primaryCustomer = { firstName: 'Ana', lastName: 'Soto', email: `ana${card}@example.com`, mobilePhone }
  await room.shop.must('updateAccount', { cardNumber: card, primaryCustomer })
  return { card, mobilePhone, email: primaryCustomer.email }
}

const look = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

const isSound = async () => assert.deepEqual(await room.shop.verify(), [])

test('find a card by phone, read its story, use points, undo that', needsBrowser, async (t) => {
  const { card, mobilePhone } = await person()
  const products = [{ sku: 'ESP', amountPurchased: 2, unitPrice: 6.2 }]
  await room.shop.must('checkout', { cardNumber: card, products })
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/cards`)
  await page.getByLabel('Find a card or customer').fill(mobilePhone.slice(2))
  await page.getByText(card).first().click()
  await page.getByRole('heading', { name: 'Ana Soto' }).waitFor()
  await page.getByText('Paid $12.40 for 2 × Espresso at Pier 1').click()
  await page.getByRole('tab', { name: 'Ledger rows' }).waitFor()
  await look(page, 'card-page')
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Use', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What').selectOption({ label: 'Points' })
  await dialog.getByLabel('How much').fill('12')
  await look(page, 'use-dialog')
  await dialog.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('12 points used', { exact: true }).waitFor()
  assert.equal((await room.shop.balances(card))[0].amount, 18)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone').first().waitFor()
  assert.equal((await room.shop.balances(card))[0].amount, 30)
  await isSound()
})

test('a lost card is replaced, with everything that was on it', needsBrowser, async (t) => {
  const { card } = await person()
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByRole('button', { name: 'Replace lost card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('lost on the ferry')
  await dialog.getByRole('button', { name: 'Replace lost card' }).click()
  await page.getByText(/Everything is on card/).waitFor()
  await page.getByText('Replaces').waitFor()
  const number = decodeURIComponent(page.url().split('/').at(-1) ?? '')
  assert.notEqual(number, card)
  const amounts = (await room.shop.balances(number)).map(({ amount }: { amount: number }) => amount)
  assert.deepEqual(amounts, [30, 50])
  await page.getByRole('heading', { name: 'Ana Soto' }).waitFor()
  await isSound()
})

test('a cashier loads up to a limit, and asks for more', needsBrowser, async (t) => {
  const { card } = await person({ usd: 5, points: 1 })
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie, width: 1024, height: 768 })
  await page.goto(`/portal/b/${room.shop.id}/cards`)
  await page.getByLabel('Scan or type a card').fill(card)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
  await look(page, 'terminal')
  assert.deepEqual(await inaccessible(page), [])
  assert.equal(await page.getByRole('button', { name: 'Correct' }).count(), 0)
  await page.getByRole('button', { name: 'Load' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What').selectOption({ label: 'US Dollar' })
  await dialog.getByLabel('How much').fill('25')
  await dialog.getByRole('button', { name: 'Load' }).click()
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('Somebody has been asked to approve it').waitFor()

  const finance = await room.login('finance')
  const { page: desk } = await openWindow(t, room.service.port, { cookie: finance.cookie })
  await desk.goto(`/portal/b/${room.shop.id}/approvals`)
  await desk.getByText('Give · $25.00').waitFor()
  await look(desk, 'approvals')
  assert.deepEqual(await inaccessible(desk), [])
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByText('Approved and carried out').waitFor()
  const amounts = (await room.shop.balances(card)).map(({ amount }: { amount: number }) => amount)
  assert.deepEqual(amounts, [1, 30])
  await isSound()
})

test('a support agent of one location does not see a card of another', needsBrowser, async (t) => {
  const { card, email } = await person()
  const { cookie } = await room.login('support', { location: 'L2' })
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/cards`)
  await page.getByLabel('Find a card or customer').fill(email)
  await page.getByText('Nothing was found').waitFor()
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByText('It is not there').waitFor()
})

test('consent is withdrawn, and a customer erased with the consequence in numbers', needsBrowser, async (t) => {
  const { card, email } = await person()
  await room.shop.must('updateChannelSubscription', { channel: 'email', channelUser: email, globalOptIn: true })
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByRole('button', { name: 'Withdraw consent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click()
  await page.getByText('Consent is withdrawn').waitFor()
  const channel = await room.shop.must('channelSubscription', { channel: 'email', channelUser: email })
  assert.equal(channel.globalOptIn, false)
  await page.getByRole('button', { name: 'Erase customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('customer records: 1').waitFor()
  await look(page, 'erase')
  await dialog.getByRole('button', { name: 'Erase customer' }).click()
  await page.getByText('Nobody is known behind this card.').waitFor()
  await isSound()
})

test('why: a transaction is looked up with its receipt and its rules', needsBrowser, async (t) => {
  const { card } = await person()
  const products = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }]
  const sale = await room.shop.must('checkout', { cardNumber: card, products })
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie, colorScheme: 'dark' })
  await page.goto(`/portal/b/${room.shop.id}/why`)
  await page.getByLabel('Transaction or coupon').fill(sale.transactionId)
  await page.getByRole('button', { name: 'Look it up' }).click()
  await page.getByText('1 × Espresso').first().waitFor()
  await look(page, 'why-dark')
  assert.deepEqual(await inaccessible(page), [])
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByText('What happened').waitFor()
  await look(page, 'card-dark')
})
