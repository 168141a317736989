import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertReproduced, between, explain, replayShop } from '../support/replay-room.ts'
import { dice } from '../support/segment-population.ts'

/** Budgets of which little is left after a few sales, and limits that voids and returns give back. */
const rules = [
  { id: 'earn', then: [points(perDollar(2))] },
  { id: 'seven', budget: { amount: 12, of: 'discount' }, then: [{ discount: { percent: 7 } }] },
  { id: 'bonus', budget: { amount: 60, of: { balanceType: 'Points' } }, then: [points(9)] },
  { id: 'once', limit: { times: 2 }, then: [{ discount: { amount: 1 } }] },
]

interface Sold {
  readonly cardNumber: string
  readonly ref: string
  readonly quantity: number
}

/** Sales, returns of parts, voids of sales and of returns, in any order. */
async function trade(seed: number) {
  const { shop, bought } = await openRuleShop(rules)
  const cards = [await shop.card({ usd: 30 }), await shop.card(), await shop.card()]
  const roll = dice(seed).below
  const sold: Sold[] = []
  const undoable: { readonly cardNumber: string; readonly requestRef: string }[] = []
  const step = async () => {
    const kind = roll(10)
    const sale = sold[roll(Math.max(1, sold.length))]
    if (kind < 5 || !sale) {
      const cardNumber = cards[roll(cards.length)] ?? ''
      const quantity = 1 + roll(4)
      const { transactionId } = await bought(`${quantity} ESP ${3 + roll(9)}.${10 + roll(80)}`, { cardNumber })
      sold.push({ cardNumber, ref: transactionId, quantity })
      undoable.push({ cardNumber, requestRef: transactionId })
    } else if (kind < 8) {
      const { cardNumber, ref } = sale
      const returnedProducts = [{ sku: 'ESP', amountPurchased: 1 }]
      const call = { cardNumber, checkoutRequestRef: ref, returnedProducts, failIfOverReturn: true }
      const { body } = await shop.call('returnMerchandise', call)
      if (body.success) undoable.push({ cardNumber, requestRef: body.requestRef })
    } else {
      const [one] = undoable.splice(roll(Math.max(1, undoable.length)), 1)
      if (one) await shop.call('voidTransaction', one)
    }
  }
  const times = async (count: number) => {
    for (let done = 0; done < count; done += 1) await step()
  }
  await times(12)
  const from = await between()
  await times(60)
  return { shop, from }
}

for (const seed of [3, 11, 29]) {
  test(`sales with budgets, whose returns and voids are voided in turn, come out as they happened (${seed})`, async () => {
    const { shop, from } = await trade(seed)
    assertReproduced(await replayShop(shop, { from, onSale: explain }))
    assert.deepEqual(await shop.verify(), [])
  })
}
