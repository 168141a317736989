import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsOf } from '../support/checkout-shop.ts'
import { levelOf, openTierShop } from '../support/tier-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const usd = (amount: number) => ({ issue: { balanceType: 'Currency', balanceCode: 'USD', amount } })
const isCode = { fact: 'keyValue', key: 'promo', op: '=', value: 'tenth' }
const rules = [
  { when: [isCode], then: [{ discount: { percent: 10 } }] },
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [usd(20)] },
]
const tiersAt = (gold: number) => ({
  by: { fact: 'history.spend' },
  levels: [
    { id: 'silver', name: 'Silver', at: 100 },
    { id: 'gold', name: 'Gold', at: gold },
  ],
})

/** Of 59.99, half is 30.00 when it comes back, and 29.99 stay: with 120.00 and 100.00 that is 249.99. */
for (const [at, level, usdSum] of [
  [249.99, 'gold', 20],
  [250, 'silver', undefined],
] as const) {
  test(`half a cent that came back does not count for a level at ${at}, with or without another return`, async () => {
    const { shop } = await openTierShop(rules, tiersAt(at))
    const live = async (isTwin: boolean) => {
      const cardNumber = await shop.card()
      const sell = async (basket: string, more: object = {}) => {
        const sold = await shop.must('checkout', { cardNumber, products: productsOf(basket), ...more })
        return { cardNumber, requestRef: sold.transactionId }
      }
      const first = await sell('6 CAKE 20')
      const second = await sell('2 CAKE 33.33', { customKeyValues: [{ key: 'promo', value: 'tenth' }] })
      await broughtBack(shop, second, '1 CAKE')
      const back = isTwin ? undefined : await broughtBack(shop, first, '6 CAKE')
      await sell('5 CAKE 20')
      if (back) await undone(shop, cardNumber, back.requestRef)
      return [await levelOf(shop, cardNumber), (await sums(shop, cardNumber)).USD]
    }
    assert.deepEqual(await live(false), [level, usdSum])
    assert.deepEqual(await live(true), [level, usdSum])
    assert.deepEqual(await shop.verify(), [])
  })
}
