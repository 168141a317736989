import assert from 'node:assert/strict'
import test from 'node:test'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import { perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { dice } from '../support/segment-population.ts'
import type { Shop } from '../support/shop.ts'
import { openTierShop, tierOf } from '../support/tier-shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { bringBack, undo } from '../support/undo-shop.ts'
import { openWorker } from '../support/worker-room.ts'

/** `DICE=fresh STORIES=400 npm test -- tiers-stand-ins` looks for stories that nobody has thought of. */
const firstSeed = process.env.DICE === 'fresh' ? Date.now() % 1_000_000_000 : 1
const stories = Number(process.env.STORIES ?? 16)

/** Stories that have found something. */
const found = [33]

const dollars = (amount: number, more: object = {}) => ({
  issue: { balanceType: 'Currency', balanceCode: 'USD', amount, ...more },
})
const days = (count: number) => ({ expiresAfter: { days: count } })
const rules = [
  { then: [points(perDollar(1, 10), days(17))] },
  { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(10, days(8)), dollars(6, days(12))] },
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(20, days(14)), dollars(8), dollars(5, days(5))] },
]
const tiers = {
  by: { fact: 'history.spend' },
  levels: [
    { id: 'silver', name: 'Silver', at: 100 },
    { id: 'gold', name: 'Gold', at: 300 },
  ],
}

type Step =
  | { readonly kind: 'issue'; readonly unit: 'usd' | 'points'; readonly amount: number; readonly days?: number }
  | { readonly kind: 'sell'; readonly price: number }
  | { readonly kind: 'spend'; readonly unit: 'usd' | 'points'; readonly amount: number }
  | { readonly kind: 'bring'; readonly sale: number; readonly units: number }
  | { readonly kind: 'undo'; readonly step: number }
  | { readonly kind: 'move' }
  | { readonly kind: 'wait' }

/**
 * What a customer has, buys and spends; then returns, their voids, undone spendings and transfers in any order. In the end
 * no return stands. Nothing is spent or bought while one does: the twin would have done it with other balance.
 */
function makeStory(seed: number): Step[] {
  const { below } = dice(seed)
  const unit = () => (below(2) === 0 ? 'usd' : 'points')
  const steps: Step[] = []
  const sales = new Map<number, number>()
  const spendings = new Set<number>()
  const returns = new Map<number, readonly [sale: number, units: number]>()
  const issue = () => {
    const until = below(3) === 0 ? {} : { days: 2 + below(18) }
    steps.push({ kind: 'issue', unit: unit(), amount: 1 + below(12), ...until })
  }
  const sell = () => {
    sales.set(steps.length, 10)
    steps.push({ kind: 'sell', price: [6, 11, 21, 31][below(4)] ?? 11 })
  }
  const spend = () => {
    spendings.add(steps.length)
    steps.push({ kind: 'spend', unit: unit(), amount: 1 + below(16) })
  }
  const unspend = () => {
    const step = [...spendings][below(spendings.size)]
    if (step === undefined) return
    spendings.delete(step)
    steps.push({ kind: 'undo', step })
  }
  const bring = () => {
    const open = [...sales].filter(([, left]) => left > 0)
    const [sale, left] = open[below(open.length)] ?? []
    if (sale === undefined || left === undefined) return
    const units = below(2) === 0 ? left : 1 + below(left)
    sales.set(sale, left - units)
    returns.set(steps.length, [sale, units])
    steps.push({ kind: 'bring', sale, units })
  }
  const unbring = () => {
    const [step, [sale, units] = [-1, 0]] = [...returns][below(returns.size)] ?? []
    if (step === undefined) return
    returns.delete(step)
    sales.set(sale, (sales.get(sale) ?? 0) + units)
    steps.push({ kind: 'undo', step })
  }
  for (let index = 0; index < 2; index += 1) issue()
  for (let round = 0; round < 3; round += 1) {
    sell()
    for (let index = 1 + below(2); index > 0; index -= 1) [issue, spend, sell][below(3)]?.()
    for (let index = 1 + below(2); index > 0; index -= 1) spend()
    for (let index = 5 + below(5); index > 0; index -= 1) {
      const more = [bring, bring, unbring, unspend, () => steps.push({ kind: 'move' })]
      more[below(more.length)]?.()
      if (round < 2 && index === 3) steps.push({ kind: 'wait' })
    }
    while (returns.size > 0) {
      unbring()
      if (below(6) === 0) steps.push({ kind: 'move' })
    }
  }
  return steps
}

/** Lives through a story, or through all of it but the returns and their voids. */
class Life {
  private card = ''
  private readonly shop: Shop
  private readonly story: readonly Step[]
  private readonly twinOf: Life | undefined
  private readonly refs = new Map<number, string>()
  private next = 0

  constructor(shop: Shop, story: readonly Step[], twinOf?: Life) {
    this.shop = shop
    this.story = story
    this.twinOf = twinOf
  }

  /** Until time passes. */
  async live(): Promise<void> {
    this.card ||= await this.shop.card()
    while (this.next < this.story.length) {
      const step = this.story[this.next]
      if (step) await this.take(step, this.next)
      this.next += 1
      if (step?.kind === 'wait') return
    }
  }

  private async take(step: Step, place: number): Promise<void> {
    const { shop, card: cardNumber, story, refs, twinOf } = this
    switch (step.kind) {
      case 'issue': {
        const until = step.days && { issuedBalanceExpiration: secondsFromNow(step.days * oneDay) }
        await shop.issue(cardNumber, { [step.unit]: step.amount }, { ...until })
        return
      }
      case 'sell': {
        const products = productsOf(`10 CAKE ${step.price}`)
        refs.set(place, (await shop.must('checkout', { cardNumber, products })).requestRef)
        return
      }
      case 'spend': {
        const { body } = await shop.redeem(cardNumber, { [step.unit]: step.amount })
        if (body.success) refs.set(place, body.requestRef)
        if (twinOf) assert.equal(body.success, twinOf.refs.has(place), 'both can pay')
        return
      }
      case 'bring': {
        if (twinOf) return
        const sale = { cardNumber, requestRef: refs.get(step.sale) ?? '' }
        const { body } = await bringBack(shop, sale, `${step.units} CAKE`)
        assert.ok(body.success, JSON.stringify(body))
        refs.set(place, body.requestRef)
        return
      }
      case 'undo': {
        const ref = refs.get(step.step)
        if (ref === undefined || (twinOf && story[step.step]?.kind === 'bring')) return
        const { body } = await undo(shop, cardNumber, ref)
        assert.ok(body.success, JSON.stringify(body))
        return
      }
      case 'move': {
        const heir = await shop.card()
        await transfersOf(shop).moved(heir, cardNumber)
        this.card = heir
        return
      }
    }
  }

  /** What the card has and in how many days it expires, and its level. */
  async has(): Promise<string> {
    const balances: { balanceType: string; amount: number; balanceExpiration?: number }[] = await this.shop.balances(
      this.card,
      { balanceExpirations: true },
    )
    const parts = balances.map(({ balanceType, amount, balanceExpiration: at }) => {
      const left = at === undefined ? 'never' : Math.round((at - Date.now()) / 1000 / oneDay)
      return `${amount} ${balanceType} ${left}`
    })
    return [...parts.toSorted(), (await tierOf(this.shop, this.card))?.id].join(', ')
  }
}

test('what stood in for what a level gave is as if nothing had been returned, also after transfers', async () => {
  const seeds = [...found, ...Array.from({ length: stories }, (_, place) => firstSeed + place)]
  const made = seeds.map(makeStory)
  const moves = made.flat().filter(({ kind }) => kind === 'move').length
  const cardSets = [
    { id: 'cards', name: 'Cards', generate: { count: 2 * (moves + seeds.length), prefix: '60', length: 16 } },
  ]
  const { shop } = await openTierShop(rules, tiers, { cardSets })
  const { run } = await openWorker(shop)
  const pairs = made.map((story) => {
    const life = new Life(shop, story)
    return [life, new Life(shop, story, life)] as const
  })
  const differing: string[] = []
  const inTurn = async (doIt: (pair: readonly [Life, Life], place: number) => Promise<void>) => {
    const left = pairs.entries()
    const lane = async () => {
      for (const [place, pair] of left)
        await doIt(pair, place).catch((cause) => {
          differing.push(`seed ${seeds[place]}: ${cause.message}`)
        })
    }
    await Promise.all([lane(), lane(), lane(), lane()])
  }
  for (let round = 0; round < 3; round += 1) {
    await inTurn(async ([life, twin]) => {
      await life.live()
      await twin.live()
    })
    if (round === 2) break
    await letTimePass(shop, (4 + 3 * round) * oneDay)
    if (round === 1) await run(expiry)
  }
  await inTurn(async ([life, twin], place) => {
    const [has, had] = [await life.has(), await twin.has()]
    if (has !== had) differing.push(`seed ${seeds[place]}: ${has} | twin: ${had}\n${JSON.stringify(made[place])}`)
  })
  assert.deepEqual(differing, [])
  assert.deepEqual(await shop.verify(), [])
})
