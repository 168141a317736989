import assert from 'node:assert/strict'
import test from 'node:test'
import type { JobContext } from '../../server/background/jobs/runner/job.ts'
import { firstScores } from '../../server/background/jobs/scores/first-scores.ts'
import { recommendations } from '../../server/background/jobs/scores/recommendations.ts'
import { scores } from '../../server/background/jobs/scores/scores.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { allEnablements, type Shop } from '../support/shop.ts'
import { oneDay, sql } from '../support/time-passes.ts'

const scoreOf = async (shop: Shop, cardNumber: string) => {
  const returnFields = { score: true, recommendationAmount: 5 }
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields })
  return { total: cards[0].score?.totalScore, recommended: (cards[0].recommendedProducts ?? []).length }
}

const look = async (room: JobContext, days = 0) => {
  const now = async () => (await room.now()) + days * oneDay * 1000
  const { counts } = await firstScores.run({ ...room, now })
  return [counts.scores, counts.recommendations]
}

test('a brand that sells for the first day has scores and recommendations with the next look', async () => {
  const { shop, bought } = await openRuleShop([])
  const [one, two] = [await shop.card(), await shop.card()]
  const room = await openJobRoom(shop)
  assert.deepEqual(await look(room), [0, 0], 'nothing was sold')
  await bought('1 CAKE 5', { cardNumber: one })
  assert.deepEqual(await look(room), [1, 1])
  assert.deepEqual(await look(room), [0, 0])
  assert.deepEqual(await scoreOf(shop, one), { total: 0, recommended: 0 })
  assert.deepEqual(await scoreOf(shop, two), { total: undefined, recommended: 1 })
  await bought('1 CAKE 50', { cardNumber: two })
  await bought('1 CAKE 50', { cardNumber: two })
  assert.deepEqual(await look(room), [1, 1], 'the first day goes on')
  assert.equal((await scoreOf(shop, two)).total, 100)

  await scores.run(room)
  await recommendations.run(room)
  await bought('1 CAKE 50', { cardNumber: one })
  assert.deepEqual(await look(room, 1), [0, 0], 'later days have their nights')
})

test('nights before the first sale do not count, and what nobody enabled is not worked out', async () => {
  const enable = allEnablements.filter((name) => name !== 'recommendations')
  const { shop, bought } = await openRuleShop([], { brand: { enable } })
  const room = await openJobRoom(shop)
  await scores.run(room)
  await recommendations.run(room)
  await bought('1 CAKE 5', { cardNumber: await shop.card() })
  assert.deepEqual(await look(room), [1, 0])
})

test('a first day with many checkouts is worked out once', async () => {
  const { shop, bought } = await openRuleShop([])
  const room = await openJobRoom(shop)
  const cardNumber = await shop.card()
  await bought('1 CAKE 5', { cardNumber })
  await sql(
    `insert into checkout (brand_id, request_ref, kind, happened_at, location_id, currency, scale, total, discount,
       net_total, content, quantity)
     select $1, gen_random_uuid(), 'setup', now(), 'L1', 'USD', 2, 5, 0, 5, '{}', 1 from generate_series(1, 10000)`,
    [shop.id],
  )
  assert.deepEqual(await look(room), [1, 1])
  await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(await look(room), [0, 0])
})

test('refreshScores has them worked out by the next look, once', async () => {
  const { shop, bought } = await openRuleShop([])
  const [one, two] = [await shop.card(), await shop.card()]
  const room = await openJobRoom(shop)
  await bought('1 CAKE 5', { cardNumber: one })
  await scores.run(room)
  await recommendations.run(room)
  await bought('1 CAKE 50', { cardNumber: two })
  assert.deepEqual(await look(room), [0, 0])
  await shop.must('refreshScores', {})
  assert.deepEqual(await look(room), [1, 1])
  assert.notEqual((await scoreOf(shop, two)).total, undefined)
  await bought('1 CAKE 50', { cardNumber: two })
  assert.deepEqual(await look(room), [0, 0])
})
