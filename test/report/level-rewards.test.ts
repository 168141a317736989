import assert from 'node:assert/strict'
import { test } from 'node:test'
import { points } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { always, rowsOf, sumUp } from '../support/report-shop.ts'
import { openTierShop } from '../support/tier-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

test('the campaigns report gives for levels what the cards have, whichever call took it or gave it back', async () => {
  const onUp = (level: string, amount: number) => ({
    trigger: 'tier',
    tier: { on: 'up', level },
    then: [points(amount)],
  })
  const levels = [
    { id: 'silver', name: 'Silver', at: 100 },
    { id: 'gold', name: 'Gold', at: 300 },
  ]
  const { shop, bought } = await openTierShop([onUp('silver', 5), onUp('gold', 20)], {
    by: { fact: 'history.spend' },
    levels,
  })
  const cardNumber = await shop.card()
  const room = await openJobRoom(shop)
  /** How often silver and gold gave, what they gave, and what the card has. */
  const shown = async (silver: [number, number], gold: [number, number]) => {
    const expected = [silver, gold].filter(([fired, given]) => fired + given !== 0)
    const rows = async () =>
      (await rowsOf(shop, 'campaigns', { ...always, by: 'rule' }))
        .map(({ fired, givenPointsRewards }) => [Number(fired), Number(givenPointsRewards)])
        .filter(([fired = 0, given = 0]) => fired + given !== 0)
    assert.deepEqual(await rows(), expected)
    assert.equal((await sums(shop, cardNumber)).Points ?? 0, silver[1] + gold[1])
    await sumUp(room)
    assert.deepEqual(await rows(), expected, 'also when it is summed')
  }
  const sell = async (price: number) => (await bought(`10 CAKE ${price / 10}`, { cardNumber })).transactionId
  const bring = async (requestRef: string, tenths: number) =>
    (await broughtBack(shop, { requestRef, cardNumber }, `${tenths} CAKE`)).requestRef
  const first = await sell(310)
  await shown([0, 0], [1, 20])
  const second = await sell(320)
  await undone(shop, cardNumber, first)
  await shown([0, 0], [1, 20])
  const half = await bring(second, 5)
  await shown([1, 5], [0, 0])
  const rest = await bring(second, 5)
  await shown([0, 0], [0, 0])
  await undone(shop, cardNumber, rest)
  await shown([1, 5], [0, 0])
  await undone(shop, cardNumber, half)
  await shown([0, 0], [1, 20])
  await undone(shop, cardNumber, second)
  await shown([0, 0], [0, 0])
  assert.deepEqual(await shop.verify(), [])
})
