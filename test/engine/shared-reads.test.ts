import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  boughtProducts,
  couponSets,
  locations,
  modernCampaigns,
  modernSections,
  productsFor,
} from '../../bench/rule-book.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { Gatherer } from '../../server/storage/store/queries/gather.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { openShop, type Shop, startTestService, times } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const proxy = openDatabaseProxy()
let service: Service
let shop: Shop
let other: Shop
/** The cards, each with another past. */
let cards: readonly string[]
let cardsOfOther: readonly string[]

/** Goes on beside calls, now and then: clocks, marks of keys, records of reads. */
const beside = [
  /clock_timestamp\(\) as now$/,
  /update api_key set last_used_at/,
  /insert into request\b/,
  /job_mark/,
  /^begin$/,
  /^commit$/,
]

let statements = 0
/** Whether answers are withheld. */
let withholds = false

before(async () => {
  proxy.holds = (statement) => {
    if (beside.some((sign) => sign.test(statement))) return false
    statements += 1
    return withholds
  }
  service = await startTestService([], false, proxy.url)
  const openOne = () =>
    openShop({
      service,
      locations,
      program: { tiers: modernSections.tiers },
      cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 500, prefix: '60', length: 16 } }],
      more: {
        products: productsFor(10),
        couponSets: [...couponSets, modernSections.couponSet],
        campaigns: modernCampaigns(),
      },
    })
  shop = await openOne()
  other = await openOne()
  cards = await makeCards(shop, 8)
  cardsOfOther = await makeCards(other, 3)
})
after(() => service.stop())

function makeCards(at: Shop, count: number): Promise<string[]> {
  const made = times(count, async (index) => {
    const cardNumber = await at.card({ usd: 50 + index })
    for (let left = index % 4; left > 0; left -= 1) await at.redeem(cardNumber, { usd: 1 + index })
    if (index % 2 === 0) await at.must('checkout', { cardNumber, products: boughtProducts })
    if (index % 3 === 0)
      await at.must('updateAccount', {
        cardNumber,
        customerUpdates: { firstName: `Ada ${index}`, email: `a${index}@example.com` },
      })
    return cardNumber
  })
  return Promise.all(made)
}

type Ask = (at: Shop, cardNumber: string) => Promise<unknown>

const all = { balances: true, customer: true, coupons: true, events: true, checkouts: true, campaignCounters: true }
const more = { mailings: true, personalOffers: true, segments: true, score: true, emailBounced: true, mmsBounced: true }

/** Each kind of read, and one with filters that differ from card to card. */
const kinds: Readonly<Record<string, Ask>> = {
  'search by number': (at, cardNumber) =>
    at.call('search', { filters: { cardNumber }, returnFields: { balances: true } }),
  'search with all that there is of a card': (at, cardNumber) =>
    at.call('search', { filters: { cardNumber }, returnFields: { ...all, ...more } }),
  cardHistory: (at, cardNumber) => at.call('cardHistory', { cardNumber, includeTransactionDetails: true }),
  'cardHistory with filters': (at, cardNumber) => {
    const place = Number(cardNumber.slice(-1))
    return at.call('cardHistory', {
      cardNumber,
      maxResults: 1 + (place % 3),
      offset: place % 2,
      sortMostRecentFirst: place % 2 === 0,
      includeCampaignData: true,
      ...(place % 3 === 0 && { restrictTransactionTypes: ['CHECKOUT_COMPLETE', 'UPDATE_BALANCE'] }),
      ...(place % 3 === 1 && { beginDate: '2020-01-01 00:00:00', endDate: '2090-01-02 00:00:00' }),
      ...(place === 6 && { couponId: 'a "coupon" \\ {of nobody}' }),
    })
  },
}

/** What a call answers, without its own reference. */
async function answerOf(asked: Promise<unknown>): Promise<string> {
  const { body } = (await asked) as { body: object }
  return JSON.stringify({ ...body, requestRef: '' })
}

describe('reads that wait at the same moment', () => {
  for (const [name, ask] of Object.entries(kinds)) {
    test(`${name}: each answer is byte for byte what it is alone`, async () => {
      const places = [
        ...cards.map((card) => [shop, card] as const),
        ...cardsOfOther.map((card) => [other, card] as const),
      ]
      const alone: string[] = []
      for (const [at, card] of places) alone.push(await answerOf(ask(at, card)))
      assert.ok(new Set(alone).size > 3, alone[0])
      const wanted = [...places, [shop, 'of-nobody'] as const, ...places]
      const nobody = await answerOf(ask(shop, 'of-nobody'))
      const together = await Promise.all(wanted.map(([at, card]) => answerOf(ask(at, card))))
      assert.deepEqual(together, [...alone, nobody, ...alone])
    })

    test(`${name}: share statements by brand`, async () => {
      await wait(200)
      statements = 0
      await ask(shop, cards[0] ?? '')
      const single = statements
      // All that may run at a time are held up; what comes meanwhile waits.
      withholds = true
      const held = times(3, () => ask(shop, cards[1] ?? ''))
      await until('they wait', async () => proxy.held > 0)
      await wait(100)
      const many = times(24, (index) => ask(shop, cards[index % cards.length] ?? ''))
      await wait(300)
      withholds = false
      statements = 0
      proxy.letGo()
      await Promise.all([...held, ...many])
      // The three that were held go on together, as the others do.
      assert.ok(statements <= 4 * single, `${statements} statements for 27 calls of ${single}`)
    })
  }

  test('and the books add up', async () => {
    assert.deepEqual(await shop.verify(), [])
    assert.deepEqual(await other.verify(), [])
  })
})

describe('a statement that is shared', () => {
  const limits = { atOnceMax: 10, underWayMax: 1 }

  test('is asked at once by whoever comes alone', async () => {
    const asked: (readonly number[])[] = []
    const gatherer = new Gatherer(async (keys: readonly number[]) => {
      asked.push(keys)
      return keys.map((key) => 2 * key)
    }, limits)
    assert.equal(await gatherer.get(4), 8)
    assert.deepEqual(await Promise.all([1, 2, 3].map((key) => gatherer.get(key))), [2, 4, 6])
    assert.deepEqual(asked, [[4], [1, 2, 3]])
  })

  test('fails only those reads that fail by themselves', async () => {
    const gatherer = new Gatherer(async (keys: readonly number[]) => {
      if (keys.includes(13)) throw new Error('thirteen')
      return keys.map((key) => 2 * key)
    }, limits)
    const settled = await Promise.allSettled([1, 13, 3].map((key) => gatherer.get(key)))
    assert.deepEqual(
      settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
      [2, 'Error: thirteen', 6],
    )
    assert.equal(await gatherer.get(5), 10)
  })

  test('that took too long is not asked again: whoever waited is answered', async () => {
    let count = 0
    const gatherer = new Gatherer(async (): Promise<readonly number[]> => {
      count += 1
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    }, limits)
    const settled = await Promise.allSettled([1, 2, 3].map((key) => gatherer.get(key)))
    assert.ok(settled.every(({ status }) => status === 'rejected'))
    assert.equal(count, 1)
  })
})
