import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perDollar, points } from '../support/checkout-shop.ts'
import type { Shop } from '../support/shop.ts'
import { bySpend, changesOf, levelOf, openTierShop } from '../support/tier-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const levels = [
  { id: 'silver', name: 'Silver', at: 100 },
  { id: 'gold', name: 'Gold', at: 300 },
]
const ladders = [
  { by: { fact: 'earned', balanceType: 'Points' }, levels },
  { by: { fact: 'history.spend' }, levels },
  { ...bySpend, levels },
]

/** A point for every dollar, and for gold 20 points or 10 dollars. */
const rewards = [
  { gift: points(20), gold: { Points: 20 } },
  { gift: { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 10 } }, gold: { USD: 10 } },
]

interface Till {
  readonly shop: Shop
  readonly card: string
  sell(price: number): Promise<string>
  /** Returns so many tenths of a sale. */
  bring(sale: string, tenths?: number): Promise<string>
  cancel(ref: string): Promise<unknown>
  /** What the card has, and its level. */
  has(): Promise<object>
}

async function openTill(tiers: object, gift: object): Promise<Till> {
  const { shop, bought } = await openTierShop(
    [{ then: [points(perDollar(1))] }, { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [gift] }],
    tiers,
  )
  const card = await shop.card()
  return {
    shop,
    card,
    sell: async (price) => (await bought(`10 CAKE ${price / 10}`, { cardNumber: card })).transactionId,
    bring: async (requestRef, tenths = 10) =>
      (await broughtBack(shop, { requestRef, cardNumber: card }, `${tenths} CAKE`)).requestRef,
    cancel: (ref) => undone(shop, card, ref),
    has: async () => ({ ...(await sums(shop, card)), level: await levelOf(shop, card) }),
  }
}

for (const tiers of ladders) {
  for (const { gift, gold } of rewards) {
    const kind = `${tiers.by.fact}${'within' in tiers.by ? ' of a year' : ''}, ${Object.keys(gold)[0]}`
    const of = (earned: number, level?: string, more: Record<string, number> = {}) => {
      const all = { ...(earned > 0 && { Points: earned }), ...more }
      return { ...all, ...(earned > 0 && more.Points !== undefined && { Points: earned + more.Points }), level }
    }

    test(`returns and their voids in rounds leave nothing (${kind})`, async () => {
      const { shop, sell, bring, cancel, has } = await openTill(tiers, gift)
      for (let round = 0; round < 2; round += 1) {
        const first = await sell(310)
        const back = await bring(first)
        assert.deepEqual(await has(), of(0))
        const second = await sell(320)
        await cancel(back)
        assert.deepEqual(await has(), of(630, 'gold', gold))
        await bring(second)
        assert.deepEqual(await has(), of(310, 'gold', gold))
        await bring(first)
        assert.deepEqual(await has(), of(0))
      }
      assert.deepEqual(await shop.verify(), [])
    })

    test(`what a level gave does not come back without the level (${kind})`, async () => {
      const { shop, sell, bring, cancel, has } = await openTill(tiers, gift)
      const [first, second] = [await sell(250), await sell(60)]
      assert.deepEqual(await has(), of(310, 'gold', gold))
      const back = await bring(second)
      await bring(first, 5)
      await cancel(back)
      assert.deepEqual(await has(), of(185, 'silver'))
      await bring(first, 5)
      await bring(second)
      assert.deepEqual(await has(), of(0))
      assert.deepEqual(await shop.verify(), [])
    })

    test(`what a level gave is taken back once, whichever sale it stands by (${kind})`, async () => {
      for (const undo of ['bring', 'cancel'] as const) {
        const till = await openTill(tiers, gift)
        const [first, second] = [await till.sell(310), await till.sell(320)]
        await till.sell(50)
        await till.cancel(first)
        assert.deepEqual(await till.has(), of(370, 'gold', gold))
        await till[undo](second)
        assert.deepEqual(await till.has(), of(50))
        assert.deepEqual(await till.shop.verify(), [])
      }
    })

    test(`what was taken back with a level is not taken back again with the next one (${kind})`, async () => {
      const { shop, sell, bring, cancel, has } = await openTill(tiers, gift)
      const [first, second] = [await sell(310), await sell(150)]
      const back = await bring(second)
      await bring(first, 9)
      assert.deepEqual(await has(), of(31))
      await cancel(back)
      assert.deepEqual(await has(), of(181, 'silver'))
      const third = await sell(240)
      assert.deepEqual(await has(), of(421, 'gold', gold))
      await cancel(third)
      assert.deepEqual(await has(), of(181, 'silver'))
      assert.deepEqual(await shop.verify(), [])
    })

    test(`a void is a full return, for a level and what it gave (${kind})`, async () => {
      for (const undo of ['bring', 'cancel'] as const) {
        const till = await openTill(tiers, gift)
        const first = await till.sell(310)
        const second = await till.sell(320)
        await till[undo](first)
        assert.deepEqual(await till.has(), of(320, 'gold', gold))
        assert.deepEqual(await changesOf(till.shop, till.card).then((all) => all[0]), 'reached none gold')
        await till[undo](second)
        assert.deepEqual(await till.has(), of(0))
        assert.deepEqual(await till.shop.verify(), [])
      }
    })
  }
}
