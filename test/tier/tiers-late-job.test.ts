import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiersJob } from '../../server/background/jobs/tiers/tiers.ts'
import { points } from '../support/checkout-shop.ts'
import type { Shop } from '../support/shop.ts'
import { changesOf, letDaysPass, levelOf, openTierShop, silverAndGold } from '../support/tier-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'
import { openWorker } from '../support/worker-room.ts'

const short = { by: { fact: 'history.spend', within: { days: 30 } }, levels: silverAndGold, keep: { days: 50 } }
const watchers = [
  { trigger: 'tier', tier: { on: 'down', level: 'gold' }, then: [points(1)] },
  { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(20)] },
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(300)] },
]

const has = async (shop: Shop, card: string) => ({
  ...(await sums(shop, card)),
  level: await levelOf(shop, card),
  changes: await changesOf(shop, card),
})

for (const isInTime of [true, false]) {
  const when = isInTime ? 'by the job' : 'by the call that comes first'

  test(`a level that is over is lost before it is reached again, ${when}`, async () => {
    const { shop, bought } = await openTierShop(watchers, short)
    const { run } = await openWorker(shop)
    const [same, lower, many] = [await shop.card(), await shop.card(), await shop.card()]
    for (const cardNumber of [same, lower, many]) await bought('1 CAKE 300', { cardNumber })
    await letDaysPass(shop, 51)
    if (isInTime) await run(tiersJob)

    await bought('1 CAKE 300', { cardNumber: same })
    await bought('1 CAKE 100', { cardNumber: lower })
    await Promise.all([1, 2, 3].map(() => bought('1 CAKE 100', { cardNumber: many })))

    const lost = ['reached none gold', 'lapsed gold none']
    assert.deepEqual(await has(shop, same), { Points: 601, level: 'gold', changes: [...lost, 'reached none gold'] })
    assert.deepEqual(await has(shop, lower), {
      Points: 321,
      level: 'silver',
      changes: [...lost, 'reached none silver'],
    })
    const steps = ['reached none silver', 'prolonged silver silver', 'reached silver gold']
    const found = await has(shop, many)
    assert.deepEqual(
      { ...found, changes: found.changes.filter((one) => one !== 'prolonged silver silver') },
      {
        Points: 621,
        level: 'gold',
        changes: [...lost, ...steps.filter((one) => one !== 'prolonged silver silver')],
      },
    )
    assert.deepEqual((await run(tiersJob)).booked, 0, 'nothing is left to book')
    assert.deepEqual(await shop.verify(), [])
  })

  test(`a level that is over while its card is on the way to another is judged there, ${when}`, async () => {
    const { shop, bought } = await openTierShop(watchers, { ...short, by: { fact: 'history.spend' } })
    const { run } = await openWorker(shop)
    const [former, heir] = [await shop.card(), await shop.card()]
    const sales = [
      await bought('1 CAKE 200', { cardNumber: former }),
      await bought('1 CAKE 100', { cardNumber: former }),
    ]
    await letDaysPass(shop, 20)
    await shop.must('transfer', { action: 'out', cardNumber: former })
    await letDaysPass(shop, 31)
    if (isInTime) await run(tiersJob)
    await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: former })
    await undone(shop, heir, sales[1]?.transactionId ?? '')
    assert.equal(await levelOf(shop, heir), 'silver')
    assert.deepEqual(await shop.verify(), [])
  })

  test(`what a return and its void do to a level that is over comes after that, ${when}`, async () => {
    const { shop, bought } = await openTierShop(watchers, short)
    const { run } = await openWorker(shop)
    const card = await shop.card()
    const { transactionId } = await bought('1 CAKE 300', { cardNumber: card })
    await letDaysPass(shop, 51)
    if (isInTime) await run(tiersJob)

    const sale = { requestRef: transactionId, cardNumber: card }
    const { requestRef } = await broughtBack(shop, sale, '1 CAKE')
    assert.deepEqual(await sums(shop, card), {}, 'what never was cannot be lost')
    await undone(shop, card, requestRef)
    assert.deepEqual(await sums(shop, card), { Points: 301 })
    assert.deepEqual(await shop.verify(), [])
  })
}
