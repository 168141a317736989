import { recordBytes } from './disk.sql.ts'
import type { Client } from './load/client.ts'
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
  /** What makes the calls, if not what the site has for it. */
  readonly client?: Client
  /** So many calls a second instead of as many as possible; only our own client can. */
  readonly perSecond?: number
}

export interface OurResult extends RunResult {
  /** Seconds of a processor that the server used; undefined where the system does not say. */
  readonly processorTime: number | undefined
  /** The same of PostgreSQL, and of what made the calls. */
  readonly databaseTime: number | undefined
  readonly clientTime: number | undefined
  /** How much requests, ledger, checkouts and firings grew. */
  readonly bytes: number
}

const manyTills = 64

/** One round of calls over HTTP. */
export async function runOurs(site: Site, shop: Shop, run: OurRun): Promise<OurResult> {
  const { call, cards, seconds, seed, connections = manyTills } = run
  const { port } = shop.server
  const bytesBefore = await recordBytes(shop.url)
  const { client = site.client } = run
  const before = timesOf(site, shop, client)
  const result = await client.run({
    port,
    connections,
    seconds,
    seed,
    cards,
    ...(run.perSecond && { perSecond: run.perSecond }),
    ...composeRequests(call, shop.brand),
  })
  const after = timesOf(site, shop, client)
  if (result.failures > 0) site.reportFailures(result)
  return {
    ...result,
    processorTime: between(before.server, after.server),
    databaseTime: between(before.database, after.database),
    clientTime: between(before.client, after.client),
    bytes: (await recordBytes(shop.url)) - bytesBefore,
  }
}

const timesOf = (site: Site, shop: Shop, client: Client) => ({
  server: shop.server.processorTime(),
  database: site.databaseTime(),
  client: client.processorTime(),
})

const between = (before: number | undefined, after: number | undefined) =>
  before === undefined || after === undefined ? undefined : after - before
