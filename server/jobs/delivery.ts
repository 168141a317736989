import { setTimeout as wait } from 'node:timers/promises'
import { type DeliveryCounts, type DeliveryParts, deliverOnce } from '../delivery/deliver.ts'
import { databaseClock, jitterOf } from './runner/database-clock.ts'
import type { Job, JobContext, Report } from './runner/job.ts'

/** By what messages leave, and what is kept of where they go. */
export interface DeliveryMeans extends Pick<DeliveryParts, 'senders' | 'addressKey'> {
  /** The links in them; undefined as long as nobody has said where customers reach the server. */
  readonly links?: () => Promise<DeliveryParts['links']>
}

/** So many rounds at a time, of which all but one wait for receivers. */
const roundsMax = 6
/** How long a round is waited for before another begins beside it. */
const patienceMs = 1000

/** Sends what is in the outbox, often enough that a message is on its way within seconds. */
export function delivery(means: DeliveryMeans): Job {
  const hanging: Hanging = new Map()
  return { name: 'delivery', every: { seconds: 2 }, run: (context) => deliver(context, means, hanging) }
}

type Hanging = NonNullable<DeliveryParts['hanging']>

/** Round after round until nothing is due. While a receiver keeps one waiting, others go on beside it. */
async function deliver(context: JobContext, means: DeliveryMeans, hanging: Hanging): Promise<Report> {
  const counts = { sent: 0, failed: 0, rejected: 0, notSent: 0 }
  const { pool, log, brandAt } = context
  const { senders, addressKey } = means
  const links = await means.links?.()
  const clock = { now: await databaseClock(context), random: () => jitterOf(context) }
  const parts = { pool, ...clock, brandAt, log, senders, addressKey, hanging, ...(links && { links }) }
  const busy = new Set<Promise<void>>()
  const failures: unknown[] = []
  let isMore = true
  const begin = () => {
    isMore = true
    const round = deliverOnce(parts)
      .then((done) => {
        add(counts, done)
        isMore &&= done.claimed > 0
      })
      .catch((error: unknown) => failures.push(error))
      .then(() => void busy.delete(round))
    busy.add(round)
  }
  const untilOneEnds = () => Promise.race([...busy, wait(patienceMs, undefined, { ref: false })])
  do {
    if (busy.size < roundsMax) begin()
    await untilOneEnds()
    if (!isMore && busy.size > 0) await untilOneEnds()
  } while ((isMore || busy.size > 0) && failures.length === 0 && !context.isOver())
  await Promise.all(busy)
  if (failures.length > 0) throw failures[0]
  return { counts, more: isMore }
}

type Counts = { -readonly [Name in 'sent' | 'failed' | 'rejected' | 'notSent']: number }

function add(counts: Counts, round: DeliveryCounts): void {
  counts.sent += round.sent
  counts.failed += round.failed
  counts.rejected += round.rejected
  counts.notSent += round.notSent
}
