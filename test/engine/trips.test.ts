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
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { openShop, type Shop, startTestService, times } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

/** What calls cost the database until they are answered. */
interface Cost {
  readonly statements: number
  /** How often the server waits for the database. */
  readonly trips: number
}

/** A card, and calls of it that others refer to. */
interface Subject {
  readonly cardNumber: string
  readonly sale: string
  readonly setup: string
}

interface Row {
  readonly call: (subject: Subject) => Promise<unknown>
  readonly cost: Cost
}

const basket = { products: boughtProducts }
const row = (statements: number, trips: number, call: Row['call']): Row => ({ call, cost: { statements, trips } })

/**
 * The table of docs/performance.md. A figure that grows makes every call slower: look for the reason before you write it
 * down here and there. One that shrinks is written down, too.
 */
const table: Readonly<Record<string, Row>> = {
  allocate: row(11, 6, () => shop.must('allocate', { cardSetId: 'cards' })),
  issue: row(14, 3, ({ cardNumber }) => shop.issue(cardNumber, { usd: 1 })),
  redeem: row(14, 3, ({ cardNumber }) => shop.redeem(cardNumber, { usd: 1 })),
  checkout: row(19, 3, ({ cardNumber }) => shop.must('checkout', { cardNumber, ...basket })),
  setup: row(17, 3, ({ cardNumber }) => lock(cardNumber)),
  complete: row(21, 3, ({ cardNumber, setup }) => complete(cardNumber, setup)),
  returnMerchandise: row(26, 8, (subject) => giveBack(subject)),
  voidTransaction: row(31, 8, (subject) => takeBack(subject)),
  updateAccount: row(11, 4, ({ cardNumber }) => rename(cardNumber)),
  search: row(1, 1, (subject) => search(subject)),
  cardHistory: row(4, 4, ({ cardNumber }) => shop.history(cardNumber)),
}

const search = ({ cardNumber }: Subject) => shop.balances(cardNumber)
const lock = (cardNumber: string) =>
  shop.must('checkout', { cardNumber, ...basket, isSetup: true, lockSetupDuration: 60 })
const complete = (cardNumber: string, relatedSetupTransactionId: string) =>
  shop.must('checkout', { cardNumber, relatedSetupTransactionId })
const giveBack = ({ cardNumber, sale }: Subject) =>
  shop.must('returnMerchandise', { cardNumber, checkoutRequestRef: sale, ...basket })
const takeBack = ({ cardNumber, sale }: Subject) => shop.must('voidTransaction', { cardNumber, requestRef: sale })
const rename = (cardNumber: string) =>
  shop.must('updateAccount', { cardNumber, customerUpdates: { firstName: `Ada ${cardNumber.slice(-3)}` } })

let statements = 0
/** Statements that look cards up by their numbers: records of reads are written when their time has come. */
let lookUps = 0
/** Whether the answer of the next statement is withheld. */
let withholds = false
const proxy = openDatabaseProxy()
let service: Service
let shop: Shop

/** Goes on beside calls, now and then. */
const beside = [/clock_timestamp\(\) as now$/, /update api_key set last_used_at/]

before(async () => {
  proxy.holds = (statement) => {
    if (beside.some((sign) => sign.test(statement))) return false
    statements += 1
    if (statement.includes('card_number = any') && statement.includes('json_agg')) lookUps += 1
    const isWithheld = withholds
    withholds = false
    return isWithheld
  }
  service = await startTestService(['--lanes', '1'], false, proxy.url)
  shop = await openShop({
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
})
after(() => service.stop())

describe('what a call costs the database', () => {
  for (const [name, { call, cost }] of Object.entries(table)) {
    test(`${name}: ${cost.statements} statements in ${cost.trips} trips`, async () => {
      // Of the first one, connections have prepared nothing yet; and what else goes on can only add to it.
      const costs: Cost[] = []
      for (let left = 4; left > 0; left -= 1) costs.push(await costOf(await makeSubjects(1, name), call))
      assert.deepEqual(leastOf(costs), cost)
    })
  }

  test('searches that come while one is under way share a statement', async () => {
    const [other, ...subjects] = await makeSubjects(17, 'search')
    assert.ok(other)
    await wait(100)
    withholds = true
    const first = search(other)
    await until('the first one waits', async () => proxy.held > 0)
    await wait(100)
    lookUps = 0
    const others = subjects.map(search)
    await wait(300)
    proxy.letGo()
    await Promise.all([first, ...others])
    assert.equal(lookUps, 1)
  })

  test('and the books add up', async () => {
    assert.deepEqual(await shop.verify(), [])
  })
})

const leastOf = (costs: readonly Cost[]): Cost => ({
  statements: Math.min(...costs.map(({ statements }) => statements)),
  trips: Math.min(...costs.map(({ trips }) => trips)),
})

function makeSubjects(count: number, name: string): Promise<Subject[]> {
  const made = times(count, async () => {
    const cardNumber = await shop.card({ usd: 50 })
    const sale = await shop.must('checkout', { cardNumber, ...basket })
    const setup = name === 'complete' ? await lock(cardNumber) : undefined
    // The sale's budget would be looked up beforehand, if its stripe has enough for another sale: by so many calls it is forgotten.
    if (name === 'allocate') for (let left = 20; left > 0; left -= 1) await shop.issue(cardNumber, { usd: 1 })
    return { cardNumber, sale: sale.transactionId, setup: setup?.transactionId ?? '' }
  })
  return Promise.all(made)
}

async function costOf(subjects: readonly Subject[], call: Row['call']): Promise<Cost> {
  // Records of reads are written a moment later.
  await wait(100)
  statements = 0
  const trips = proxy.trips
  await Promise.all(subjects.map(call))
  return { statements, trips: proxy.trips - trips }
}
