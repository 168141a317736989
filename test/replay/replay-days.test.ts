import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { BusyDays } from '../support/busy-days.ts'
import { openRuleShop, points, shopCoupons } from '../support/checkout-shop.ts'
import { assertReproduced, between, explain, replayShop } from '../support/replay-room.ts'
import { dice } from '../support/segment-population.ts'
import { manyRules, manyTiers, publicCodes } from '../support/simulated-sales.ts'

const couponSets = [...shopCoupons, publicCodes]
const pastRules = [
  { id: 'up', trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(40)] },
  {
    id: 'up-gift',
    trigger: 'tier',
    tier: { on: 'up', level: 'gold' },
    limit: { times: 3, per: 'brand', every: 'ever' },
    then: [points(7), { allocateCoupon: { set: 'gift' } }],
  },
  {
    id: 'many',
    when: [{ fact: 'history.quantity', where: { category: 'drinks' }, op: '>=', value: 3 }],
    then: [points(2)],
  },
  { id: 'week', when: [{ fact: 'history.spend', within: { days: 7 }, op: '>=', value: 25 }], then: [points(3)] },
  { id: 'cakes', when: [{ fact: 'history.spend', where: { sku: 'CAKE' }, op: '>=', value: 8 }], then: [points(5)] },
  {
    id: 'note',
    when: [{ fact: 'checkout.total', op: '>=', value: 10 }],
    then: [{ logEvent: { categoryId: 'large' } }],
  },
  { id: 'noted', when: [{ fact: 'event.count', categoryId: 'large', op: '>=', value: 2 }], then: [points(6)] },
  { id: 'often', when: [{ fact: 'counter', rule: 'main/cake-day', op: '>=', value: 2 }], then: [points(8)] },
  {
    id: 'offers',
    limit: { times: 4, per: 'brand', every: 'day' },
    when: [{ fact: 'checkout.total', op: '>=', value: 8 }],
    then: [
      {
        personalOffer: {
          skus: [{ sku: 'LATTE' }],
          discountType: 'percentageDiscount',
          percentageDiscount: 5,
          expiresAfter: { days: 3 },
          maxUsageCount: 2,
        },
      },
    ],
  },
  {
    id: 'here',
    limit: [
      { times: 6, per: 'location', every: 'day' },
      { times: 2, per: 'child', every: 'ever' },
    ],
    budget: { amount: 30, of: { balanceType: 'Points' }, every: { days: 3 } },
    then: [points(9)],
  },
  {
    id: 'asked',
    trigger: 'request',
    limit: { times: 4, per: 'brand', every: 'ever' },
    then: [points(1), { logEvent: { categoryId: 'large' } }],
  },
]
const eventTypes = [{ categoryId: 'large', name: 'Large' }]

const byEarned = {
  by: { fact: 'earned', balanceType: 'Points', within: { calendar: 'year' } },
  levels: [
    { id: 'silver', at: 30 },
    { id: 'gold', at: 80 },
  ],
}

const everything = [
  ...['quick', 'payBefore', 'setUp', 'finish', 'transfer', 'lock', 'giveBack', 'void', 'issue', 'redeem', 'hold'],
  ...['coupon', 'offer', 'sellToChild'],
] as Act[]

type Act = keyof BusyDays['acts']

interface Mix {
  readonly acts: readonly Act[]
  readonly tiers: object
  /** Dice that came out otherwise once. */
  readonly seeds?: readonly number[]
}

const mixes: readonly Mix[] = [
  { acts: ['issue', 'redeem', 'hold', 'coupon', 'offer'], tiers: manyTiers },
  { acts: ['lock', 'issue', 'coupon'], tiers: manyTiers },
  { acts: ['setUp', 'finish', 'giveBack', 'void', 'issue', 'quick'], tiers: manyTiers, seeds: [301, 1101] },
  { acts: ['quick', 'payBefore', 'giveBack', 'void', 'issue'], tiers: manyTiers, seeds: [55_333, 212_096] },
  { acts: ['void', 'giveBack', 'coupon'], tiers: manyTiers, seeds: [103] },
  { acts: ['sellToChild', 'redeem'], tiers: manyTiers },
  { acts: ['transfer', 'issue', 'offer', 'void'], tiers: manyTiers },
  { acts: ['giveBack', 'void', 'issue', 'sellToChild', 'transfer'], tiers: byEarned, seeds: [507, 911, 1211] },
  { acts: everything, tiers: manyTiers, seeds: [1003] },
  { acts: everything, tiers: byEarned, seeds: [42, 912_842] },
]

/** `DICE=fresh npm test -- replay-days` looks for days that nobody has thought of; otherwise every run is the same. */
const isFresh = process.env.DICE === 'fresh'

for (const { acts, tiers, seeds = [42] } of mixes) {
  for (const seed of isFresh ? [...seeds, randomInt(1_000_000)] : seeds) {
    const levels = tiers === byEarned ? ' and levels by earned points' : ''
    test(`days with ${acts.join(', ')}${levels} come out as they happened (seed ${seed})`, () =>
      passAndReplay(acts, tiers, seed))
  }
}

/** Replays from several moments: whatever was undone since, each began with what counted then. */
async function passAndReplay(acts: readonly Act[], tiers: object, seed: number): Promise<void> {
  const { shop } = await openRuleShop([...manyRules, ...pastRules], {
    program: { tiers },
    more: { couponSets, eventTypes },
  })
  const cards = [await shop.card({ usd: 30, points: 25 }), await shop.card({ points: 90 }), await shop.card()]
  const days = new BusyDays(shop, dice(seed).below, cards, ['NONE'])
  const moments = [0]
  for (const calls of [10, 15, 15, 20]) {
    await days.pass(calls, acts)
    moments.push(await between())
  }
  for (const [place, from] of moments.entries()) {
    try {
      assertReproduced(
        await replayShop(shop, { from, onSale: explain, ...(place === 2 && { cardsMax: 1, callsPerPage: 2 }) }),
      )
    } catch (error) {
      throw new Error(`seed ${seed}, from moment ${place}: ${error instanceof Error ? error.stack : error}`)
    }
  }
  assert.deepEqual(await shop.verify(), [])
}
