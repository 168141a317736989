import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { letTimePass, oneDay } from '../support/time-passes.ts'
import { Twins, twinRules, twinSteps, undoneCalls } from '../support/twin-cards.ts'
import { openWorker } from '../support/worker-room.ts'

test('the law of reversal: a card whose call was taken back is like one that never had it, now and later', async () => {
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 1000, prefix: '60', length: 16 } }]
  const { shop } = await openRuleShop(twinRules(1), { cardSets })
  const worker = await openWorker(shop)
  const book = async () => {
    await worker.run(expiry)
  }
  await fc.assert(
    fc.asyncProperty(twinSteps, undoneCalls, twinSteps, async (before, undone, after) => {
      const twins = new Twins(shop, book)
      await twins.open()
      for (const step of before) await twins.run(step)
      const takeBack = await twins.call(undone)
      for (const step of after) await twins.run(step)
      await takeBack()
      for (const later of [0, 1, 3]) {
        await letTimePass(shop, later * oneDay)
        const [called, spared] = await twins.states()
        assert.deepEqual(called, spared, `after ${later} more days`)
      }
    }),
    { numRuns: 16, seed: 20_261_115, includeErrorInReport: true },
  )
  assert.deepEqual(await shop.verify(), [])
})
