import type { Finished } from '../../../calls/engine/work.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { listCardNames } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { type OwnCommand, onceKey, runCommands } from '../runner/run-commands.ts'
import { type Bounce, deleteBounces, listBounces, listBouncingBrands, listCardsOfUser } from './bounces.sql.ts'
import { logBounce } from './log-bounce.ts'

/** Turns reported bounces into events. */
export const bounces: Job = { name: 'bounces', every: { seconds: 5 }, run: runBounces }

const pageSize = 500
/** A bounce that still fails after this long is given up: it would fail the next time too. */
const tryingMsMax = day

type Counts = { bounces: number; events: number; later: number }

async function runBounces(context: JobContext): Promise<JobReport> {
  const counts: Counts = { bounces: 0, events: 0, later: 0 }
  let pending = (await listBouncingBrands(context.pool, await context.listBrands())).map((brand) => ({
    brand,
    after: 0,
  }))
  while (pending.length > 0) {
    const next: typeof pending = []
    for (const { brand, after } of pending) {
      if (context.isOver()) return { counts, more: true }
      const last = await logNext(context, brand, after, counts)
      // Bounces that have to wait are skipped until the next run.
      if (last !== undefined) next.push({ brand, after: last })
    }
    pending = next
  }
  return { counts }
}

/** Returns where to go on. A brand that cannot be read does not hold up the others. */
async function logNext(
  context: JobContext,
  brand: BrandId,
  after: number,
  counts: Counts,
): Promise<number | undefined> {
  try {
    const page = await listBounces(context.pool, brand, { after, limit: pageSize })
    await logPage(context, brand, page, counts)
    return page.length === pageSize ? page.at(-1)?.seq : undefined
  } catch (error) {
    context.log.error('bounces', { ...faultFields(error), brand })
    return undefined
  }
}

/** A bounce is deleted once all its cards have their event. If the worker dies before that, another starts it again. */
async function logPage(context: JobContext, brand: BrandId, page: readonly Bounce[], counts: Counts): Promise<void> {
  const waiting = new Set<number>()
  const now = await context.now()
  for (const alike of inRuns(page)) {
    for await (const due of pagesOfCards(context, brand, alike)) {
      const outcomes = await runCommands(context, brand, await toCommands(context, brand, due))
      counts.events += outcomes.done
      counts.later += outcomes.later
      for (const [index, { bounce }] of due.entries()) {
        const finished = outcomes.finished[index]
        if (isHopeless(finished, bounce, now))
          context.log.warn('bounce given up', { brand, text: 'it has failed for a day' })
        else if (mayPass(finished)) waiting.add(bounce.seq)
      }
    }
  }
  const over = page.map(({ seq }) => seq).filter((seq) => !waiting.has(seq))
  if (over.length > 0) await deleteBounces(context.pool, brand, over)
  counts.bounces += over.length
}

/** Groups consecutive bounces of one kind. Within a group the order does not matter, so they are logged in parallel. */
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

/** The cards that the bounces are about, in pages. */
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
  return to.cardId !== undefined
    ? [to.cardId]
    : listCardsOfUser(db, brand, { channel, key: to.key }, { after, limit: pageSize })
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
        userKey: to.key,
        ...(reason !== undefined && { reason }),
      },
      idempotency: onceKey('bounce', String(seq), String(cardId)),
    }
  })
}

/** A full queue or a fault may be temporary. */
const passing: ReadonlySet<number> = new Set([1, 109, 136])

/** A bounce that fails for one card is given up as a whole: the other cards have their events. */
const isHopeless = (finished: Finished | undefined, { receivedAt }: Bounce, now: Instant) =>
  finished?.kind === 'refused' && finished.code === 1 && now - receivedAt > tryingMsMax

const mayPass = (finished: Finished | undefined) => !finished || ('code' in finished && passing.has(finished.code))
