import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { startErrand, whenState } from '../support/errand-room.ts'
import { startTestService } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let service: Service

before(async () => {
  service = await startTestService(['--job-lease', '10'], true)
})
after(() => service?.stop())

const day = 86_400_000
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const period = { from: dateOf(Date.now() - day), to: dateOf(Date.now() + day) }

test('a replay can be asked for as long work, and shows no number of a card', async () => {
  const { shop, bought } = await openRuleShop([{ id: 'earn', then: [points(perDollar(1))] }], { service })
  const card = await shop.card()
  await bought('1 CAKE 4', { cardNumber: card })
  const campaigns = [campaign([{ id: 'earn', then: [points(perDollar(3))] }])]

  const tried = await whenState(shop, await startErrand(shop, 'replay', { ...period, campaigns }), 'done')
  assert.deepEqual(tried.result.cost.issued, [{ of: 'Points', happened: '4', replayed: '12' }])
  assert.equal(tried.result.cardholders.gain[0].cardNumber, `…${card.slice(-4)}`)
  assert.equal(JSON.stringify(tried.result).includes(card), false)
  assert.deepEqual([tried.done, tried.total], [1, 1])

  const asItWas = await whenState(shop, await startErrand(shop, 'replay', period), 'done')
  assert.deepEqual(asItWas.result.checkouts, { replayed: 1, same: 1, different: 0, refused: 0 })

  const wrong = { ...period, campaigns: [campaign([{ trigger: 'never', then: [points(1)] }])] }
  const failed = await whenState(shop, await startErrand(shop, 'replay', wrong), 'failed')
  assert.match(failed.error, /campaigns\[main\]/)
  const never = await whenState(shop, await startErrand(shop, 'replay', { from: 'once', to: 'upon' }), 'failed')
  assert.match(never.error, /once is not a time/)
  assert.deepEqual(await shop.verify(), [])
})
