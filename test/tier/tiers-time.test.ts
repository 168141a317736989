import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiersJob } from '../../server/background/jobs/tiers/tiers.ts'
import { lockingCalls, points } from '../support/checkout-shop.ts'
import { applyFile } from '../support/shop.ts'
import { bySpend, changesOf, letDaysPass, levelOf, openTierShop, silverAndGold, tierOf } from '../support/tier-shop.ts'
import { sums } from '../support/undo-shop.ts'
import { openWorker, until } from '../support/worker-room.ts'

const rolling = { by: { fact: 'history.spend', within: { days: 100 } }, levels: silverAndGold, keep: { days: 50 } }
const watchers = [
  { trigger: 'tier', tier: { on: 'down', level: 'gold' }, then: [points(1)] },
  { trigger: 'tier', tier: { on: 'keep', level: 'gold' }, then: [points(20)] },
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(300)] },
]

test('a level whose time is over is judged by what counted at its last instant', async () => {
  const { shop, bought } = await openTierShop(watchers, rolling)
  const { run } = await openWorker(shop)
  const cardNumber = await shop.card()
  await bought('1 CAKE 300', { cardNumber })
  assert.deepEqual(await run(tiersJob), { booked: 0, later: 0, refused: 0 })

  await letDaysPass(shop, 51)
  assert.equal(await levelOf(shop, cardNumber), 'gold', 'it still counts, so the level is kept')
  assert.deepEqual(await run(tiersJob), { booked: 1, later: 0, refused: 0 })
  assert.deepEqual(await run(tiersJob), { booked: 0, later: 0, refused: 0 })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 320 })
  await bought('1 CAKE 120', { cardNumber })

  await letDaysPass(shop, 60)
  assert.equal(await levelOf(shop, cardNumber), 'silver', 'for rules it is over before it is booked')
  assert.deepEqual(await run(tiersJob), { booked: 1, later: 0, refused: 0 })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 321 })
  assert.deepEqual(await changesOf(shop, cardNumber), [
    'reached none gold',
    'kept gold gold',
    'prolonged gold gold',
    'lapsed gold silver',
  ])

  await letDaysPass(shop, 200)
  assert.equal(await levelOf(shop, cardNumber), undefined)
  assert.deepEqual(await run(tiersJob), { booked: 1, later: 0, refused: 0 })
  assert.deepEqual((await changesOf(shop, cardNumber)).at(-1), 'lapsed silver none')
  assert.deepEqual(await shop.verify(), [])
})

test('keepAt keeps a level that at would not reach again', async () => {
  const { shop, bought } = await openTierShop([], rolling)
  const { run } = await openWorker(shop)
  const cardNumber = await shop.card()
  await bought('1 CAKE 150', { cardNumber })
  await letDaysPass(shop, 51)
  await bought('1 CAKE 250', { cardNumber })
  await letDaysPass(shop, 51)

  await run(tiersJob)

  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual((await changesOf(shop, cardNumber)).at(-1), 'kept gold gold')
})

test('a call before the job judges by the time, and books it together with what it reaches itself', async () => {
  const { shop, bought } = await openTierShop(
    [...watchers, { when: [{ fact: 'tier', op: 'missing' }], then: [points(5000)] }],
    { ...rolling, by: { fact: 'history.spend', within: { days: 10 } } },
  )
  const { run } = await openWorker(shop)
  const cardNumber = await shop.card()
  await bought('1 CAKE 300', { cardNumber })
  await letDaysPass(shop, 60)

  await bought('1 CAKE 20', { cardNumber })

  assert.deepEqual(await sums(shop, cardNumber), { Points: 5301 })
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none gold', 'lapsed gold none'])
  assert.deepEqual(await run(tiersJob), { booked: 0, later: 0, refused: 0 })
  assert.deepEqual(await shop.verify(), [])
})

test('a card in a checkout waits for the job, and two workers book a level once', async () => {
  const opened = await openTierShop(watchers, rolling)
  const { shop, bought } = opened
  const { lock, cancel } = lockingCalls(opened)
  const [one, other] = [await openWorker(shop), await openWorker(shop)]
  const cardNumber = await shop.card()
  await bought('1 CAKE 300', { cardNumber })
  const setup = await lock(cardNumber, '1 CAKE 1')
  await letDaysPass(shop, 300)
  assert.deepEqual(await one.run(tiersJob), { booked: 0, later: 1, refused: 0 })
  await cancel(setup)

  const counts = await Promise.all([one.run(tiersJob), other.run(tiersJob)])

  assert.equal(
    counts.reduce((sum, { booked = 0 }) => sum + booked, 0),
    1,
  )
  assert.deepEqual(await sums(shop, cardNumber), { Points: 301 })
  assert.deepEqual(await shop.verify(), [])
})

test('the end of a calendar year looks at the year that ends', async () => {
  const tiers = { ...bySpend, keep: { endOf: 'year', plus: 1 } }
  const { shop, bought } = await openTierShop([], tiers)
  const cardNumber = await shop.card()
  await bought('1 CAKE 300', { cardNumber })
  const { keptUntil } = await tierOf(shop, cardNumber)
  const year = new Date().getUTCFullYear()
  assert.equal(keptUntil.slice(0, 4), String(year + 2), 'the last second of next year in New York, in UTC')
  assert.match(keptUntil, /-01-01 04:59:59$/)
})

test('without keep a level is kept for good', async () => {
  const { shop, bought } = await openTierShop([], { by: rolling.by, levels: silverAndGold })
  const { run } = await openWorker(shop)
  const cardNumber = await shop.card()
  await bought('1 CAKE 300', { cardNumber })
  await letDaysPass(shop, 5000)

  assert.deepEqual(await run(tiersJob), { booked: 0, later: 0, refused: 0 })
  assert.deepEqual(await tierOf(shop, cardNumber), { id: 'gold', name: 'Gold', rank: 2 })
})

test('tiers that come later find what was bought before; another ladder holds at once', async () => {
  const { shop, bought } = await openTierShop([], undefined, { program: { tiers: undefined } })
  const cardNumber = await shop.card()
  await bought('1 CAKE 150', { cardNumber })
  assert.equal(await tierOf(shop, cardNumber), undefined)
  const file = shop.file as { programs: object[] }
  /** Applies another ladder and waits until the server has heard of it: the card's level and rank are these. */
  const withTiers = async (tiers: object | undefined, level: string | undefined, rank: number | undefined) => {
    await applyFile({ ...file, programs: file.programs.map((program) => ({ ...program, tiers })) })
    await until(`${level} of rank ${rank}`, async () => {
      const shown = await tierOf(shop, cardNumber)
      return shown?.id === level && shown?.rank === rank
    })
  }

  await withTiers(bySpend, 'silver', 1)
  assert.deepEqual(await changesOf(shop, cardNumber), [])
  await bought('1 CAKE 1', { cardNumber })
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none silver'])

  const bronze = { id: 'bronze', at: 50 }
  // A level that is kept stays until its time is over; one that is gone from the file is none.
  await withTiers({ ...bySpend, levels: [bronze, { id: 'silver', at: 5000 }] }, 'silver', 2)
  await withTiers({ ...bySpend, levels: [bronze] }, 'bronze', 1)
  await bought('1 CAKE 1', { cardNumber })
  assert.deepEqual((await changesOf(shop, cardNumber)).at(-1), 'reached silver bronze')
  await withTiers(undefined, undefined, undefined)
  await bought('1 CAKE 1', { cardNumber })
  assert.deepEqual(await shop.verify(), [])
})
