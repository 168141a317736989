import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ more: { products: [{ sku: 'ESP', name: 'Espresso', categories: ['drinks'] }] } })
})

after(() => room?.close())

test(
  'the story says how many came back, what changed of the customer, and how they agreed',
  needsBrowser,
  async (t) => {
    const { shop } = room
    const cardNumber = await shop.card()
    const { requestRef } = await shop.must('checkout', { cardNumber, products: productsOf('2 ESP 10') })
    await shop.must('returnMerchandise', {
      ...{ cardNumber, checkoutRequestRef: requestRef },
      returnedProducts: productsOf('1 ESP 5'),
    })
    const email = 'ana@example.com'
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Ana', email } })
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Anna' } })
    const consentText = 'Yes to offers by e-mail'
    await shop.must('updateChannelSubscription', {
      channel: 'email',
      channelUser: email,
      globalOptIn: true,
      consentText,
    })
    const { cookie } = await room.login('support')
    const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
    await page.goto(`/portal/b/${shop.id}/cards/${cardNumber}`)
    await page.getByText(/^Returned 1 × Espresso/).waitFor()
    await page.getByText('First name: from Ana to Anna').waitFor()
    await page.getByText(`“${consentText}”`).waitFor()
    assert.deepEqual(await shop.verify(), [])
  },
)
