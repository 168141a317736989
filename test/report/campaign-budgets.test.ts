import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spent } from '../support/budget-room.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { always, rowsOf, sameWhenSummed } from '../support/report-shop.ts'

const off = (percent: number, products?: object) => ({
  budget: { amount: 1000, of: 'discount' },
  then: [{ discount: { percent, ...products } }],
})

/** Percentages and prices of which hardly a share is whole cents. */
const rules = [off(7), off(13), off(9, { on: { where: { sku: ['CAKE'] } } })]

test('after partial returns the campaigns report and the budgets say the same to the cent, rule by rule', async () => {
  const { shop, bought } = await openRuleShop(rules)
  const card = await shop.card()
  const bring = async (sale: string, sku: string, amountPurchased: number) => {
    const returnedProducts = [{ sku, amountPurchased }]
    const call = { cardNumber: card, checkoutRequestRef: sale, returnedProducts }
    return (await shop.must('returnMerchandise', call)).requestRef
  }
  const agree = async () => {
    const [shown, used] = await sameWhenSummed(shop, async () => {
      const rows = await rowsOf(shop, 'campaigns', { ...always, by: 'rule' })
      const cents = rows.map(({ rule, discountsUSD }) => [rule, Math.round(100 * Number(discountsUSD))])
      const uses = Object.entries(await spent(shop)).map(([name, amount]) => [/rule-\d/.exec(name)?.[0], amount])
      return [cents, uses.toSorted()]
    })
    assert.deepEqual(shown, used)
  }
  const first: string = (await bought('7 ESP 3.33, 3 CAKE 4.99', { cardNumber: card })).transactionId
  const second: string = (await bought('3 LATTE 0.07, 1 ESP 10.01', { cardNumber: card })).transactionId
  await agree()
  for (const count of [1, 2, 1]) {
    await bring(first, 'ESP', count)
    await agree()
  }
  const cake = await bring(first, 'CAKE', 2)
  await bring(second, 'LATTE', 1)
  await agree()
  await shop.must('voidTransaction', { cardNumber: card, requestRef: cake })
  await agree()
  await bring(first, 'CAKE', 3)
  await bring(first, 'ESP', 3)
  await agree()
  await bring(second, 'LATTE', 2)
  await bring(second, 'ESP', 1)
  const rows = await rowsOf(shop, 'campaigns', { ...always, by: 'rule' })
  for (const { discountsUSD } of rows) assert.equal(discountsUSD, '0.00', 'everything is back')
  assert.deepEqual(await shop.verify(), [])
})
