import type { Case, Measured } from '../case.ts'
import { summarize } from '../comparison.ts'
import type { CardChoice } from '../load/run.ts'
import { type OurResult, runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave, sum } from '../rounds.ts'
import type { Shop, Site } from '../site.ts'
import { brandId, cardCount, fewRules, uniformCards } from '../stock.ts'
import { hotCards } from './hot-card.ts'
import { redeemCall } from './redeem.ts'

/** The two servers that are compared; both cases use them. */
interface Sides {
  readonly one: Shop
  readonly two: Shop
}

const sidesOf = new WeakMap<Site, Promise<Sides>>()

/** Redemptions with two processes against redemptions with one, on two databases of the same PostgreSQL. */
export const processes = compareProcesses('processes', 0.9, uniformCards)

/** The same with a fifth of the traffic at ten cards: in one process they queue in memory, in two on row locks. */
export const hotProcesses = compareProcesses('hotProcesses', 0.8, hotCards)

function compareProcesses(name: string, ratio: number, cards: CardChoice): Case {
  return { name, target: { ratio }, isQuick: false, run: (site, plan) => measure(site, plan, cards) }
}

async function measure(site: Site, plan: Plan, cards: CardChoice): Promise<Measured> {
  let sides = sidesOf.get(site)
  const warmUpSeconds = plan.warmUpSeconds[sides ? 'running' : 'started']
  sides ??= openSides(site)
  sidesOf.set(site, sides)
  const { one, two } = await sides
  const run = (shop: Shop) => (seconds: number, seed: number) =>
    runOurs(site, shop, { call: redeemCall, cards, seconds, seed })
  await run(one)(warmUpSeconds, 0)
  await run(two)(warmUpSeconds, 0)
  const rounds = await interleave(plan, {
    ours: (seed) => run(two)(plan.seconds, seed),
    floor: (seed) => run(one)(plan.seconds, seed),
  })
  const floors = rounds.map(({ floor }) => floor)
  const more = { usPerCallOfOne: usPerCall(floors), mbOfOne: memoryOf(one), mbOfTwo: memoryOf(two) }
  return { ...summarize(rounds), more }
}

async function openSides(site: Site): Promise<Sides> {
  const stock = { brand: brandId, rules: fewRules, cards: cardCount, redemptions: 0 }
  const one = await site.openShop('oneprocess', { ...stock, processes: 1 })
  return { one, two: await site.openShop('twoprocesses', { ...stock, processes: 2 }) }
}

const usPerCall = (results: readonly OurResult[]) =>
  (1_000_000 * sum(results.map(({ processorTime = Number.NaN }) => processorTime))) /
  sum(results.map(({ answers }) => answers))

const memoryOf = ({ server }: Shop) => server.peakMemoryOfAll() ?? Number.NaN
