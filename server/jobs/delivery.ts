import { type DeliveryCounts, deliverOnce } from '../delivery/deliver.ts'
import type { Senders } from '../delivery/senders.ts'
import type { Instant } from '../kernel/time.ts'
import type { Job, JobContext, Report } from './job.ts'

/** Sends what is in the outbox, often enough that a message is on its way within seconds. */
export function delivery(senders: Senders): Job {
  return { name: 'delivery', every: { seconds: 2 }, run: (context) => deliver(context, senders) }
}

async function deliver(context: JobContext, senders: Senders): Promise<Report> {
  const counts = { sent: 0, failed: 0, rejected: 0, notSent: 0 }
  const now = await databaseClock(context)
  const { pool, log, brandAt } = context
  const random = () => Buffer.from(context.random(4)).readUInt32BE() / 2 ** 32
  let claimed = 1
  while (claimed > 0 && !context.isOver()) {
    const round = await deliverOnce({ pool, now, random, brandAt, senders, log })
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

/** The database's time without asking for it each time. */
async function databaseClock(context: JobContext): Promise<() => Instant> {
  const began = (await context.now()) - performance.now()
  return () => Math.floor(began + performance.now())
}
