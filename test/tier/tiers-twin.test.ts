import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { tiersJob } from '../../server/background/jobs/tiers/tiers.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { spent } from '../support/budget-room.ts'
import { perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { type LevelStep, type LevelStory, makeStory } from '../support/level-stories.ts'
import type { Shop } from '../support/shop.ts'
import { openTierShop, tierOf } from '../support/tier-shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { travelTo, useTravelClock } from '../support/travel-clock.ts'
import { sums } from '../support/undo-shop.ts'
import { openWorker } from '../support/worker-room.ts'

before(() => useTravelClock())

/** `DICE=fresh npm test -- tiers-twin` looks for stories that nobody has thought of; otherwise every run is the same. */
const firstSeed = process.env.DICE === 'fresh' ? Date.now() % 1_000_000_000 : 7
const stories = Number(process.env.STORIES ?? 12)

/** Stories that have found something, by the place of their ladder. */
const found: Readonly<Record<number, readonly number[]>> = { 3: [903_601_967], 5: [903_801_949], 6: [905_060_563] }

const levels = [
  { id: 'silver', name: 'Silver', at: 100 },
  { id: 'gold', name: 'Gold', at: 300, keepAt: 200 },
]
const often = [
  { id: 'silver', name: 'Silver', at: 2 },
  { id: 'gold', name: 'Gold', at: 4, keepAt: 3 },
]
const year = { calendar: 'year' }
const earned = { fact: 'earned', balanceType: 'Points' }
const ladders = [
  { by: earned, levels },
  { by: { ...earned, within: year }, levels, keep: { endOf: 'year', plus: 1 } },
  { by: { ...earned, within: { days: 130 } }, levels, keep: { days: 90 } },
  { by: { fact: 'history.spend', within: year }, levels, keep: { days: 100 } },
  { by: { fact: 'history.spend', within: { days: 100 } }, levels, keep: { days: 95 } },
  { by: { fact: 'history.spend' }, levels, keep: { months: 4 } },
  { by: { fact: 'history.checkouts', within: { days: 150 } }, levels: often, keep: { days: 110 } },
  { by: { fact: 'history.checkouts' }, levels: often },
]

const dollars = (amount: number) => ({ issue: { balanceType: 'Currency', balanceCode: 'USD', amount } })
const budget = (every: string) => ({ amount: 100_000, of: { balanceType: 'Points' }, every })
const rules = [
  { then: [points(perDollar(1))] },
  { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(10), dollars(1)], budget: budget('month') },
  {
    trigger: 'tier',
    tier: { on: 'up', level: 'gold' },
    then: [points(20), dollars(7), { allocateCoupon: { set: 'gift' } }],
    budget: budget('ever'),
  },
  { trigger: 'tier', tier: { on: 'keep', level: 'gold' }, then: [points(3), { allocateCoupon: { set: 'gift' } }] },
  { trigger: 'tier', tier: { on: 'keep', level: 'silver' }, then: [dollars(2)] },
  { trigger: 'tier', tier: { on: 'down', level: 'gold' }, then: [points(5)], budget: budget('ever') },
  { trigger: 'tier', tier: { on: 'down', level: 'silver' }, then: [dollars(3)] },
]

/** Lives through a story, or only through what stands of it in the end. */
class Life {
  card = ''
  private readonly shop: Shop
  private readonly story: LevelStory
  private readonly isTwin: boolean
  private readonly refs: string[] = []

  constructor(shop: Shop, story: LevelStory, isTwin: boolean) {
    this.shop = shop
    this.story = story
    this.isTwin = isTwin
  }

  async live(place: number): Promise<void> {
    const step = this.story.steps[place]
    if (step) this.refs[place] = (await this.take(step, place)) ?? ''
  }

  private async take(step: LevelStep, place: number): Promise<string | undefined> {
    const { shop, card: cardNumber, story } = this
    switch (step.kind) {
      case 'sell': {
        const units = this.isTwin ? (story.standing.get(place) ?? 0) : step.units
        if (units === 0) return undefined
        return (await shop.must('checkout', { cardNumber, products: productsOf(`${units} CAKE ${step.price}`) }))
          .transactionId
      }
      case 'bring':
        return this.isTwin ? undefined : this.bring(step)
      case 'cancel':
        if (!this.isTwin) await shop.must('voidTransaction', { cardNumber, requestRef: this.refs[step.step] })
        return undefined
      case 'transfer': {
        const heir = await shop.card()
        await transfersOf(shop).moved(heir, cardNumber, { transferCoupons: true })
        this.card = heir
        return undefined
      }
      case 'manual': {
        const until = secondsFromNow(step.days * 86400)
        await shop.must('updateAccount', { cardNumber, tierOverride: { level: step.level, reason: 'a test', until } })
        return undefined
      }
      case 'spend':
        await shop.redeem(cardNumber, { points: step.points })
        return undefined
    }
  }

  private async bring({ sale, units, byValue }: Extract<LevelStep, { kind: 'bring' }>): Promise<string> {
    const sold = this.story.steps[sale]
    const price = sold?.kind === 'sell' ? sold.price : 0
    const what = byValue
      ? { additionalReturnAmount: units * price }
      : { returnedProducts: [{ sku: 'CAKE', amountPurchased: units }] }
    const request = { cardNumber: this.card, checkoutRequestRef: this.refs[sale], ...what }
    return (await this.shop.must('returnMerchandise', request)).requestRef
  }

  /** What the customer has. Until when to the hour: the twins do not buy in the same second. */
  async has(): Promise<object> {
    const { shop, card } = this
    const { id, keptUntil } = await tierOf(shop, card)
    const { cards } = await shop.must('search', { filters: { cardNumber: card }, returnFields: { coupons: true } })
    const hours = keptUntil && Math.round(Date.parse(`${keptUntil.replace(' ', 'T')}Z`) / 3_600_000)
    return { ...(await sums(shop, card)), level: id, hours, coupons: cards[0].coupons.length }
  }
}

async function openStories(tiers: object, made: readonly LevelStory[]) {
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 6 * made.length + 10, prefix: '60', length: 16 } }]
  const { shop } = await openTierShop(rules, tiers, { cardSets })
  const { run } = await openWorker(shop)
  const lives = made.map((story) => [new Life(shop, story, false), new Life(shop, story, true)] as const)
  for (const pair of lives) for (const life of pair) life.card = await shop.card()
  const rounds = Math.max(...made.map((story) => story.rounds.length))
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      made.map(async (story, index) => {
        for (let place = story.rounds[round - 1] ?? 0; place < (story.rounds[round] ?? 0); place += 1) {
          for (const life of lives[index] ?? []) await life.live(place)
        }
      }),
    )
    await travelTo(Date.now() + ([33, 61, 12, 80][round % 4] ?? 33) * day)
    // A manual level and the one below it may both be over: the job books one after the other.
    for (let minutes = 0; minutes < 2; minutes += 1) await run(tiersJob)
  }
  return { shop, lives }
}

/** What rules with a budget have given for levels, less what was taken back. */
async function givenByLevels(shop: Shop): Promise<Record<string, number>> {
  const rows: { rule: string; amount: number }[] = await sql(
    `select origin ->> 'rule' as rule, sum(ledger.amount)::int as amount
     from ledger join value_type using (brand_id, value_type_id)
     where brand_id = $1 and origin ->> 'trigger' = 'tier' and balance_type = 'Points'
       and origin ->> 'rule' in ('main/rule-2', 'main/rule-3', 'main/rule-6')
     group by 1 having sum(ledger.amount) > 0 order by 1`,
    [shop.id],
  )
  return Object.fromEntries(rows.map(({ rule, amount }) => [rule, amount]))
}

/** What budgets have spent, by rule, in all periods. */
async function spentByRules(shop: Shop): Promise<Record<string, number>> {
  const sum = new Map<string, number>()
  for (const [name, amount] of Object.entries(await spent(shop))) {
    const rule = name.split(' ')[0] ?? ''
    sum.set(rule, (sum.get(rule) ?? 0) + amount)
  }
  return Object.fromEntries([...sum].filter(([, amount]) => amount !== 0))
}

for (const [index, tiers] of ladders.entries()) {
  const { fact, ...within } = tiers.by
  test(`levels and what they gave are a function of what stands: ${fact} ${JSON.stringify(within)}`, async () => {
    const drawn = Array.from({ length: stories }, (_, place) => firstSeed + index * 100_000 + place)
    const seeds = [...(found[index] ?? []), ...drawn]
    const made = seeds.map((seed) => makeStory({ seed, rounds: 7 }))
    const { shop, lives } = await openStories(tiers, made)
    for (const [place, [life, twin]] of lives.entries()) {
      const told = `seed ${seeds[place]}: ${JSON.stringify(made[place]?.steps)} in ${made[place]?.rounds}`
      assert.deepEqual(await life.has(), await twin.has(), told)
    }
    assert.deepEqual(await spentByRules(shop), await givenByLevels(shop), 'budgets have paid for what stands')
    assert.deepEqual(await shop.verify(), [])
  })
}

test('whatever was spent meanwhile, nothing is left of a card on which nothing stands', async () => {
  const [tiers = {}] = ladders
  const seeds = Array.from({ length: stories }, (_, place) => firstSeed + 5_000_000 + place)
  const made = seeds.map((seed) => makeStory({ seed, rounds: 7, spends: true, endsEmpty: true }))
  const { shop, lives } = await openStories({ ...tiers, keep: undefined }, made)
  for (const [place, [life]] of lives.entries()) {
    const { Points = 0, level } = (await life.has()) as { Points?: number; level?: string }
    const hasManual = made[place]?.steps.some(({ kind }) => kind === 'manual')
    if (!hasManual)
      assert.deepEqual(
        { Points, level },
        { Points: 0, level: undefined },
        `seed ${seeds[place]}: ${JSON.stringify(made[place]?.steps)}`,
      )
  }
  assert.deepEqual(await shop.verify(), [])
})
