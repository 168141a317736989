import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { perDollar, points, productsOf } from '../support/checkout-shop.ts'
import type { Shop } from '../support/shop.ts'
import { openTierShop, tierOf } from '../support/tier-shop.ts'
import { travelTo, useTravelClock } from '../support/travel-clock.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

before(() => useTravelClock())

const seasons = {
  october: Date.UTC(2027, 9, 10, 12),
  november: Date.UTC(2027, 10, 28, 12),
  december: Date.UTC(2027, 11, 28, 12),
}
const dollars = (amount: number) => ({ issue: { balanceType: 'Currency', balanceCode: 'USD', amount } })
const rules = [
  { then: [points(perDollar(1))] },
  { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [dollars(10)] },
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [dollars(20)] },
]
const tiers = {
  by: { fact: 'history.spend' },
  levels: [
    { id: 'silver', name: 'Silver', at: 150 },
    { id: 'gold', name: 'Gold', at: 400, keepAt: 300 },
  ],
  keep: { endOf: 'month', plus: 3 },
}

/** Lives through a story, or through all of it but the returns and their voids. */
class Life {
  readonly card: string
  private readonly shop: Shop
  private readonly isTwin: boolean
  private readonly refs = new Map<string, string>()

  constructor(shop: Shop, card: string, isTwin: boolean) {
    this.shop = shop
    this.card = card
    this.isTwin = isTwin
  }

  async take(step: string): Promise<void> {
    const [kind = '', name = '', amount = ''] = step.split(' ')
    const { shop, card, isTwin } = this
    const ref = this.refs.get(name) ?? ''
    if (kind === 'sell') {
      const basket = { cardNumber: card, products: productsOf(`10 CAKE ${Number(amount) / 10}`) }
      this.refs.set(name, (await shop.must('checkout', basket)).transactionId)
    } else if (kind === 'spend') {
      const usd = { balanceType: 'Currency', balanceCode: 'USD', amount: Number(amount) }
      const { requestRef } = await shop.must('updateBalance', { cardNumber: card, action: 'redeem', amount: usd })
      this.refs.set(name, requestRef)
    } else if (kind === 'issue') {
      const expiry = amount ? { issuedBalanceExpiration: `${amount} 23:59:59` } : {}
      await shop.issue(card, { usd: Number(name) }, expiry)
    } else if (kind === 'unspend') await undone(shop, card, ref)
    else if (kind === 'bring' && !isTwin) {
      const sale = { requestRef: ref, cardNumber: card }
      this.refs.set(`back of ${name}`, (await broughtBack(shop, sale, `${amount} CAKE`)).requestRef)
    } else if (kind === 'unbring' && !isTwin) await undone(shop, card, this.refs.get(`back of ${name}`) ?? '')
  }

  async has(): Promise<object> {
    const { id, keptUntil } = (await tierOf(this.shop, this.card)) ?? {}
    return { ...(await sums(this.shop, this.card)), level: id, keptUntil }
  }
}

type Story = Readonly<Record<keyof typeof seasons, readonly string[]>>

const stories: Readonly<Record<string, Story>> = {
  'nothing but returns and their voids': {
    october: ['sell a 200', 'bring a 4', 'unbring a'],
    november: ['bring a 10'],
    december: ['unbring a'],
  },
  'the reward was spent, and other balance was taken instead, which has expired': {
    october: ['sell a 200', 'spend s 10', 'issue 12 2027-11-30'],
    november: ['bring a 10'],
    december: ['unbring a'],
  },
  'the reward was spent, and the spending undone while the sale was returned': {
    october: ['sell a 200', 'spend s 10', 'issue 12', 'bring a 4', 'unbring a'],
    november: ['bring a 10', 'unspend s'],
    december: ['unbring a'],
  },
  'some of a level was spent, and the one below was reached meanwhile': {
    october: ['sell a 80', 'sell b 70', 'sell c 300', 'spend s 4'],
    november: ['bring b 10'],
    december: ['unbring b'],
  },
  'all of a level was spent, and the one below was reached meanwhile': {
    october: ['sell a 80', 'sell b 70', 'sell c 300', 'spend s 20'],
    november: ['bring b 10'],
    december: ['unbring b', 'unspend s'],
  },
}

test('what a level gave is as if there had been no return, whatever was spent of it', async () => {
  await travelTo(seasons.october)
  const { shop } = await openTierShop(rules, tiers)
  const lives = new Map<string, readonly [Life, Life]>()
  for (const name of Object.keys(stories))
    lives.set(name, [new Life(shop, await shop.card(), false), new Life(shop, await shop.card(), true)])
  for (const season of ['october', 'november', 'december'] as const) {
    await travelTo(seasons[season])
    for (const [name, story] of Object.entries(stories))
      for (const life of lives.get(name) ?? []) for (const step of story[season]) await life.take(step)
  }
  for (const [name, [life, twin]] of lives) assert.deepEqual(await life.has(), await twin.has(), name)
  assert.deepEqual(await shop.verify(), [])
})
