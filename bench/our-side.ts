import { recordBytes } from './disk.sql.ts'
import { composeRequests } from './load/request.ts'
import type { CallShape, CardChoice, RunResult } from './load/run.ts'
import type { Shop, Site } from './site.ts'

export interface OurRun {
  readonly call: CallShape
  readonly cards: CardChoice
  readonly seconds: number
  readonly seed: number
  /** As many tills as the interface is measured with, unless given. */
  readonly connections?: number
}

export interface OurResult extends RunResult {
  /** Seconds of a processor that the server used; undefined where the system does not say. */
  readonly processorTime: number | undefined
  /** How much requests, ledger, checkouts and firings grew. */
  readonly bytes: number
}

const manyTills = 64

/** One round of calls over HTTP. */
export async function runOurs(site: Site, shop: Shop, run: OurRun): Promise<OurResult> {
  const { call, cards, seconds, seed, connections = manyTills } = run
  const { port } = shop.server
  const bytesBefore = await recordBytes(shop.url)
  const timeBefore = shop.server.processorTime()
  const result = await site.generator.run({
    port,
    connections,
    seconds,
    seed,
    cards,
    ...composeRequests(call, shop.brand),
  })
  const timeAfter = shop.server.processorTime()
  if (result.failures > 0) site.reportFailures(result)
  const processorTime = timeAfter !== undefined && timeBefore !== undefined ? timeAfter - timeBefore : undefined
  return { ...result, processorTime, bytes: (await recordBytes(shop.url)) - bytesBefore }
}
