import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { broughtBack, sums } from '../support/undo-shop.ts'

const bakery = { category: ['bakery'] }
const valueTypes = [
  { balanceType: 'Points', scale: 0 },
  { balanceType: 'Custom', balanceCode: 'MILES', scale: 3 },
]
const products = [
  { sku: 'PIE', name: 'Pie', categories: ['bakery'] },
  { sku: 'BUN', name: 'Bun', categories: ['bakery'] },
  { sku: 'TEA', name: 'Tea', categories: ['drinks'] },
]
const miles = (amount: object) => ({ issue: { balanceType: 'Custom', balanceCode: 'MILES', amount } })
const openBakery = (rules: readonly object[]) => openRuleShop(rules, { valueTypes, more: { products } })

test('what was computed of what products cost goes back by what they cost', async () => {
  const rate = { give: 1.5, per: 1, of: 'products.total', where: bakery, steps: 'proportional' }
  const { shop, bought } = await openBakery([
    { then: [{ discount: { percent: 10, on: 'checkout' } }] },
    { then: [miles(rate)] },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('1 PIE 1000, 99 BUN 0.1, 3 TEA 2', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { MILES: 1363.365 })
  await broughtBack(shop, sale, '1 TEA')
  assert.deepEqual(await sums(shop, cardNumber), { MILES: 1363.365 }, 'tea has nothing to do with it')
  await broughtBack(shop, sale, '1 PIE')
  assert.deepEqual(await sums(shop, cardNumber), { MILES: 13.365 })
  await broughtBack(shop, sale, '33 BUN')
  assert.deepEqual(await sums(shop, cardNumber), { MILES: 8.91 })
  await broughtBack(shop, sale, '66 BUN')
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('what was computed of how many products there are goes back by their quantity', async () => {
  const { shop, bought } = await openBakery([
    { then: [miles({ give: 1, per: 1, of: 'products.quantity', where: bakery })] },
    { then: [points({ give: 50, per: 1, of: 'products.lines', where: bakery })] },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('1 PIE 1000, 99 BUN 0.1', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { MILES: 100, Points: 100 })
  await broughtBack(shop, sale, '1 PIE')
  assert.deepEqual(await sums(shop, cardNumber), { MILES: 99, Points: 99 })
  await broughtBack(shop, sale, '99 BUN')
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a product that comes back below its price takes back that part, and all of it with the last unit', async () => {
  const { shop, bought } = await openBakery([
    { then: [points({ give: 1, per: 1, of: 'products.total', where: bakery })] },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('2 PIE 50, 1 TEA 10', { cardNumber })
  await broughtBack(shop, sale, '1 PIE 20')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 80 })
  await broughtBack(shop, sale, '1 PIE 20')
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test("a return's discount is its share of the service's, without what the till had given", async () => {
  const { shop, bought } = await openRuleShop([{ then: [{ discount: { percent: 10, on: 'checkout' } }] }])
  const cardNumber = await shop.card()
  const sale = await bought('3 ESP 10', { cardNumber, preDiscounts: [{ amount: 6 }] })
  assert.deepEqual([sale.totalDiscount, sale.checkoutTotalAfterDiscount], [2.4, 21.6])
  const shown: unknown[] = []
  for (const _ of [1, 2, 3]) {
    await broughtBack(shop, sale, '1 ESP')
    const [row] = await shop.history(cardNumber, { includeMainBalanceUpdate: true })
    shown.push([row.checkoutTotalBeforeDiscounts, row.totalDiscount, row.checkoutTotalAfterDiscounts])
  }
  assert.deepEqual(shown, [
    [-10, -0.8, -7.2],
    [-10, -0.8, -7.2],
    [-10, -0.8, -7.2],
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('the worth of a return and its part of the net total are rounded half up, and add up to all of it', async () => {
  const { shop, bought } = await openRuleShop([{ then: [{ discount: { amount: 0.05, on: 'checkout' } }] }])
  const cardNumber = await shop.card()
  const sale = await bought('3 ESP 0.335', { cardNumber })
  assert.deepEqual([sale.checkoutTotalBeforeDiscount ?? 1.01, sale.checkoutTotalAfterDiscount], [1.01, 0.96])
  const shown: unknown[] = []
  for (const basket of ['1 ESP 0.335', '1 ESP', '1 ESP']) {
    await broughtBack(shop, sale, basket)
    const [row] = await shop.history(cardNumber, { includeMainBalanceUpdate: true })
    shown.push([row.checkoutTotalBeforeDiscounts, row.totalDiscount, row.checkoutTotalAfterDiscounts])
  }
  // A third of 1.01 is 0.34, two thirds are 0.67; of 0.96 that is 0.32 and 0.64 with the rounded worth.
  assert.deepEqual(shown, [
    [-0.34, -0.02, -0.32],
    [-0.33, -0.01, -0.32],
    [-0.34, -0.02, -0.32],
  ])
  const loose = await shop.must('returnMerchandise', {
    cardNumber,
    returnedProducts: [{ sku: 'ESP', amountPurchased: 1, unitPrice: 0.335 }],
  })
  const [row] = await shop.history(cardNumber, { includeMainBalanceUpdate: true })
  assert.deepEqual([row.requestRef, row.checkoutTotalBeforeDiscounts], [loose.requestRef, -0.34], 'half a cent is up')
  assert.deepEqual(await shop.verify(), [])
})

test('points for a discounted sale go back in halves of a point without loss', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1))] }])
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 2.5', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5 })
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 2 }, 'of two and a half three are taken')
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})
