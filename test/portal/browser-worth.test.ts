import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const issue = { balanceType: 'Points', amount: { give: 2, per: 1, of: 'checkout.netTotal' } }
  const budget = { amount: 1000, of: { balanceType: 'Points' }, every: 'month' }
  const earn = { id: 'earn', name: 'Two points per dollar', trigger: 'checkout', budget, then: [{ issue }] }
  const off = { id: 'off', name: 'A dollar off', trigger: 'checkout', then: [{ discount: { amount: 1 } }] }
  room = await openPortalRoom({
    more: {
      campaigns: [
        { id: 'collect', name: 'Collect', rules: [earn] },
        { id: 'promo', name: 'Promo', rules: [off] },
      ],
    },
  })
})

after(() => room?.close())

test('a worth is given to points, and campaigns cost something, in German too', needsBrowser, async (t) => {
  const { shop } = room
  const cardNumber = await shop.card()
  await shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 51') })
  const ana = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie })
  const open = (path: string) => page.goto(`/portal/b/${shop.id}/${path}`)

  await open('reports/campaigns?period=today')
  // The discount comes first: 50.00 earn 100 points, which cost nothing yet.
  await page.getByRole('row', { name: /^Collect 1 1 1 \$0\.00 \$0\.00/ }).waitFor()

  await open('settings')
  await page.getByRole('link', { name: /^Worth of points/ }).click()
  const worth = page.getByLabel('Points: what one is worth (USD)')
  await worth.fill('0,02')
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Worth of points.* was saved/).waitFor()
  assert.deepEqual((await ana.must('entry', { section: 'promotions' })).entry, { groups: [], worth: { Points: 0.02 } })

  await open('reports/campaigns?period=today')
  for (const name of ['Sales touched', 'Cost', 'Cost per sale', 'Times given'])
    await page.getByRole('columnheader', { name, exact: true }).waitFor()
  await page.getByRole('row', { name: /^Collect 1 1 1 \$2\.00 \$2\.00/ }).waitFor()
  await page.getByRole('row', { name: /^Total 2 2 +\$3\.00/ }).waitFor()

  const { budgets } = await ana.must('campaignFigures', {})
  assert.deepEqual(
    budgets.map(({ amount, spent, worth }: Record<string, number>) => [amount, spent, worth]),
    [[1000, 100, 20]],
  )
  await open('campaigns')
  await page
    .getByText(/1,000 points .*\(\$20\.00 in all\)/)
    .first()
    .waitFor()

  const german = await openWindow(t, room.service.port, { cookie: ana.cookie, locale: 'de-DE' })
  await german.page.goto(`/portal/b/${shop.id}/reports/campaigns?period=today`)
  await german.page.getByRole('columnheader', { name: 'Kosten je Verkauf' }).waitFor()
  assert.deepEqual(await shop.verify(), [])
})

test('a marketer sees what points are worth, and cannot change it', needsBrowser, async (t) => {
  const max = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie: max.cookie })
  await page.goto(`/portal/b/${room.shop.id}/settings/promotions`)
  await page.getByLabel('Points: what one is worth (USD)').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  const { version: baseVersion } = await max.must('entry', { section: 'promotions' })
  const edits = [{ section: 'promotions', entry: { worth: { Points: '0' } } }]
  const { error } = (await max.call('editBrand', { edits, baseVersion })).body
  assert.deepEqual([error.code, /limits\.change/.test(error.text)], [104, true])
})
