import type { Case, Measured, Shares } from './case.ts'
import type { CallShape, CardChoice } from './load/run.ts'
import { type OurResult, runOurs } from './our-side.ts'
import { runFloor } from './pgbench.ts'
import type { Plan } from './plan.ts'
import { interleave, median, sum } from './rounds.ts'
import type { Shop, Site } from './site.ts'

export interface Compared {
  readonly name: string
  /** The ratio that is wanted. */
  readonly target: number
  /** Whether `--quick` has time for it; it has unless this says otherwise. */
  readonly isQuick?: boolean
  readonly call: CallShape
  readonly cards: CardChoice
  /** What pgbench runs against it: see FloorRun. */
  readonly statement: string
  /** Before anything is measured: brings about what the call needs, or makes sure that it does what is to be measured. */
  readonly prepare?: (shop: Shop) => Promise<void>
  /** Where it is measured, if not in the shop that most cases share. */
  readonly shop?: (site: Site) => Promise<Shop>
}

/** A call over HTTP against the same work by pgbench, on one database, in turns. */
export function comparison(compared: Compared): Case {
  const { name, target, isQuick = true } = compared
  return { name, target: { ratio: target }, isQuick, run: (site, plan) => compare(compared, site, plan) }
}

async function compare(compared: Compared, site: Site, plan: Plan): Promise<Measured> {
  const state = site.shops.length === 0 || compared.shop ? 'started' : 'running'
  const shop = await (compared.shop?.(site) ?? site.mainShop())
  const { seconds } = plan
  const { call, cards, statement } = compared
  await compared.prepare?.(shop)
  // Compiles the server's code, and writes the pages that are touched for the first time since they were loaded.
  await runOurs(site, shop, { call, cards, seconds: plan.warmUpSeconds[state], seed: 0 })
  const rounds = await interleave(plan, {
    ours: (seed) => runOurs(site, shop, { call, cards, seconds, seed }),
    floor: (seed) => runFloor(site.pgbench, { ...shop, folder: site.folder, seconds, seed, cards, statement }),
  })
  return summarize(rounds)
}

/** Medians of the rounds. The ratio is taken in each of them, because the machine is not equally quick in all. */
export function summarize(rounds: readonly { ours: OurResult; floor: { perSecond: number } }[]): Measured {
  const calls = sum(rounds.map(({ ours }) => ours.answers))
  const times = rounds.flatMap(({ ours }) => ours.processorTime ?? [])
  return {
    ratio: median(rounds.map(({ ours, floor }) => ours.perSecond / floor.perSecond)),
    ours: median(rounds.map(({ ours }) => ours.perSecond)),
    floor: median(rounds.map(({ floor }) => floor.perSecond)),
    p50: median(rounds.map(({ ours }) => ours.p50)),
    p99: median(rounds.map(({ ours }) => ours.p99)),
    bytesPerCall: sum(rounds.map(({ ours }) => ours.bytes)) / calls,
    ...(times.length > 0 && { processorTime: (1_000_000 * sum(times)) / calls }),
    ...sharesOf(rounds.map(({ ours }) => ours)),
  }
}

/** How what was used of the processors was shared; nothing where the system does not say. */
export function sharesOf(rounds: readonly OurResult[]): { shares?: Shares } {
  const used = (part: 'processorTime' | 'databaseTime' | 'clientTime') =>
    sum(rounds.map((one) => one[part] ?? Number.NaN))
  const [server, database, client] = [used('processorTime'), used('databaseTime'), used('clientTime')]
  const percent = (part: number) => (100 * part) / (server + database + client)
  if (Number.isNaN(percent(server))) return {}
  return { shares: { server: percent(server), database: percent(database), client: percent(client) } }
}
