import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, points, type RuleShop, shopCoupons } from '../support/checkout-shop.ts'
import { assertReproduced, between, explain, replayShop } from '../support/replay-room.ts'
import { dice } from '../support/segment-population.ts'
import type { Shop } from '../support/shop.ts'

const codes = [
  { code: 'SCARCE', uses: 3 },
  { code: 'EACH', uses: 9, perCard: 1 },
]
const couponSets = [...shopCoupons, { id: 'public', name: 'Public', codes }]
const offRules = [
  { id: 'code', when: [{ fact: 'code', set: 'public' }], then: [{ discount: { amount: 2 } }] },
  { id: 'coupon', when: [{ fact: 'coupon', set: 'ten' }], then: [{ discount: { amount: 1 } }] },
]

const tiers = {
  by: { fact: 'history.spend', within: { calendar: 'year' } },
  levels: [
    { id: 'silver', at: 20 },
    { id: 'gold', at: 50 },
  ],
}
const levelRules = [
  { id: 'silver', trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(40)] },
  {
    id: 'gold',
    trigger: 'tier',
    tier: { on: 'up', level: 'gold' },
    limit: [
      { times: 2, per: 'card', every: 'ever' },
      { times: 4, per: 'brand', every: 'ever' },
    ],
    then: [points(70), { allocateCoupon: { set: 'gift' } }],
  },
  { id: 'earn', then: [points(3)] },
  { id: 'counted', when: [{ fact: 'counter', rule: 'main/gold', op: '>=', value: 1 }], then: [points(1)] },
  {
    id: 'all',
    when: [{ fact: 'keyValue', key: 'use', op: '=', value: 'all' }],
    then: [
      {
        convert: {
          from: { balanceType: 'Points', amount: 'all' },
          to: { balanceType: 'Currency', balanceCode: 'USD', give: 1, per: 1 },
        },
      },
    ],
  },
]

interface Call {
  readonly cardNumber?: string
  readonly requestRef: string
}

/** Sales of cakes, whole or partial returns of them, and voids of both, in any order. */
class Trade {
  private readonly sold: (Call & { readonly cakes: number })[] = []
  private readonly undoable: Call[] = []
  private readonly room: RuleShop
  private readonly roll: (sides: number) => number
  private readonly more: (roll: (sides: number) => number) => object

  constructor(room: RuleShop, seed: number, more: Trade['more']) {
    this.room = room
    this.roll = dice(seed).below
    this.more = more
  }

  async pass(steps: number): Promise<void> {
    for (let done = 0; done < steps; done += 1) await this.step()
  }

  private async step(): Promise<void> {
    const kind = this.roll(10)
    const sale = this.sold[this.roll(Math.max(1, this.sold.length))]
    if (kind < 4 || !sale) await this.sell()
    else if (kind < 7) await this.giveBack(sale)
    else await this.undo()
  }

  private async sell(): Promise<void> {
    const cakes = 1 + this.roll(3)
    const more: { cardNumber?: string } = this.more(this.roll)
    const { body } = await this.room.buy(`${cakes} CAKE ${5 + this.roll(9)}`, { ...more, failOnUnusedCoupons: false })
    if (!body.success) return
    const call = { ...named(more), requestRef: body.transactionId }
    this.sold.push({ ...call, cakes })
    this.undoable.push(call)
  }

  private async giveBack({ requestRef: checkoutRequestRef, cakes, ...named }: Call & { cakes: number }): Promise<void> {
    const returnedProducts = [{ sku: 'CAKE', amountPurchased: this.roll(3) > 0 ? cakes : 1 }]
    const usedCouponResets = this.roll(2) === 0 ? 'Always' : 'OnlyOnFullReturn'
    const call = { ...named, checkoutRequestRef, returnedProducts, usedCouponResets, failIfOverReturn: true }
    const { body } = await this.room.shop.call('returnMerchandise', call)
    // What undoes an undoing comes often, and soon.
    if (body.success) this.undoable.push({ ...named, requestRef: body.requestRef })
  }

  private async undo(): Promise<void> {
    const { undoable } = this
    const isRecent = this.roll(2) === 0
    const [call] = undoable.splice(isRecent ? Math.max(0, undoable.length - 2) : this.roll(undoable.length), 1)
    if (call) await this.room.shop.call('voidTransaction', { ...call, usedCouponResets: this.roll(2) === 0 })
  }
}

const named = ({ cardNumber }: { readonly cardNumber?: string }) => (cardNumber === undefined ? {} : { cardNumber })

async function assertReproducedFrom(shop: Shop, moments: readonly number[]): Promise<void> {
  for (const [place, from] of moments.entries()) {
    try {
      assertReproduced(await replayShop(shop, { from, onSale: explain }))
    } catch (error) {
      throw new Error(`from moment ${place}: ${error instanceof Error ? error.stack : error}`)
    }
  }
  assert.deepEqual(await shop.verify(), [])
}

async function tradeAndReplay(trade: Trade, shop: Shop): Promise<void> {
  const moments = [0]
  for (const steps of [15, 15, 15, 15]) {
    await trade.pass(steps)
    moments.push(await between())
  }
  await assertReproducedFrom(shop, moments)
}

const seeds = process.env.DICE === 'fresh' ? [Date.now() % 1_000_000, Date.now() % 1009] : [7, 23]

for (const seed of seeds) {
  test(`codes and coupons that returns give back and their voids take again come out as they happened (${seed})`, async () => {
    const room = await openRuleShop(offRules, { more: { couponSets } })
    const cards = [await room.shop.card(), await room.shop.card()]
    for (let made = 0; made < 6; made += 1) await room.shop.must('allocateCoupon', { couponSetId: 'ten' })
    const named = ['SCARCE', 'EACH', 'TEN-1', 'TEN-2', 'TEN-3']
    const trade = new Trade(room, seed, (roll) => {
      const cardNumber = cards[roll(3)]
      const coupon = named[roll(named.length)]
      return { ...(cardNumber && { cardNumber }), coupons: [coupon] }
    })
    await tradeAndReplay(trade, room.shop)
  })

  test(`what levels gave, lost and gave again comes out as it happened (${seed})`, async () => {
    const room = await openRuleShop(levelRules, { program: { tiers } })
    const cards = [await room.shop.card(), await room.shop.card()]
    const trade = new Trade(room, seed, (roll) => ({
      cardNumber: cards[roll(2)],
      ...(roll(3) === 0 && { customKeyValues: [{ key: 'use', value: 'all' }] }),
    }))
    await tradeAndReplay(trade, room.shop)
  })
}

test('a void gives for a lower level and the level stays: what it gave is there, and goes with a later void', async () => {
  const { shop, bought } = await openRuleShop(levelRules, { program: { tiers } })
  const cardNumber = await shop.card({ points: 10 })
  const buy = async (basket: string) => (await bought(basket, { cardNumber })).transactionId
  const voided = (requestRef: string) => shop.must('voidTransaction', { cardNumber, requestRef })
  const first = await buy('1 CAKE 10')
  const gold = await buy('1 CAKE 45')
  const moments = [0, await between()]
  await buy('1 CAKE 15')
  moments.push(await between())
  const pointsOf = async () => (await shop.balances(cardNumber))[0].amount
  const before = await pointsOf()
  await voided(first)
  assert.equal(await pointsOf(), before - 3 + 40, 'silver stands only now')
  moments.push(await between())
  await voided(gold)
  await bought('1 CAKE 5', { cardNumber, customKeyValues: [{ key: 'use', value: 'all' }] })
  await bought('1 CAKE 30', { cardNumber })
  await assertReproducedFrom(shop, moments)
})
