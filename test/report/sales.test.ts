import assert from 'node:assert/strict'
import { test } from 'node:test'
import { always, rowsOf } from '../support/report-shop.ts'
import { applyFile, openShop } from '../support/shop.ts'

test('sales by order mode, payment, event and place, with margin over lines that have a cost', async () => {
  const shop = await openShop({
    more: {
      products: [
        { sku: 'ESP', name: 'Espresso', cost: 1.25 },
        { sku: 'MUG', name: 'Mug' },
      ],
    },
  })
  const card = await shop.card({ usd: 50 })
  const sell = (products: object[], more: object) => shop.must('checkout', { cardNumber: card, products, ...more })
  const esp = { sku: 'ESP', amountPurchased: 2, unitPrice: 3.5 }
  const first = await sell([esp, { sku: 'MUG', amountPurchased: 1, unitPrice: 9 }], {
    orderMode: 2,
    paymentMethods: [
      { paymentType: 'voucher', amount: 4, countAsDiscount: true },
      { paymentType: 'cash', amount: 12 },
    ],
  })
  await sell([{ ...esp, amountPurchased: 1, unitCost: 1 }], {
    orderMode: 2,
    paymentMethods: [{ paymentType: 'cash', amount: 3.5 }],
  })
  const gone = await sell([esp], { orderMode: 7 })
  await shop.must('voidTransaction', { cardNumber: card, requestRef: gone.requestRef })
  await shop.must('returnMerchandise', {
    cardNumber: card,
    checkoutRequestRef: first.requestRef,
    returnedProducts: [{ sku: 'ESP', amountPurchased: 1 }],
  })

  const [mode, ...others] = await rowsOf(shop, 'sales', { ...always, by: 'orderMode' })
  assert.deepEqual(others, [], 'what was voided is nowhere')
  assert.deepEqual(mode, {
    orderMode: '2',
    soldIn: 'USD',
    sale: '2',
    total: '19.50',
    discounts: '0.00',
    countedDiscounts: '4.00',
    returned: '3.50',
    paid: '19.50',
    cost: '2.25',
    margin: '4.75',
    marginShare: '67.8 %',
  })
  const paid = await rowsOf(shop, 'sales', { ...always, by: 'payment' })
  assert.deepEqual(
    paid.map((row) => [row.payment, row.sale, row.paid]),
    [
      ['cash', '2', '15.50'],
      ['voucher', '1', '4.00'],
    ],
  )
  assert.deepEqual(
    (await rowsOf(shop, 'sales', always)).map((row) => [row.location, row.sale]),
    [['Pier 1', '2']],
  )
  assert.deepEqual(await rowsOf(shop, 'sales', { ...always, by: 'event' }), [])
  assert.deepEqual(await shop.verify(), [])
})

test('the sales of one location are those of its own day', async () => {
  const place = (id: string, timeZone: string) => ({ id, name: `Store ${id}`, terminals: ['T1'], timeZone })
  // Their days never agree.
  const [east, west] = [place('EAST', 'Pacific/Kiritimati'), place('WEST', 'Etc/GMT+12')]
  const shop = await openShop({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }, east, west] })
  const products = [{ sku: 'MUG', amountPurchased: 1, unitPrice: 9 }]
  for (const location of ['L1', 'EAST', 'EAST', 'WEST']) await shop.must('checkout', { products }, { location })
  const today = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(Date.now())
  const soldOn = async (day: string, location: string) =>
    (await rowsOf(shop, 'sales', { from: day, to: day, location })).map((row) => [row.location, row.sale])

  assert.deepEqual(await soldOn(today(east.timeZone), 'EAST'), [['Store EAST', '2']])
  assert.deepEqual(await soldOn(today(west.timeZone), 'WEST'), [['Store WEST', '1']])
  assert.deepEqual(await soldOn(today(west.timeZone), 'EAST'), [])
  const { title, notes, to } = await shop.must('report', { name: 'sales', location: 'WEST' })
  assert.match(title, /^Sales of Store WEST, /)
  assert.match(notes.join(' '), /Etc\/GMT\+12/)
  assert.equal(to, today(west.timeZone), 'it ends with the present day there')
  const refused = async (body: object) => (await shop.call('report', body)).body.errorMessage
  assert.match(await refused({ name: 'sales', location: 'L9' }), /location: there is no such location/)
  assert.match(await refused({ name: 'activity', location: 'L1' }), /location: activity is about all locations/)

  const { locations } = shop.file as { locations: { id: string }[] }
  await applyFile({ ...shop.file, locations: locations.filter(({ id }) => id !== 'EAST') })
  const past = await rowsOf(shop, 'sales', { from: today(east.timeZone), to: today(east.timeZone), location: 'EAST' })
  assert.deepEqual(
    past.map(({ sale }) => sale),
    ['2'],
    'a location that is switched off keeps its sales and its clock',
  )
  assert.deepEqual(await shop.verify(), [])
})
