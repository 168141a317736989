import type { Case, Measured } from './case.ts'
import { recordBytes } from './disk.sql.ts'
import type { Plan } from './flags.ts'
import { composeRequest } from './load/request.ts'
import type { CallShape, CardChoice, RunResult } from './load/run.ts'
import { type FloorResult, runFloor } from './pgbench.ts'
import { interleave, median, sum } from './rounds.ts'
import type { Shop, Site } from './site.ts'

export interface Compared {
  readonly name: string
  readonly target: number
  readonly call: CallShape
  readonly cards: CardChoice
  /** What pgbench runs against it: see FloorRun. */
  readonly statement: string
}

/** A call over HTTP against the same work by pgbench, on one database, in turns. */
export function comparison(compared: Compared): Case {
  const { name, target } = compared
  return { name, target, isQuick: true, run: (site, plan) => compare(compared, site, plan) }
}

async function compare(compared: Compared, site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.mainShop()
  const { cards, statement } = compared
  const ours = (round: number, seconds: number) => runOurs(site, shop, { ...compared, seconds, seed: 1 + round })
  const floor = (round: number, seconds: number) =>
    runFloor(site.pgbench, { ...shop, folder: site.folder, seconds, seed: 1 + round, cards, statement })
  await floor(-1, 1)
  await ours(-1, plan.warmUpSeconds)
  const bytesBefore = await recordBytes(shop.url)
  const rounds = await interleave(
    plan.rounds,
    (round) => floor(round, plan.seconds),
    (round) => ours(round, plan.seconds),
  )
  const grown = (await recordBytes(shop.url)) - bytesBefore
  return summarize(rounds.map(({ first, second }) => ({ floor: first, ours: second })), grown)
}

export interface OurRun {
  readonly call: CallShape
  readonly cards: CardChoice
  readonly seconds: number
  readonly seed: number
}

/** As many tills as the interface is measured with. */
const connections = 64

export async function runOurs(site: Site, shop: Shop, { call, cards, seconds, seed }: OurRun): Promise<RunResult> {
  const { port } = shop.server
  const result = await site.generator.run({ port, connections, seconds, seed, cards, ...composeRequest(call) })
  if (result.failures > 0) process.stderr.write(`${result.failures} calls FAILED, the first:\n${result.firstFailure}\n`)
  return result
}

function summarize(rounds: readonly { floor: FloorResult; ours: RunResult }[], grown: number): Measured {
  const calls = sum(rounds.map(({ floor, ours }) => floor.transactions + ours.answers))
  return {
    // Of each round, because the machine is not equally quick in all of them.
    ratio: median(rounds.map(({ floor, ours }) => ours.perSecond / floor.perSecond)),
    ours: median(rounds.map(({ ours }) => ours.perSecond)),
    floor: median(rounds.map(({ floor }) => floor.perSecond)),
    p50: median(rounds.map(({ ours }) => ours.p50)),
    p99: median(rounds.map(({ ours }) => ours.p99)),
    failures: sum(rounds.map(({ ours }) => ours.failures)),
    bytesPerCall: grown / calls,
  }
}
