import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiersJob } from '../../server/background/jobs/tiers/tiers.ts'
import { points } from '../support/checkout-shop.ts'
import { changesOf, letDaysPass, levelOf, openTierShop } from '../support/tier-shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'
import { sums } from '../support/undo-shop.ts'
import { openWorker } from '../support/worker-room.ts'

const levels = [
  { id: 'silver', name: 'Silver', at: 100 },
  { id: 'gold', name: 'Gold', at: 300 },
]
const onDown = (level: string, amount: number) => ({
  trigger: 'tier',
  tier: { on: 'down', level },
  then: [points(amount)],
})

test('a manual level and the one below it that ended while nobody looked are lost one after the other', async () => {
  const tiers = { by: { fact: 'history.spend', within: { days: 30 } }, levels, keep: { days: 60 } }
  const { shop, bought } = await openTierShop([onDown('gold', 5), onDown('silver', 3)], tiers)
  const { run } = await openWorker(shop)
  const cardNumber = await shop.card()
  await bought('10 CAKE 11', { cardNumber })
  const tierOverride = { level: 'gold', reason: 'a test', until: secondsFromNow(10 * oneDay) }
  await shop.must('updateAccount', { cardNumber, tierOverride })
  await letDaysPass(shop, 90)
  for (let minutes = 0; minutes < 2; minutes += 1) await run(tiersJob)
  assert.equal(await levelOf(shop, cardNumber), undefined)
  assert.deepEqual((await changesOf(shop, cardNumber)).slice(-2), ['overrideEnded gold silver', 'lapsed silver none'])
  assert.deepEqual(await sums(shop, cardNumber), { Points: 8 })
  assert.deepEqual(await shop.verify(), [])
})
