import assert from 'node:assert/strict'
import { test } from 'node:test'
import { points } from '../support/checkout-shop.ts'
import { times } from '../support/shop.ts'
import { levelOf, openTierShop } from '../support/tier-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const levels = [
  { id: 'gold', name: 'Gold', at: 300 },
  { id: 'platinum', name: 'Platinum', at: 1000 },
]
const onUp = (level: string, amount: number) => ({ trigger: 'tier', tier: { on: 'up', level }, then: [points(amount)] })

test('of a card with more calls than are gone through, the older ones count and what they gave stays', async () => {
  const { shop, bought } = await openTierShop([onUp('gold', 20), onUp('platinum', 50)], {
    by: { fact: 'history.spend' },
    levels,
  })
  const cardNumber = await shop.card()
  const has = async () => [(await sums(shop, cardNumber)).Points, await levelOf(shop, cardNumber)]
  const old = await bought('10 CAKE 31', { cardNumber })
  for (let done = 0; done < 2010; done += 201) await Promise.all(times(201, () => bought('1 CAKE 0.1', { cardNumber })))
  assert.deepEqual(await has(), [20, 'gold'])

  const last = await bought('10 CAKE 55', { cardNumber })
  assert.deepEqual(await has(), [70, 'platinum'], 'the 310 of the oldest sale count')
  const back = await broughtBack(shop, { ...last, cardNumber }, '1 CAKE')
  assert.deepEqual(await has(), [70, 'platinum'])
  const more = await broughtBack(shop, { ...last, cardNumber }, '5 CAKE')
  assert.deepEqual(await has(), [20, 'gold'])
  await undone(shop, cardNumber, more.requestRef)
  assert.deepEqual(await has(), [70, 'platinum'])
  await undone(shop, cardNumber, back.requestRef)
  await undone(shop, cardNumber, last.requestRef)
  assert.deepEqual(await has(), [20, 'gold'])

  await undone(shop, cardNumber, old.requestRef)
  assert.deepEqual(await has(), [20, 'gold'], 'what is older stands as it was booked')
  await bought('10 CAKE 55', { cardNumber })
  assert.deepEqual(await has(), [20, 'gold'], 'its sum counts no more')
  assert.deepEqual(await shop.verify(), [])
})
