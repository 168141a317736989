import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBalance } from '../../server/calls/operations/balance/update-balance.ts'
import { checkout } from '../../server/calls/operations/checkout/checkout.ts'
import type { Command } from '../../server/calls/operations/operation.ts'
import { returnMerchandise } from '../../server/calls/operations/return/return-merchandise.ts'
import { voidTransaction } from '../../server/calls/operations/void/void-transaction.ts'
import { readJsonBody } from '../../server/ground/contract/json.ts'
import { readRequest } from '../../server/ground/contract/read.ts'
import { perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { openEngine } from '../support/engine-room.ts'
import type { Shop } from '../support/shop.ts'
import { changesOf, levelOf, openTierShop, silverAndGold } from '../support/tier-shop.ts'
import { sql } from '../support/time-passes.ts'

/** A card by its place, an operation, and the rest of its request. */
type Step = readonly [card: number, operation: Command, body: object]

const sale = (card: number, price: number, more: object = {}): Step => [
  card,
  checkout,
  { products: productsOf(`1 CAKE ${price}`), returnBalanceMutations: true, ...more },
]
const change = (card: number, action: 'issue' | 'redeem', amount: number): Step => [
  card,
  updateBalance,
  { action, amount: { balanceType: 'Points', amount } },
]

/** Points for every dollar and for whoever brought the buyer, a bonus for two sales at one, less to pay with gold, and a reward for rising. */
const rules = [
  { then: [points(perDollar(1)), points(40, { to: 'referrer' })] },
  { when: [{ fact: 'tier', op: '=', value: 'gold' }], then: [{ discount: { percent: 10 } }] },
  {
    when: [{ fact: 'tier.rank', op: '>=', value: 1 }],
    limit: { times: 2, per: 'card', every: 'day' },
    then: [points(50)],
  },
  { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(7)] },
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(11)] },
]

interface Tills {
  readonly shop: Shop
  readonly cards: readonly string[]
  /** Begins a call and returns what it answers. Calls that are begun together share a batch, in their order. */
  begin(step: Step): Promise<{ readonly requestRef?: string; readonly refused?: number }>
}

async function openTills(tiers: object): Promise<Tills> {
  const { shop } = await openTierShop(rules, tiers)
  const cards = [await shop.card(), await shop.card(), await shop.card()]
  const { engine, brand, newRef } = await openEngine(shop)
  const begin = async ([card, operation, body]: Step) => {
    const json = readJsonBody(JSON.stringify({ cardNumber: cards[card], ...body }))
    assert(json.kind === 'body')
    const read = readRequest(operation.request, json.body, brand)
    assert(read.kind === 'read')
    const call = { ref: newRef(), locationId: 'L1', terminalId: 'T1' }
    const finished = await engine.run({ operation, request: read.value, brand, call, unknownFields: [] })
    return finished.kind === 'done' ? { ...finished.response, requestRef: call.ref } : { refused: finished.code }
  }
  return { shop, cards, begin }
}

/** All calls of a batch happen at one instant. */
async function batchesOf(shop: Shop): Promise<number> {
  const instants = `select count(distinct happened_at)::integer as count from request
    where brand_id = $1 and operation in ('checkout', 'updateBalance')`
  return (await sql(instants, [shop.id]))[0].count
}

/** What is left of a response when it is compared with that of another shop. */
function plain(response: object, cards: readonly string[]): string {
  const text = JSON.stringify(response, (key, value) => (/id|ref|uuid|date|time|url/i.test(key) ? undefined : value))
  return cards.reduce((told, card, place) => told.replaceAll(card, `card ${place}`), text)
}

/** What is booked of the cards' levels, and what they say that counts. */
async function levelsOf({ shop, cards }: Tills) {
  const tallies = await sql(
    `select tier_tally -> 'sums' as sums from card
     where brand_id = $1 and (tier_tally ->> 'seq')::integer = seq
     order by array_position($2::text[], card_number)`,
    [shop.id, cards],
  )
  const changes = await Promise.all(cards.map((card) => changesOf(shop, card)))
  return { tallies: tallies.map(({ sums }) => sums), changes }
}

const year = { endOf: 'year', plus: 1 }
const often = [
  { id: 'silver', name: 'Silver', at: 3 },
  { id: 'gold', name: 'Gold', at: 8 },
]
const ladders = [
  { by: { fact: 'history.spend', within: { calendar: 'year' } }, levels: silverAndGold, keep: year },
  { by: { fact: 'history.checkouts', within: { days: 30 } }, levels: often },
  { by: { fact: 'earned', balanceType: 'Points' }, levels: silverAndGold, keep: year },
]

for (const tiers of ladders) {
  test(`sales to the same cards decide alike in one batch and one by one (${tiers.by.fact})`, async () => {
    const [apart, together] = [await openTills(tiers), await openTills(tiers)]
    const steps = Array.from({ length: 60 }, (_, place): Step => {
      const card = (place * 7) % 3
      if (place % 10 === 4) return change(card, 'issue', 5 + place)
      return place % 10 === 8 ? change(card, 'redeem', 3) : sale(card, 11 + ((place * 13) % 29))
    })

    const answers = await Promise.all(steps.map(together.begin))
    const wanted = []
    for (const step of steps) wanted.push(await apart.begin(step))

    assert.equal(await batchesOf(together.shop), 1)
    for (const [place, answer] of answers.entries())
      assert.equal(plain(answer, together.cards), plain(wanted[place] ?? {}, apart.cards), `call ${place + 1}`)
    assert.deepEqual(await levelsOf(together), await levelsOf(apart))
    for (const { shop, cards } of [apart, together]) {
      assert.equal(await levelOf(shop, cards[0] ?? ''), 'gold')
      assert.deepEqual(await shop.verify(), [])
    }
  })
}

test('a level that every sale prolongs is prolonged by those of a batch, too', async () => {
  const { shop, cards, begin } = await openTills({ ...ladders[0], keep: { days: 365 } })
  await begin(sale(0, 120))

  await Promise.all([sale(0, 30), sale(0, 40), sale(0, 150), sale(0, 10)].map(begin))

  assert.equal(await batchesOf(shop), 2)
  assert.deepEqual(await changesOf(shop, cards[0] ?? ''), [
    'reached none silver',
    'prolonged silver silver',
    'reached silver gold',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('a sale after an undone one of its batch is measured by what is left', async () => {
  const { shop, cards, begin } = await openTills({ ...ladders[0], keep: year })
  const undoing = async (card: number, price: number): Promise<Step> => {
    const { requestRef } = await begin(sale(card, price))
    return [card, voidTransaction, { requestRef }]
  }
  const [plainCard, silverCard] = [await undoing(0, 40), await undoing(1, 120)]

  await Promise.all([sale(1, 150), plainCard, silverCard, sale(0, 70), sale(1, 40), sale(1, 10)].map(begin))

  const [card = '', other = ''] = cards
  assert.equal(await levelOf(shop, card), undefined)
  assert.equal(await levelOf(shop, other), 'silver')
  await begin(sale(0, 30))
  assert.equal(await levelOf(shop, card), 'silver')
  assert.deepEqual(await shop.verify(), [])
})

/** What can happen to three cards at once: they buy, bring each other, get and spend points, and undo what was before. */
function stepsOf(roll: (sides: number) => number, cards: readonly string[], before: readonly Before[]): Step[] {
  return Array.from({ length: 20 }, (): Step => {
    const card = roll(3)
    const past = before[roll(before.length)]
    const friend = { referringCardNumber: cards[(card + 1) % 3] }
    switch (roll(9)) {
      case 0:
        return change(card, 'issue', 1 + roll(40))
      case 1:
        return change(card, 'redeem', 1 + roll(20))
      case 2:
        return sale(card, 5 + roll(60), friend)
      case 3:
        return past ? [past.card, voidTransaction, { requestRef: past.requestRef }] : sale(card, 20)
      case 4:
        return past ? [past.card, returnMerchandise, returned(past.requestRef)] : sale(card, 30)
      default:
        return sale(card, 5 + roll(60))
    }
  })
}

const returned = (checkoutRequestRef: string) => ({
  checkoutRequestRef,
  returnedProducts: [{ sku: 'CAKE', amountPurchased: 0.5 }],
})

interface Before {
  readonly card: number
  readonly requestRef: string
}

for (const [seed, tiers] of ladders.entries()) {
  test(`whatever happens to cards at once, what they say that counts is what happened (${tiers.by.fact})`, async () => {
    const { shop, cards, begin } = await openTills(tiers)
    let dice = 104_729 * (seed + 1)
    const roll = (sides: number) => {
      dice = (dice * 1103515245 + 12345) % 2147483648
      return sides === 0 ? 0 : Math.floor(dice / 65536) % sides
    }
    const before: Before[] = []
    for (let wave = 0; wave < 8; wave += 1) {
      const steps = stepsOf(roll, cards, before)
      const answers = await Promise.all(steps.map(begin))
      for (const [place, { requestRef }] of answers.entries()) {
        const [card, operation] = steps[place] ?? []
        if (requestRef !== undefined && card !== undefined && operation === checkout) before.push({ card, requestRef })
      }
      assert.deepEqual(await shop.verify(), [], `after ${wave + 1} waves`)
    }
    assert.ok((await batchesOf(shop)) < before.length, 'many share a batch')
    const [done] = await sql(
      `select count(*) filter (where operation = 'voidTransaction')::integer as voids,
         count(*) filter (where operation = 'returnMerchandise')::integer as returns
       from request where brand_id = $1 and error_code is null`,
      [shop.id],
    )
    assert.ok(done.voids > 3 && done.returns > 3, JSON.stringify(done))
  })
}
