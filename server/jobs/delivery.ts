import { type DeliveryCounts, type DeliveryParts, deliverOnce } from '../delivery/deliver.ts'
import { databaseClock, jitterOf } from './database-clock.ts'
import type { Job, JobContext, Report } from './job.ts'

/** By what messages leave, and where the links in them lead to. */
export type DeliveryMeans = Pick<DeliveryParts, 'senders' | 'links'>

/** Sends what is in the outbox, often enough that a message is on its way within seconds. */
export function delivery(means: DeliveryMeans): Job {
  return { name: 'delivery', every: { seconds: 2 }, run: (context) => deliver(context, means) }
}

async function deliver(context: JobContext, means: DeliveryMeans): Promise<Report> {
  const counts = { sent: 0, failed: 0, rejected: 0, notSent: 0 }
  const now = await databaseClock(context)
  const { pool, log, brandAt } = context
  const random = () => jitterOf(context)
  let claimed = 1
  while (claimed > 0 && !context.isOver()) {
    const round = await deliverOnce({ pool, now, random, brandAt, log, ...means })
    claimed = round.claimed
    add(counts, round)
  }
  return { counts, more: claimed > 0 }
}

type Counts = { -readonly [Name in 'sent' | 'failed' | 'rejected' | 'notSent']: number }

function add(counts: Counts, round: DeliveryCounts): void {
  counts.sent += round.sent
  counts.failed += round.failed
  counts.rejected += round.rejected
  counts.notSent += round.notSent
}
