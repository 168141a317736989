import type { Case, Measured } from '../case.ts'
import { callOnce } from '../load/call-once.ts'
import type { CallShape } from '../load/run.ts'
import { type OurResult, runOurs } from '../our-side.ts'
import { loadPeople } from '../people.sql.ts'
import {
  demographicField,
  emailOf,
  lastNameBeginnings,
  phoneBase,
  phoneOf,
  storeBase,
  storeCount,
  storeOf,
} from '../people.ts'
import type { Plan } from '../plan.ts'
import { median, sum } from '../rounds.ts'
import type { Shop, Site } from '../site.ts'
import { fewRules, numberBase } from '../stock.ts'

const brand = 'people'
const customers = 1_000_000
/** Fewer than elsewhere: with more, each way to search would wait for processors, and all would look alike. */
const connections = 8

/** A way to search, and how many things are looked for in this way. */
interface Way {
  readonly call: CallShape
  readonly count: number
}

const byNumber: Way = { call: searchFor((cardNumber) => ({ cardNumber })), count: customers }

const ways: Readonly<Record<string, Way>> = {
  email: { call: searchFor((number) => ({ email: emailOf(number) })), count: customers },
  phone: {
    call: { ...searchFor((number) => ({ phone: phoneOf(number) })), numberBase: phoneBase },
    count: customers,
  },
  // Some 10,000 customers each.
  prefix: {
    call: {
      ...searchFor((_, turn) => ({ lastName: `${lastNameBeginnings[turn]?.toLowerCase()}*` })),
      turns: lastNameBeginnings.length,
    },
    count: 1,
  },
  // Some 1,000 customers each.
  demographic: {
    call: {
      ...searchFor((number) => ({ customDemographics: [{ fieldName: demographicField, textValue: storeOf(number) }] })),
      numberBase: storeBase,
    },
    count: storeCount,
  },
}

function searchFor(filters: (number: string, turn: number) => object): CallShape {
  return {
    path: '/merchant/search',
    body: (number, turn) => ({ filters: filters(number, turn), returnFields: { balances: true, customer: true } }),
  }
}

/** Searches for people among a million, against searches by card number: how many times longer the slowest take. */
export const people: Case = { name: 'people', target: { multiple: 5 }, isQuick: false, run: measurePeople }

async function measurePeople(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.openShop(brand, { brand, rules: fewRules, cards: customers, redemptions: 0 })
  await loadPeople(shop.url, { brand, customers })
  return measureWays(site, shop, plan)
}

async function measureWays(site: Site, shop: Shop, plan: Plan): Promise<Measured> {
  for (const [name, way] of Object.entries(ways)) await checkFound(shop, name, way)
  const run = ({ call, count }: Way, seconds: number, seed: number) =>
    runOurs(site, shop, { call, cards: { count }, seconds, seed, connections })
  for (const way of [byNumber, ...Object.values(ways)]) await run(way, plan.warmUpSeconds.running, 0)
  const rounds: Readonly<Record<string, OurResult>>[] = []
  for (let seed = 1; seed <= plan.rounds; seed += 1) {
    const round: Record<string, OurResult> = { number: await run(byNumber, plan.seconds, seed) }
    for (const [name, way] of Object.entries(ways)) round[name] = await run(way, plan.seconds, seed)
    const shown = Object.entries(round).map(([name, { p99 }]) => `${name} ${p99.toFixed(1)}`)
    process.stderr.write(`  p99: ${shown.join(', ')} ms\n`)
    rounds.push(round)
  }
  return { ...figuresOf(rounds, 'number'), parts: compareWays(rounds) }
}

/** A search that finds nobody would be quick. */
async function checkFound(shop: Shop, name: string, { call }: Way): Promise<void> {
  const asked = call.body(String((call.numberBase ?? numberBase) + 1), 0)
  const { cards = [] } = await callOnce(shop, call.path, asked)
  if (cards.length === 0) throw new Error(`Nobody is found by ${name}: ${JSON.stringify(asked)}`)
}

type Rounds = readonly Readonly<Record<string, OurResult>>[]

function compareWays(rounds: Rounds): Readonly<Record<string, Measured>> {
  const measured = Object.keys(ways).map((name) => {
    const multiple = median(rounds.map((round) => (round[name]?.p99 ?? 0) / (round.number?.p99 ?? 0)))
    return [name, { ...figuresOf(rounds, name), multiple }] as const
  })
  return Object.fromEntries(measured)
}

function figuresOf(rounds: Rounds, name: string): Measured {
  const results = rounds.flatMap((round) => round[name] ?? [])
  const calls = sum(results.map(({ answers }) => answers))
  const times = results.flatMap(({ processorTime }) => processorTime ?? [])
  return {
    ours: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
    ...(times.length > 0 && { processorTime: (1_000_000 * sum(times)) / calls }),
  }
}
