import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CounterNeed,
  type FactNeed,
  type HistorySums,
  needKey,
  type PastAnswer,
} from '../../server/domain/campaign/needs.ts'
import type { Past } from '../../server/domain/campaign/past.ts'
import type { Card } from '../../server/domain/card/card.ts'
import type { CheckoutRecord } from '../../server/domain/checkout/record.ts'
import type { Decision } from '../../server/domain/decision/decision.ts'
import {
  type Context,
  cardIn,
  type EngineRoom,
  millionths,
  openEngine,
  outcome,
  saleOf,
} from '../support/engine-room.ts'
import { openShop, times } from '../support/shop.ts'

const products = [
  { sku: 'tea', categories: ['drinks'] },
  { sku: 'green-tea', parent: 'tea', categories: ['drinks'] },
  { sku: 'mug', categories: ['goods'] },
]

const openBrand = () =>
  openShop({
    brand: { exchangeRates: { EUR: '1.10' } },
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1', 'T2'] },
      { id: 'L2', name: 'Pier 2', terminals: ['T3'] },
    ],
    more: { products },
  })

/** Asks for facts about a card, and goes on once they are there. */
function knowing(context: Context, card: Card, facts: readonly FactNeed[], use: (past: Past) => Decision<object>) {
  const past = context.past(card.id)
  const isKnown = (need: FactNeed) => (need.kind === 'account' ? past.account : past.answers.get(needKey(need)))
  const unknown = facts.filter((need) => isKnown(need) === undefined)
  if (unknown.length === 0) return use(past)
  return { kind: 'needs' as const, needs: [{ kind: 'facts' as const, card: card.id, facts: unknown }] }
}

/** What the database says about a card. */
async function answers(room: EngineRoom, number: string, needs: readonly FactNeed[]): Promise<PastAnswer[]> {
  let found: PastAnswer[] = []
  await room.must({ cards: [number] }, (context) =>
    knowing(context, cardIn(context, number), needs, (past) => {
      found = needs.map((need) => past.answers.get(needKey(need)) ?? -1)
      return outcome()
    }),
  )
  return found
}

const sell = (room: EngineRoom, number: string, make: (context: Context, card: Card) => CheckoutRecord) =>
  room.must({ cards: [number] }, (context) => {
    const card = cardIn(context, number)
    return outcome({ subject: card, cards: [card], checkout: { cardId: card.id, ...make(context, card) } })
  })

test('history sums what was sold, less what came back', async () => {
  const shop = await openBrand()
  const room = await openEngine(shop)
  const card = await shop.card()
  const first = await sell(room, card, (context) =>
    saleOf(context, [
      ['tea', 2, 3, 600],
      ['mug', 1, 9.99, 999],
    ]),
  )
  await sell(room, card, (context) =>
    saleOf(context, [['green-tea', 0.5, 4, 200]], { locationId: 'L2', currency: 'EUR' }),
  )
  await sell(room, card, (context) => saleOf(context, [['mug', 1, 5, 500]], { currency: 'XAU' }))
  await sell(room, card, (context) => saleOf(context, [['mug', 1, 5, 500]], { isVoided: true }))
  await sell(room, card, (context) => saleOf(context, [['mug', 1, 5, -500]], { kind: 'return', of: first }))
  await room.must({ cards: [card], requests: [first], checkouts: [first] }, (context) => {
    const sale = context.checkout(first)
    assert(sale)
    const units = [millionths(1), '0']
    const returned = { returns: [], total: 300, isFull: false, units }
    return outcome({ checkouts: [{ ...sale, returned }] })
  })

  const all: FactNeed = { kind: 'history' }
  const drinks: FactNeed = { kind: 'history', where: { category: ['drinks'] } }
  const cheap: FactNeed = { kind: 'history', where: { maxUnitPrice: 4, minUnitPrice: 4 } }
  const children: FactNeed = { kind: 'history', where: { parent: ['tea'] } }
  const none: FactNeed = { kind: 'history', since: Date.now() + 60_000 }
  const found = await answers(room, card, [all, drinks, cheap, children, none])
  const [whole, ofDrinks, ofCheap, ofChildren, ofNone] = found.map(shown)

  // 12.99 of 15.99 are left of the first sale, 2.00 EUR are 2.20 USD, and gold has no rate.
  assert.deepEqual(whole, { checkouts: 3, spend: dec(1519, 2), quantity: dec(35, 1), locations: 2, lastAt: 0 })
  assert.deepEqual(ofDrinks, { checkouts: 2, spend: dec(52, 1), quantity: dec(15, 1), locations: 2, lastAt: 0 })
  assert.deepEqual(ofCheap, { checkouts: 1, spend: dec(22, 1), quantity: dec(5, 1), locations: 1, lastAt: 0 })
  assert.deepEqual(ofChildren, ofCheap)
  assert.deepEqual(ofNone, { checkouts: 0, spend: dec(0, 0), quantity: dec(0, 0), locations: 0, lastAt: 0 })
  assert.deepEqual(await shop.verify(), [])
})

/** Without its time, and with places counted. */
function shown(answer: unknown) {
  const { spent: _, lastAt: __, locations, ...sums } = answer as HistorySums
  return { ...sums, locations: locations.length, lastAt: 0 }
}

const dec = (units: number, scale: number) => ({ units, scale })

test("what a batch's earlier commands sold or registered is counted by the later ones", async () => {
  const shop = await openBrand()
  const room = await openEngine(shop)
  const card = await shop.card()
  const needs: FactNeed[] = [{ kind: 'history' }, { kind: 'events', categoryId: 'visit' }]
  const seen: unknown[] = []
  const visit = () =>
    room.must({ cards: [card] }, (context) => {
      const subject = cardIn(context, card)
      return knowing(context, subject, needs, ({ answers }) => {
        const [sales, visits] = needs.map((need) => answers.get(needKey(need)))
        seen.push([(sales as { checkouts: number }).checkouts, (visits as { count: number }).count])
        const event = { cardId: subject.id, eventType: 'CUSTOM', categoryId: 'visit', happenedAt: context.now }
        const checkout = saleOf(context, [['tea', 1, 1, 100]], { cardId: subject.id })
        return outcome({ subject, cards: [subject], checkout, events: [event] })
      })
    })
  await Promise.all(times(4, visit))
  // The last decision of each command is the one that counts.
  assert.deepEqual([...new Set(seen.map(String))].toSorted(), ['0,0', '1,1', '2,2', '3,3'])
  assert.deepEqual(await shop.verify(), [])
})

test('firings of a batch count at once, those of a setup until it ends, and those of a void no more', async () => {
  const shop = await openBrand()
  const room = await openEngine(shop)
  const card = await shop.card()
  const need: CounterNeed = { kind: 'counter', rule: 'summer/tea', per: 'card' }
  const seen: PastAnswer[] = []
  const fire = (until?: (context: Context) => number) =>
    room.must({ cards: [card] }, (context) => {
      const subject = cardIn(context, card)
      return knowing(context, subject, [need], ({ answers }) => {
        seen.push(answers.get(needKey(need)) ?? -1)
        const firing = { rule: need.rule, cardId: subject.id, ...(until && { until: until(context) }) }
        return outcome({ subject, cards: [subject], fired: [firing] })
      })
    })
  const [first] = await Promise.all(times(3, () => fire()))
  assert.deepEqual([...new Set(seen)], [0, 1, 2])
  await fire(({ now }) => now)
  const setup = await fire(({ now }) => now + 60_000)
  assert.deepEqual(await answers(room, card, [need]), [4])

  await room.must({ cards: [card] }, () => outcome({ confirms: setup }))
  const unfire = (ref: string) =>
    room.must({ cards: [card] }, (context) => {
      const firings = [{ rule: need.rule, cardId: cardIn(context, card).id }]
      return outcome({ unfired: [{ ref, firings }] })
    })
  // Asked for in the same batch, after the unfiring: the answer is fetched once that is stored.
  const [, counted] = await Promise.all([unfire(first ?? ''), answers(room, card, [need])])
  assert.deepEqual(counted, [3])
  await unfire(setup)
  assert.deepEqual(await answers(room, card, [need]), [3])
  assert.deepEqual(await answers(room, card, [{ ...need, since: Date.now() + 60_000 }]), [0])
  assert.deepEqual(await shop.verify(), [])
})

test('a limit of the whole brand holds at two servers', async () => {
  const shop = await openBrand()
  const rooms = [await openEngine(shop), await openEngine(shop)]
  const cards = await Promise.all(times(6, () => shop.card()))
  const need: CounterNeed = { kind: 'counter', rule: 'summer/first', per: 'brand' }
  let fired = 0
  const attempt = (index: number) => {
    const number = cards[index % cards.length] ?? ''
    return rooms[index % 2]?.run({ cards: [number] }, (context) => {
      const answer = context.past(undefined).answers.get(needKey(need))
      if (answer === undefined) return { kind: 'needs', needs: [{ kind: 'facts', facts: [need] }] }
      if ((answer as number) >= 5) return outcome()
      return outcome({ response: { fired: true }, fired: [{ rule: need.rule, cardId: cardIn(context, number).id }] })
    })
  }
  for (const finished of await Promise.all(times(40, attempt))) {
    if (finished?.kind === 'done' && 'fired' in finished.response) fired += 1
  }
  assert.equal(fired, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('an account is as the commands before left it', async () => {
  const shop = await openBrand()
  const room = await openEngine(shop)
  const card = await shop.card()
  const append = (name: string) =>
    room.must({ cards: [card] }, (context) => {
      const subject = cardIn(context, card)
      return knowing(context, subject, [{ kind: 'account' }], ({ account }) => {
        assert(account)
        const names = [...(account.demographics.names ?? []), name]
        const programs = { ...account.programs, gold: context.now }
        return outcome({ accounts: [{ ...account, enrolledAt: 1000, programs, demographics: { names } }] })
      })
    })
  await Promise.all(['a', 'b'].map(append))
  await append('c')
  let found: unknown
  await room.must({ cards: [card] }, (context) =>
    knowing(context, cardIn(context, card), [{ kind: 'account' }], ({ account }) => {
      found = [account?.demographics, account?.enrolledAt, Object.keys(account?.programs ?? {}), account?.hasChildren]
      return outcome()
    }),
  )
  assert.deepEqual(found, [{ names: ['a', 'b', 'c'] }, 1000, ['gold'], false])
})
