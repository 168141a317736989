import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const rules = [
    {
      id: 'dollars',
      name: 'A dollar for a hundred points',
      trigger: 'checkout',
      then: [
        {
          convert: {
            from: { balanceType: 'Points', amount: 'all' },
            to: { balanceType: 'Currency', balanceCode: 'USD', give: 1, per: 100 },
          },
        },
      ],
    },
  ]
  room = await openPortalRoom({ more: { campaigns: [{ id: 'convert', name: 'Points to money', rules }] } })
})

after(() => room?.close())

test(
  'support tells where points went: they became dollars, and only what moved them is shown',
  needsBrowser,
  async (t) => {
    const card = await room.shop.card({ points: 120, stars: 4 })
    await room.shop.must('checkout', { cardNumber: card, products: [{ sku: 'CUP', amountPurchased: 1, unitPrice: 8 }] })
    await room.shop.redeem(card, { stars: 1 })
    const { cookie } = await room.login('support')
    const { page } = await openWindow(t, room.service.port, { cookie })
    await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
    const story = page.getByRole('region', { name: 'What happened' })
    await story.getByText('Paid $8.00 for 1 × CUP at Pier 1, 100 points became $1.00', { exact: true }).waitFor()
    await story.getByText(/^1 Stars? used/).waitFor()
    await story.getByLabel('What moved').selectOption({ label: 'Points' })
    await story.getByText(/^1 Stars? used/).waitFor({ state: 'detached' })
    assert.equal(await story.getByText(/used/).count(), 0)
    await story.getByText('120 points given at Pier 1').waitFor()
    assert.deepEqual(await inaccessible(page), [])
    assert.deepEqual(await room.shop.verify(), [])

    const german = await openWindow(t, room.service.port, { cookie, locale: 'de-DE', width: 390 })
    await german.page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
    await german.page.getByText(/100 Punkte in 1,00\s\$ umgewandelt/).waitFor()
    assert.equal(await german.page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  },
)
