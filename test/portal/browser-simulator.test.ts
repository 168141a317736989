import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const shots = process.env.PURSER_SHOTS
let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
    more: {
      products: [
        { sku: 'ESP', name: 'Espresso', categories: ['drinks'] },
        { sku: 'MUG', name: 'Mug' },
        { sku: 'BAG', name: 'Bag' },
        { sku: 'TIN', name: 'Tin' },
      ],
      campaigns: [
        {
          id: 'three',
          name: 'Three espressos',
          rules: [
            {
              id: 'off',
              name: 'A dollar off',
              trigger: 'checkout',
              when: [{ fact: 'products.quantity', op: '>=', value: 3, where: { sku: 'ESP' } }],
              then: [{ discount: { amount: 1 } }],
            },
          ],
        },
        {
          id: 'gift',
          name: 'A present',
          rules: [
            {
              id: 'one-of-three',
              name: 'One of three',
              trigger: 'checkout',
              when: [{ fact: 'products.quantity', op: '>=', value: 9, where: { sku: 'ESP' } }],
              then: [{ addProduct: { regularPrice: 5, choose: { of: ['MUG', 'BAG', 'TIN'], group: 'gift' } } }],
            },
          ],
        },
      ],
    },
  })
})

after(() => room?.close())

test('a basket is put together, fires a rule, and can be sent as a link', needsBrowser, async (t) => {
  const products = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }]
  await room.shop.must('checkout', { products })
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/simulator`)
  await page.getByText('Put something into the basket').waitFor()
  await page.getByRole('combobox', { name: 'Add a product' }).click()
  await page.getByRole('option', { name: 'Espresso · $3.00' }).click()
  await page.getByText('To pay').waitFor()
  if (shots !== undefined) await page.screenshot({ path: `${shots}/simulator-1.png`, fullPage: true })
  await page.getByLabel('Quantity: Espresso').fill('3')
  await page.getByText('$8.00', { exact: true }).waitFor()
  if (shots !== undefined) await page.screenshot({ path: `${shots}/simulator.png`, fullPage: true })
  assert.deepEqual(await inaccessible(page), [])

  const link = page.url()
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('$8.00', { exact: true }).waitFor()
})

test('one of three presents is chosen, and another one instead, and none', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  const tried = {
    lines: [{ sku: 'ESP', quantity: 9, price: 3 }],
    coupons: [],
    buyer: 'nobody',
    segments: [],
    balances: [],
  }
  await page.goto(`/portal/b/${room.shop.id}/campaigns/simulator?tried=${encodeURIComponent(JSON.stringify(tried))}`)
  const options = page.getByRole('group', { name: 'The customer chooses' })
  await options.getByRole('checkbox', { name: 'Bag' }).check()
  await page.getByText('1 × Bag').waitFor()
  await page.getByText('Added by a campaign').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await options.getByRole('checkbox', { name: 'Tin' }).check()
  await page.getByText('1 × Tin').waitFor()
  await page.getByText('1 × Bag').waitFor({ state: 'detached' })
  assert.equal(await options.getByRole('checkbox', { checked: true }).count(), 1)
  const link = page.url()
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('1 × Tin').waitFor()
  await options.getByRole('checkbox', { name: 'Tin' }).uncheck()
  await page.getByText('1 × Tin').waitFor({ state: 'detached' })
  assert.deepEqual(await room.shop.verify(), [])
})

test('the basket of a past sale is taken over, with its card', needsBrowser, async (t) => {
  const cardNumber = await room.shop.card({ points: 7 })
  const products = [{ sku: 'ESP', amountPurchased: 4, unitPrice: 2.5 }]
  await room.shop.must('checkout', { cardNumber, products })
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/simulator`)
  await page.getByRole('button', { name: 'Take a past sale' }).click()
  await page
    .getByRole('button', { name: /4 × Espresso/ })
    .first()
    .click()
  await page.getByText('$9.00', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Card number').inputValue(), cardNumber)
  assert.deepEqual(await room.shop.verify(), [])
})
