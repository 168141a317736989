import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const shots = process.env.PURSER_SHOTS
let room: PortalRoom

before(async () => {
  const rules = [
    {
      id: 'points',
      name: 'A point per dollar',
      trigger: 'checkout',
      then: [{ issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'checkout.netTotal' } } }],
    },
  ]
  const more = {
    products: [{ sku: 'CUP', name: 'Cup' }],
    campaigns: [{ id: 'club', name: 'Club', rules }],
  }
  room = await openPortalRoom({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }], more })
})

after(() => room?.close())

const isSound = async () => assert.deepEqual(await room.shop.verify(), [])
const amountsOf = async (card: string) =>
  Object.fromEntries(
    (await room.shop.balances(card)).map((one: { balanceCode?: string; balanceType: string; amount: number }) => [
      one.balanceCode ?? one.balanceType,
      one.amount,
    ]),
  )

/** Cups at 5 dollars; the card pays so much of it. */
async function sold(amountPurchased: number, byCard: number) {
  const card = await room.shop.card({ usd: 20 })
  const paymentMethods = [{ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: byCard }]
  const products = [{ sku: 'CUP', amountPurchased, unitPrice: 5 }]
  await room.shop.must('checkout', { cardNumber: card, products, paymentMethods })
  return card
}

async function openReturn(t: Parameters<typeof openWindow>[0], card: string) {
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/terminal?text=${card}`)
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  return page
}

const row = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('row', { name }).waitFor()
const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Return', exact: true }).click()

test('of a whole sale the card gets back what it paid, and the rest is handed over', needsBrowser, async (t) => {
  const card = await sold(3, 5)
  assert.deepEqual(await amountsOf(card), { Points: 15, USD: 15 })
  const page = await openReturn(t, card)
  await page.getByRole('dialog').getByLabel('Cup').fill('3')
  await row(page, /The customer gets back \$15\.00/)
  await row(page, /To this card \$5\.00/)
  await row(page, /Taken off this card 15 points/)
  await row(page, /To hand over \$10\.00/)
  if (shots !== undefined) await page.screenshot({ path: `${shots}/return.png`, fullPage: true })
  assert.deepEqual(await inaccessible(page), [])
  await send(page)
  await page.getByText('The return is booked. Hand over $10.00').waitFor()
  assert.deepEqual(await amountsOf(card), { USD: 20 })
  await isSound()
})

test('of a part the card comes first, or the till as long as enough was paid there', needsBrowser, async (t) => {
  const card = await sold(3, 8)
  const page = await openReturn(t, card)
  await page.getByRole('dialog').getByLabel('Cup').fill('1')
  await row(page, /To this card \$5\.00/)
  await row(page, /To hand over \$0\.00/)
  await page.getByText('Hand it over').click()
  await row(page, /To hand over \$5\.00/)
  await send(page)
  await page.getByText('The return is booked. Hand over $5.00').waitFor()
  assert.deepEqual(await amountsOf(card), { Points: 10, USD: 12 })

  // Two are left, worth 10: the card paid 8 of them, so that 3 at least go back to it with the next one.
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Cup').fill('1')
  await row(page, /To this card \$5\.00/)
  await page.getByText('Hand it over').click()
  await row(page, /To this card \$3\.00/)
  await row(page, /To hand over \$2\.00/)
  await send(page)
  await page.getByText('Hand over $2.00').waitFor()

  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Cup').check()
  await row(page, /To this card \$5\.00/)
  await row(page, /To hand over \$0\.00/)
  await send(page)
  await page.getByText('The return is booked', { exact: true }).waitFor()
  assert.deepEqual(await amountsOf(card), { USD: 20 })
  await isSound()
})

test(
  'what the customer has spent of the points is said before, and what another card paid goes back to it',
  needsBrowser,
  async (t) => {
    const [card, gift] = [await room.shop.card(), await room.shop.card({ usd: 10 })]
    const { requestRef } = (await room.shop.redeem(gift, { usd: 10 })).body
    const products = [{ sku: 'CUP', amountPurchased: 2, unitPrice: 5 }]
    await room.shop.must('checkout', {
      cardNumber: card,
      products,
      paymentMethods: [{ updateBalanceRequestRef: requestRef }],
    })
    await room.shop.redeem(card, { points: 4 })
    const page = await openReturn(t, card)
    await page.getByRole('dialog').getByLabel('Cup').fill('2')
    await row(page, /To the other cards that paid \$10\.00/)
    await row(page, /To hand over \$0\.00/)
    await page.getByText('The sale gave 4 points that have been spent since').waitFor()
    await send(page)
    await page.getByText('The return is booked', { exact: true }).waitFor()
    assert.deepEqual([await amountsOf(card), await amountsOf(gift)], [{}, { USD: 10 }])
    await isSound()
  },
)

test('what is sold by weight comes back in parts, and what is left has no binary rest', needsBrowser, async (t) => {
  const card = await sold(1.6, 8)
  const page = await openReturn(t, card)
  const field = page.getByRole('dialog').getByLabel('Cup')
  await field.pressSequentially('0.4')
  assert.equal(await field.inputValue(), '0.4')
  await row(page, /To this card \$2\.00/)
  await send(page)
  await page.getByText('The return is booked', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  // In binary fractions 1.2000000000000002 are left, which is more than there is.
  await field.fill('9')
  await row(page, /To this card \$6\.00/)
  assert.equal(await field.inputValue(), '1.2')
  await send(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(await amountsOf(card), { USD: 20 })
  await isSound()
})
