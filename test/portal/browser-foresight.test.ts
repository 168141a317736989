import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let room: PortalRoom

before(async () => {
  const issue = { balanceType: 'Points', amount: { give: 1, per: 1, of: 'checkout.netTotal' } }
  const earn = { id: 'earn', name: 'A point per dollar', trigger: 'checkout', then: [{ issue }] }
  room = await openPortalRoom({
    runsJobs: true,
    flags: ['--job-lease', '10'],
    more: {
      promotions: { worth: { Points: '0.10' } },
      campaigns: [{ id: 'collect', name: 'Collect', rules: [earn] }],
    },
  })
})

after(() => room?.close())

test(
  'publishing says what it would have cost, and which campaign it meets in the same sale',
  needsBrowser,
  async (t) => {
    const { shop } = room
    const cardNumber = await shop.card()
    for (const basket of ['1 CAKE 40', '1 CAKE 4'])
      await shop.must('checkout', { cardNumber, products: productsOf(basket) })
    const rule = { id: 'off', name: 'Two dollars off', trigger: 'checkout', then: [{ discount: { amount: 2 } }] }
    const birthday = {
      ...{ id: 'cake', name: 'A cake', trigger: 'date', date: { of: 'customer.birthday' } },
      then: [{ issue: { balanceType: 'Points', amount: 5 } }],
    }
    // It begins long after the sales that it is tried on.
    const text = JSON.stringify({ id: 'promo', name: 'Promo', from: '2098-01-01 00:00:00', rules: [rule, birthday] })
    const { draftId } = await shop.must('saveDraft', {
      title: 'Promo',
      entries: [{ section: 'campaigns', key: 'promo', text }],
    })
    const { cookie } = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie })
    await page.goto(`/portal/b/${shop.id}/campaigns/drafts/${draftId}`)
    // Whoever cannot be told how far it is hears that, and tries again.
    await page.route('**/portal/call/errandLookup', (route) => route.abort())
    await page.getByRole('button', { name: 'Publish' }).click()
    const told = page.getByRole('region', { name: 'What it would have done in the last 30 days' })
    const again = told.getByRole('button', { name: 'Try again' })
    await again.waitFor({ timeout: 60_000 })
    await page.unroute('**/portal/call/errandLookup')
    await again.click()
    // Two dollars off twice, and the 40 points that are left of 44, ten cents each.
    await told.getByText('18.2% of $44.00 in sales · $4.40 then').waitFor({ timeout: 90_000 })
    const words = (await told.innerText()).replaceAll(/\s+/g, ' ')
    assert.match(words, /Customers reached 1 /)
    assert.match(words, /What these campaigns would give \$4\.00 \$0\.00 then/)
    assert.match(words, /All campaigns together would give \$8\.00/)
    assert.match(words, /Largest reward in one sale \$5\.80 \$5\.80 in a sale of \$40\.00 on/)
    assert.match(words, /Highest share of one sale 55% \$2\.20 in a sale of \$4\.00/)
    assert.match(words, /Collect · A point per dollar and Promo · Two dollars off: 2 sales, \$8\.00 in all/)
    assert.match(words, /Cannot be tried on past sales.* Promo · A cake/)
    assert.match(words, /Decided on .*, with version \d+ of everything else/)
    assert.deepEqual(await inaccessible(page), [])

    // Whoever looks again finds the same replay, and starts no second one.
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await told.getByText('18.2% of $44.00 in sales').waitFor()
    const { errands } = await shop.must('listErrands', {})
    assert.equal(errands.length, 1)

    const german = await openWindow(t, room.service.port, { cookie, locale: 'de-DE', width: 390 })
    await german.page.goto(`/portal/b/${shop.id}/campaigns/drafts/${draftId}`)
    await german.page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await german.page.getByText(/18,2\s% von 44,00\s\$ Umsatz/).waitFor({ timeout: 90_000 })
    assert.equal(await german.page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)

    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page
      .getByText(/was published|is published/i)
      .first()
      .waitFor()
    assert.deepEqual(await shop.verify(), [])
  },
)
