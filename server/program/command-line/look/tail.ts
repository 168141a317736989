import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '../../../calls/operations/all.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { suggestion } from '../../../ground/kernel/nearest.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import type { TailedCall } from '../../../storage/store/queries/call-tail.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { toInstant } from '../instant.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { FollowedBrand } from './followed-brand.ts'
import { type ShownCall, tailJson, tailLines } from './tail-words.ts'

/** More often than this a person cannot read. */
const pollMs = 500
/** So many brands can be followed at a time: each costs a few short statements at every look. */
const brandsMax = 20
/** The database may be restarted meanwhile. */
const silenceMsMax = 60_000

interface TailFilter {
  readonly operation: string | undefined
  readonly card: string | undefined
  readonly failed: boolean
}

export async function followCalls(brand: string | undefined, { url, config }: DatabaseContext): Promise<void> {
  const { operation, card, failed, since } = config.tailFlags
  checkOperation(operation)
  const stop = untilEnded()
  await withPool(url, async (pool) => {
    const brands = await brandsOf(pool, brand)
    const from = toInstant(since) ?? (await readNow(pool))
    const following = brands.map((one) => new FollowedBrand(one, from))
    if (!config.json)
      process.stderr.write(
        `Following the calls of ${brands.join(', ')}${since === undefined ? ' from now on' : ''}. Ctrl-C ends it.\n`,
      )
    const show = { isJson: config.json, withBrand: brands.length > 1, wanted: { operation, card, failed } }
    await follow(pool, following, show, stop)
  })
}

function checkOperation(name: string | undefined): void {
  // Jobs are recorded under names of their own, so that only what looks like a slip is refused.
  const names = operations.map((one) => one.name)
  if (name === undefined || names.includes(name)) return
  const near = suggestion(name, names)
  if (near !== '') throw new CommandFailed([`There is no operation ${name}${near}`], 2)
}

async function brandsOf(pool: ConnectionPool, brand: string | undefined): Promise<readonly BrandId[]> {
  if (brand !== undefined) return [(await knownBrand(pool, brand)).id]
  const all = await listBrandIds(pool)
  if (all.length === 0) throw new CommandFailed(['There is no brand yet.'])
  if (all.length <= brandsMax) return all
  throw new CommandFailed([`There are ${all.length} brands. Say which one to follow: purser tail BRAND`], 2)
}

interface Show {
  readonly isJson: boolean
  readonly withBrand: boolean
  readonly wanted: TailFilter
}

async function follow(
  pool: ConnectionPool,
  following: readonly FollowedBrand[],
  show: Show,
  stop: AbortSignal,
): Promise<void> {
  let silentSince: number | undefined
  while (!stop.aborted) {
    try {
      const isBehind = await lookAtAll(pool, following, show)
      silentSince = undefined
      if (isBehind) continue
    } catch (error) {
      if (stop.aborted) return
      if (silentSince === undefined) process.stderr.write('The database does not answer. Waiting for it.\n')
      silentSince ??= performance.now()
      if (performance.now() - silentSince > silenceMsMax)
        throw new CommandFailed([`The database is gone: ${error instanceof Error ? error.message : error}`], 4)
    }
    await sleep(pollMs, undefined, { signal: stop }).catch(() => undefined)
  }
}

async function lookAtAll(pool: ConnectionPool, following: readonly FollowedBrand[], show: Show): Promise<boolean> {
  let isAnyBehind = false
  const now = await readNow(pool)
  for (const one of following) {
    const { calls, isBehind } = await one.look(pool, now)
    const lines = await toLines(pool, { brand: one.brand, calls }, show)
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
    isAnyBehind ||= isBehind
  }
  return isAnyBehind
}

interface Seen {
  readonly brand: BrandId
  readonly calls: readonly TailedCall[]
}

async function toLines(pool: ConnectionPool, { brand, calls }: Seen, show: Show): Promise<string[]> {
  const { operation, failed, card } = show.wanted
  const fitting = calls.filter(
    (call) => (operation === undefined || call.operation === operation) && (!failed || call.error_code !== null),
  )
  const cards = [...new Set(fitting.flatMap(({ card_id }) => (card_id === null ? [] : [card_id])))]
  const numbers = await findNumbers(pool, brand, cards)
  const shown = fitting.map((call): ShownCall => {
    const number = call.card_id === null ? undefined : numbers.get(call.card_id)
    return { brand, call, ...(number !== undefined && { number }) }
  })
  const ofCard = card === undefined ? shown : shown.filter(({ number }) => number === card)
  return ofCard.flatMap((one) => (show.isJson ? tailJson(one) : tailLines(one, show.withBrand)))
}

/** Aborts on Ctrl-C, and when nobody reads any more. */
function untilEnded(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  process.stdout.on('error', () => stop.abort())
  return stop.signal
}
