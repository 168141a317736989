import type { Finished } from '../engine/work.ts'
import type { BrandId, CardId } from '../kernel/ids.ts'
import { type Bounce, deleteBounces, listBounces, listBouncingBrands, listCardsOfUser } from '../store/bounce.sql.ts'
import type { Sql } from '../store/connection.ts'
import { listCardNames } from '../store/delivery-standing.sql.ts'
import type { Job, JobContext, Report } from './job.ts'
import { logBounce } from './log-bounce.ts'
import { type OwnCommand, onceKey, runCommands } from './run-commands.ts'

/** Makes events of what is in the inbox of bounces. */
export const bounces: Job = { name: 'bounces', every: { seconds: 5 }, run: runBounces }

const pageSize = 500

type Counts = { bounces: number; events: number; later: number }

async function runBounces(context: JobContext): Promise<Report> {
  const counts: Counts = { bounces: 0, events: 0, later: 0 }
  let pending = (await listBouncingBrands(context.pool, await context.listBrands())).map((brand) => ({
    brand,
    after: 0,
  }))
  while (pending.length > 0) {
    const next: typeof pending = []
    for (const { brand, after } of pending) {
      if (context.isOver()) return { counts, more: true }
      const page = await listBounces(context.pool, brand, { after, limit: pageSize })
      await logPage(context, brand, page, counts)
      const last = page.at(-1)
      // What has to wait is passed over until the next run.
      if (last && page.length === pageSize) next.push({ brand, after: last.seq })
    }
    pending = next
  }
  return { counts }
}

/** A notice goes when all its cards have their event: a worker that died in between is followed by one that begins it anew. */
async function logPage(context: JobContext, brand: BrandId, page: readonly Bounce[], counts: Counts): Promise<void> {
  const waiting = new Set<number>()
  for (const alike of inRuns(page)) {
    for await (const due of pagesOfCards(context, brand, alike)) {
      const outcomes = await runCommands(context, brand, await toCommands(context, brand, due))
      counts.events += outcomes.done
      counts.later += outcomes.later
      for (const [index, { bounce }] of due.entries()) {
        if (mayPass(outcomes.finished[index])) waiting.add(bounce.seq)
      }
    }
  }
  const over = page.map(({ seq }) => seq).filter((seq) => !waiting.has(seq))
  if (over.length > 0) await deleteBounces(context.pool, brand, over)
  counts.bounces += over.length
}

/** Notices of one kind that follow each other: of these the order makes no difference, so they are logged side by side. */
function inRuns(page: readonly Bounce[]): Bounce[][] {
  const runs: Bounce[][] = []
  for (const bounce of page) {
    const run = runs.at(-1)
    if (run?.[0]?.eventType === bounce.eventType) run.push(bounce)
    else runs.push([bounce])
  }
  return runs
}

interface BouncedCard {
  readonly bounce: Bounce
  readonly cardId: CardId
}

/** The cards that notices are about, about so many at a time. */
async function* pagesOfCards(
  { pool }: JobContext,
  brand: BrandId,
  notices: readonly Bounce[],
): AsyncGenerator<readonly BouncedCard[]> {
  const found: BouncedCard[] = []
  for (const bounce of notices) {
    let cards: readonly CardId[] = []
    do {
      cards = await listCards(pool, brand, bounce, cards.at(-1) ?? 0)
      found.push(...cards.map((cardId) => ({ bounce, cardId })))
      if (found.length >= pageSize) yield found.splice(0)
    } while (cards.length === pageSize)
  }
  if (found.length > 0) yield found
}

async function listCards(db: Sql, brand: BrandId, { channel, to }: Bounce, after: CardId): Promise<readonly CardId[]> {
  return 'cardId' in to ? [to.cardId] : listCardsOfUser(db, brand, { channel, key: to.key }, { after, limit: pageSize })
}

async function toCommands({ pool }: JobContext, brand: BrandId, page: readonly BouncedCard[]): Promise<OwnCommand[]> {
  const names = await listCardNames(pool, brand, [...new Set(page.map(({ cardId }) => cardId))])
  return page.map(({ bounce, cardId }) => {
    const { seq, channel, to, eventType, happenedAt, reason } = bounce
    return {
      operation: logBounce,
      request: {
        ...names.get(cardId),
        channel,
        eventType,
        happenedAt,
        ...('key' in to && { userKey: to.key }),
        ...(reason !== undefined && { reason }),
      },
      idempotency: onceKey('bounce', String(seq), String(cardId)),
    }
  })
}

/** A full queue or a fault may pass. */
const passing: ReadonlySet<number> = new Set([1, 109])

const mayPass = (finished: Finished | undefined) => !finished || ('code' in finished && passing.has(finished.code))
