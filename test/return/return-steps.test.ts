import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { broughtBack, stateOf, sums, undone } from '../support/undo-shop.ts'

const rules = [
  {
    when: [{ fact: 'keyValue', key: 'off', op: '=', value: 'yes' }],
    then: [{ discount: { percent: 30, on: 'checkout' } }],
  },
  { then: [points(perDollar(7, 3))] },
  { then: [points({ give: 11, per: 1, of: 'products.quantity', where: { sku: ['ESP'] }, steps: 'proportional' })] },
  {
    then: [
      { redeem: { balanceType: 'Custom', balanceCode: 'STARS', amount: 100 } },
      {
        issue: { balanceType: 'Currency', balanceCode: 'USD', amount: { give: 0.01, per: 0.07, of: 'checkout.total' } },
      },
    ],
  },
]

const lines = [
  { sku: 'ESP', unitPrice: 3.33 },
  { sku: 'CAKE', unitPrice: 4.2 },
  { sku: 'LATTE', unitPrice: 0.99 },
]

/** What was bought of each line, in quarters of a unit, and in which of the steps each quarter comes back. */
const purchase = fc.record({
  quarters: fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 3 }),
  off: fc.boolean(),
  voids: fc.array(fc.nat(3), { maxLength: 2 }),
})

test('a return in any number of steps, voided ones among them, takes back what a return at once does', async () => {
  const open = await openRuleShop(rules, {
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 200, prefix: '60', length: 16 } }],
  })
  const { shop } = open
  await fc.assert(
    fc.asyncProperty(purchase, async ({ quarters, off, voids }) => {
      const cardNumber = await shop.card({ stars: 60 })
      await shop.issue(cardNumber, { stars: 70 }, { isReturnRelated: true })
      const before = await sums(shop, cardNumber)
      const products = lines.map((line, index) => ({ ...line, amountPurchased: (quarters[index]?.length ?? 0) / 4 }))
      const customKeyValues = [{ key: 'off', value: off ? 'yes' : 'no' }]
      const sale = await shop.must('checkout', { cardNumber, products, customKeyValues })
      const sold = await sums(shop, cardNumber)
      const steps = [0, 1, 2, 3].map((step) =>
        lines
          .map(({ sku }, index) => [(quarters[index] ?? []).filter((one) => one === step).length / 4, sku] as const)
          .filter(([amount]) => amount > 0)
          .map(([amount, sku]) => `${amount} ${sku}`)
          .join(', '),
      )
      for (const [index, step] of steps.entries()) {
        const back = await broughtBack(shop, sale, step)
        if (!voids.includes(index)) continue
        await undone(shop, cardNumber, back.requestRef)
        await broughtBack(shop, sale, step)
      }
      assert.deepEqual(await sums(shop, cardNumber), before)

      const again = await shop.must('checkout', { cardNumber, products, customKeyValues })
      assert.deepEqual(await sums(shop, cardNumber), sold)
      const all = products.map(({ sku, amountPurchased }) => `${amountPurchased} ${sku}`).join(', ')
      const { requestRef } = await broughtBack(shop, again, all)
      assert.deepEqual(await sums(shop, cardNumber), before)
      await undone(shop, cardNumber, requestRef)
      assert.deepEqual(await sums(shop, cardNumber), sold)
    }),
    { numRuns: 25 },
  )
  assert.deepEqual(await shop.verify(), [])
})

test('whatever is done in whichever order, undoing all of it leaves what was there', async () => {
  const { shop, bought } = await openRuleShop(rules)
  const action = fc.constantFrom('buy', 'back', 'void')
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
      const cardNumber = await shop.card({ stars: 1000 })
      const before = (await stateOf(shop)).lots
      const done: { requestRef: string; isSale: boolean; cardNumber: string }[] = []
      for (const what of actions) {
        const sale = done.findLast(({ isSale }) => isSale)
        if (what === 'void') await undoLast()
        else if (what === 'back' && sale) {
          const back = await broughtBack(shop, sale, '0.5 ESP', { failIfOverReturn: false })
          done.push({ ...back, isSale: false, cardNumber })
        } else done.push({ ...(await bought('2 ESP 5.55', { cardNumber })), isSale: true })
      }
      while (done.length > 0) await undoLast()
      assert.deepEqual((await stateOf(shop)).lots, before)

      async function undoLast(): Promise<void> {
        const last = done.pop()
        if (last) await undone(shop, cardNumber, last.requestRef)
      }
    }),
    { numRuns: 15 },
  )
  assert.deepEqual(await shop.verify(), [])
})
