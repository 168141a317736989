import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const shots = process.env.PURSER_SHOTS
let room: PortalRoom

const look = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

before(async () => {
  const more = {
    demographicFields: [
      { name: 'shoe', type: 'Integer' },
      { name: 'drink', labels: { en: { esp: 'Espresso', tea: 'Tea' } } },
      { name: 'pets', list: true },
    ],
  }
  room = await openPortalRoom({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }], more })
})

after(() => room?.close())

const isSound = async () => assert.deepEqual(await room.shop.verify(), [])
const amountsOf = async (card: string) =>
  (await room.shop.balances(card)).map(({ amount }: { amount: number }) => amount)

async function person(firstName: string, amounts: object = { usd: 50, points: 30 }) {
  const card = await room.shop.card(amounts)
  await room.shop.must('updateAccount', { cardNumber: card, primaryCustomer: { firstName, city: 'Oslo' } })
  return card
}

async function openCard(t: Parameters<typeof openWindow>[0], role: 'support' | 'finance', card: string) {
  const { cookie } = await room.login(role)
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  return page
}

test('a customer is changed, with what somebody else changes meanwhile, and it is undone', needsBrowser, async (t) => {
  const card = await person('Ana')
  const page = await openCard(t, 'support', card)
  await page.getByRole('button', { name: 'Edit customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Anna')
  await dialog.getByLabel('Birthday').fill('1990-05-17')
  await dialog.getByLabel('shoe').fill('many')
  await dialog.getByLabel('drink').selectOption({ label: 'Tea' })
  await dialog.getByLabel('pets').fill('cat, dog')
  await look(page, 'edit-customer')
  assert.deepEqual(await inaccessible(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This was refused').waitFor()
  await room.shop.must('updateAccount', { cardNumber: card, primaryCustomer: { city: 'Bergen' } })
  await dialog.getByLabel('shoe').fill('38')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The customer is saved').waitFor()
  const panel = page.getByRole('region', { name: 'Customer' })
  await look(page, 'customer')
  for (const text of ['Anna', 'May 17, 1990', '38', 'Tea', 'cat, dog', 'Bergen']) await panel.getByText(text).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await panel.getByText('Ana', { exact: true }).waitFor()
  await panel.getByText('Bergen').waitFor()
  await isSound()
})

test('what is on a card moves to another one, after both balances and the sum were shown', needsBrowser, async (t) => {
  const [card, target] = [await person('Ana'), await person('Ben', { usd: 7 })]
  const page = await openCard(t, 'support', card)
  await page.getByRole('button', { name: 'Move to another card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card that gets everything').fill(card)
  await dialog.getByText('This is the same card').waitFor()
  await dialog.getByLabel('Card that gets everything').fill(target)
  await dialog.getByRole('row', { name: /On the other card now \$7\.00/ }).waitFor()
  await dialog.getByRole('row', { name: /afterwards.*\$57\.00/ }).waitFor()
  await dialog.getByLabel('Reason').fill('two cards, one customer')
  await look(page, 'move-card')
  assert.deepEqual(await inaccessible(page), [])
  await dialog.getByRole('button', { name: 'Move to another card' }).click()
  await page.getByRole('heading', { name: 'Ben' }).waitFor()
  assert.deepEqual(await amountsOf(target), [30, 57])
  await isSound()
})

test('a card that was emptied and not moved says so, and the move is finished', needsBrowser, async (t) => {
  const card = await person('Ana')
  await room.shop.must('transfer', { action: 'out', cardNumber: card })
  const page = await openCard(t, 'support', card)
  await page.getByRole('button', { name: 'Finish the move' }).waitFor()
  await look(page, 'half-moved')
  await page.getByRole('button', { name: 'Finish the move' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: /afterwards.*\$50\.00/ }).waitFor()
  await dialog.getByLabel('Reason').fill('cut off')
  await dialog.getByRole('button', { name: 'Replace lost card' }).click()
  await page.getByText(/Everything is on card/).waitFor()
  await page.getByText('Replaces').waitFor()
  await isSound()
})

test('a cashier takes back what they did a moment ago', needsBrowser, async (t) => {
  const card = await person('Ana', { usd: 50 })
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie, width: 1024, height: 768 })
  await page.goto(`/portal/b/${room.shop.id}/terminal?text=${card}`)
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByRole('dialog').getByLabel('How much').fill('12')
  await page.getByRole('dialog').getByRole('button', { name: 'Use', exact: true }).click()
  const just = page.getByRole('region', { name: 'What you just did' })
  await just.getByText('$12.00 used at Pier 1').waitFor()
  await look(page, 'just-done')
  assert.deepEqual(await inaccessible(page), [])
  await just.getByRole('button', { name: 'Undo' }).click()
  await just.waitFor({ state: 'detached' })
  await page.getByText('Undone').first().waitFor()
  assert.deepEqual(await amountsOf(card), [50])
  await isSound()
})

test('finance corrects a balance on the card’s page, and serves nobody', needsBrowser, async (t) => {
  const card = await person('Ana', { usd: 50 })
  const page = await openCard(t, 'finance', card)
  await page.getByRole('button', { name: 'Correct' }).click()
  assert.equal(await page.getByRole('button', { name: 'Check out' }).count(), 0)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What').selectOption({ label: 'US Dollar' })
  await dialog.getByLabel('How much').fill('3')
  await dialog.getByLabel('Reason').fill('counted again')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await page.getByText('Corrected by $3.00').first().waitFor()
  assert.deepEqual(await amountsOf(card), [53])
  await isSound()
})

test('a child card is loaded, and that is undone', needsBrowser, async (t) => {
  const card = await person('Ana', { usd: 50 })
  await room.shop.must('allocateChildCard', { cardNumber: card, childCardNumber: 'junior' })
  const page = await openCard(t, 'support', card)
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Which card').selectOption('junior')
  await dialog.getByLabel('What').selectOption({ label: 'US Dollar' })
  await dialog.getByRole('radio', { name: 'Paid by the customer' }).check()
  await dialog.getByLabel('How much').fill('4')
  await dialog.getByLabel('Reason').fill('pocket money')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  const children = page.getByRole('region', { name: 'Child cards' })
  await children.getByText('$4.00').waitFor()
  assert.deepEqual(await amountsOf(card), [50])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await children.getByText('$4.00').waitFor({ state: 'detached' })
  await isSound()
})

test('a refusal is told in German where the portal is German', needsBrowser, async (t) => {
  const card = await person('Ana', { usd: 5 })
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie, locale: 'de-DE' })
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByRole('button', { name: 'Einlösen' }).click()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Wie viel')
  for (const [typed, read] of [
    ['1.000', '1.000,00'],
    ['4.50', '4,50'],
    ['1.000,5', '1.000,50'],
  ] as const) {
    await amount.fill(typed)
    await dialog.getByText(`Gelesen als ${read}`, { exact: true }).waitFor()
  }
  for (const [typed, why] of [
    ['1,000', '1,000 kann zweierlei heißen. Schreiben Sie 1000 oder 1.'],
    ['1.00.0', 'Das ist keine Zahl. Schreiben Sie sie wie 12,50.'],
  ] as const) {
    await amount.fill(typed)
    await dialog.getByRole('button', { name: 'Einlösen' }).click()
    await dialog.getByText(why).waitFor()
  }
  await amount.fill('50')
  await dialog.getByRole('button', { name: 'Einlösen' }).click()
  await dialog.getByText('Das wurde abgelehnt').waitFor()
  assert.doesNotMatch((await dialog.textContent()) ?? '', /balance|limit/i)
})
