import { setTimeout as wait } from 'node:timers/promises'
import { type DeliveryCounts, type DeliveryParts, deliverOnce } from '../../calls/delivery/deliver.ts'
import { databaseClock, jitterOf } from './runner/database-clock.ts'
import type { Job, JobContext, JobReport } from './runner/job.ts'

/** How messages are sent, and the key for what is kept of their addresses. */
export interface DeliveryMeans extends Pick<DeliveryParts, 'senders' | 'addressKey'> {
  /** Makes the links in messages; undefined while the server's public address is not configured. */
  readonly links?: () => Promise<DeliveryParts['links']>
}

/** How many rounds may run at once. All but one of them are waiting for receivers. */
const roundsMax = 6
/** After this long, another round begins beside the one that is running. */
const patienceMs = 1000

/** Sends what is in the outbox, often enough that messages leave within seconds. */
export function delivery(means: DeliveryMeans): Job {
  const hanging: Hanging = new Map()
  return { name: 'delivery', every: { seconds: 2 }, run: (context) => deliver(context, means, hanging) }
}

type Hanging = NonNullable<DeliveryParts['hanging']>

/** Runs round after round until nothing is due. If a receiver keeps one round waiting, others run beside it. */
async function deliver(context: JobContext, means: DeliveryMeans, hanging: Hanging): Promise<JobReport> {
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
