import assert from 'node:assert/strict'
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
]
const eventTypes = [{ categoryId: 'large', name: 'Large' }]

const byEarned = {
  by: { fact: 'earned', balanceType: 'Points', within: { calendar: 'year' } },
  levels: [
    { id: 'silver', at: 30 },
    { id: 'gold', at: 80 },
  ],
}

for (const kinds of [
  ['issue', 'redeem', 'hold', 'coupon', 'offer'],
  ['lock', 'issue', 'coupon'],
  ['giveBack', 'issue', 'coupon', 'offer'],
  ['void', 'giveBack', 'coupon'],
  ['sellToChild', 'redeem'],
  ['transfer', 'issue', 'offer'],
  ['lock', 'giveBack', 'void', 'issue', 'redeem', 'hold', 'coupon', 'offer', 'sellToChild'],
  ['byEarned', 'giveBack', 'void', 'issue', 'sellToChild', 'transfer'],
] as const) {
  test(`days with ${kinds.join(', ')} come out as they happened`, async () => {
    const tiers = kinds[0] === 'byEarned' ? byEarned : manyTiers
    // Events of a call that was voided are deleted: nobody knows any more that they were there.
    const isKnown = ({ id }: { id: string }) => !kinds.some((kind) => kind === 'void') || !id.startsWith('note')
    const acts = kinds.filter((kind) => kind !== 'byEarned')
    const { shop } = await openRuleShop([...manyRules, ...pastRules.filter(isKnown)], {
      program: { tiers },
      more: { couponSets, eventTypes },
    })
    const cards = [await shop.card({ usd: 30, points: 25 }), await shop.card({ points: 90 }), await shop.card()]
    const seed = kinds.join().length
    const days = new BusyDays(shop, dice(seed).below, cards, ['NONE'])
    await days.pass(20, acts)
    const from = await between()
    await days.pass(50, acts)
    try {
      assertReproduced(await replayShop(shop, { from, onSale: explain }))
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.stack : error}`)
    }
    assert.deepEqual(await shop.verify(), [])
  })
}
