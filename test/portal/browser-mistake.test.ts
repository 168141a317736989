import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

let room: PortalRoom
let cards: readonly string[]

const points = (amount: number) => ({ issue: { balanceType: 'Points', amount } })

before(async () => {
  await useOwnDatabase()
  const campaigns = [
    { id: 'oops', name: 'A hundred too many', rules: [{ id: 'all', trigger: 'checkout', then: [points(100)] }] },
  ]
  const templates = [{ id: 'sorry', channel: 'email', subject: 'We are sorry', body: 'We made a mistake.' }]
  room = await openPortalRoom({ runsJobs: true, more: { campaigns, templates } })
  const { shop } = room
  cards = [await shop.card(), await shop.card(), await shop.card()]
  for (const cardNumber of cards) await shop.must('checkout', { cardNumber, products: productsOf('1 ESP 5') })
  const [ana = ''] = cards
  await shop.must('updateBalance', { cardNumber: ana, action: 'redeem', amount: { balanceType: 'Points', amount: 60 } })
})

after(() => room?.close())

const amounts = async () => {
  const balances = await Promise.all(cards.map((card) => room.shop.balances(card)))
  return balances.map(([one]) => one?.amount ?? 0)
}

test('a mistake is found, seen in figures, taken back by two people, and made up for', needsBrowser, async (t) => {
  const { shop, service } = room
  const [mia, fin] = [await room.login('marketer'), await room.login('finance')]
  const { page } = await openWindow(t, service.port, { cookie: mia.cookie })
  await page.goto(`/portal/b/${shop.id}/campaigns/campaign/oops`)
  await page.getByRole('link', { name: 'We made a mistake' }).click()
  await page.getByRole('heading', { name: 'A mistake in “A hundred too many”' }).waitFor()
  await page.getByText('It still runs: pause it first').waitFor()
  await page.getByText('240 points left, on 3 cards').waitFor()
  assert.equal(await page.getByRole('table', { name: 'Who got something' }).getByRole('row').count(), 4)
  const form = page.getByRole('region', { name: 'What to do about it' })
  await form.getByText('Will be taken back: 240 points, from 3 cards.').waitFor()
  await form.getByText('has expired or was taken back: 60 points.').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await form.getByLabel('Reason').fill('A zero too many')
  await form.getByRole('button', { name: 'Take it back' }).click()
  await form.getByText('This corrects 240 points.').waitFor()
  await form.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('Somebody has been asked to approve it').waitFor()
  assert.deepEqual(await amounts(), [40, 100, 100])

  const other = await openWindow(t, service.port, { cookie: fin.cookie })
  await other.page.goto(`/portal/b/${shop.id}/approvals`)
  await other.page.getByText('Take back what a campaign gave · 240 points').waitFor()
  await other.page.getByRole('link', { name: 'Who got what' }).waitFor()
  await other.page.getByRole('button', { name: 'Approve' }).click()
  await other.page.getByText('Approved and carried out').waitFor()

  await page.reload()
  const done = page.getByRole('region', { name: 'What was done' })
  await done.getByText('Taken back · 240 points').waitFor()
  await done.getByText('3 of 3 cards').waitFor()
  await done.getByText(`approved by ${fin.name}`).waitFor()
  await page.getByText('Nothing is left that could be taken back.').waitFor()
  assert.deepEqual(await amounts(), [0, 0, 0])
  assert.deepEqual(await shop.verify(), [])
})

test('goodwill says what it comes to before it is given, also in German and on a phone', needsBrowser, async (t) => {
  const { shop, service } = room
  const ada = await room.login('administrator')
  const options = { cookie: ada.cookie, locale: 'de-DE', width: 390 }
  const { page } = await openWindow(t, service.port, options)
  await page.goto(`/portal/b/${shop.id}/campaigns/campaign/oops/mistake`)
  const form = page.getByRole('region', { name: 'Was zu tun ist' })
  await form.getByLabel('Mit Kulanz wiedergutmachen').check()
  await form.getByLabel('Was jede Karte bekommt').selectOption({ label: 'Punkte' })
  await form.getByLabel('Wie viel je Karte').fill('1.000')
  await form.getByText('3 Karten bekommen je 1.000 Punkte: zusammen 3.000 Punkte.').waitFor()
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.deepEqual(await inaccessible(page), [])
  assert.ok(wide <= 390, `no sideways scroll: ${wide}`)
  await form.getByLabel('Grund').fill('Entschuldigung')
  await form.getByRole('button', { name: 'Kulanz geben' }).click()
  await page.getByText('Kulanz · 3.000 Punkte').waitFor()
  await page.getByText('3 von 3 Karten').first().waitFor()
  assert.deepEqual(await amounts(), [1000, 1000, 1000])
  assert.deepEqual(await shop.verify(), [])
})
