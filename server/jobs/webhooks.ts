import { setTimeout as wait } from 'node:timers/promises'
import type { Brand } from '../brand/brand.ts'
import type { Webhook } from '../brand/shapes/webhook-shape.ts'
import type { Network } from '../delivery/network.ts'
import { type TellingParts, tellWebhook } from '../delivery/tell-webhook.ts'
import { faultFields } from '../log.ts'
import { listeningOf } from '../notice/notices-of.ts'
import { listTellingBrands } from '../store/notice-delivery.sql.ts'
import { databaseClock, jitterOf } from './database-clock.ts'
import type { Job, JobContext, Report } from './job.ts'

/** Tells webhooks what happened, often enough that they know within seconds. */
export function webhooks(network: Network): Job {
  return { name: 'webhooks', every: { seconds: 2 }, run: (context) => tellAll(context, network) }
}

/** So many webhooks at a time; what is not told now is told in the next round. */
const atOnce = 8
/** How often it is looked for more while a webhook keeps a worker waiting, in milliseconds. */
const lookEvery = 1000

/** Each webhook goes at its own pace: one that hangs holds up nobody else. */
async function tellAll(context: JobContext, network: Network): Promise<Report> {
  const counts = { told: 0, failed: 0, givenUp: 0 }
  const { pool, log } = context
  const parts = { pool, log, network, now: await databaseClock(context), random: () => jitterOf(context) }
  const busy = new Map<string, Promise<void>>()
  const tell = async (key: string, brand: Brand, webhook: Webhook) => {
    try {
      await tellUntilDone(context, parts, { brand, webhook, counts })
    } catch (error) {
      log.error('webhook', { ...faultFields(error), brand: brand.id })
    } finally {
      busy.delete(key)
    }
  }
  do {
    for (const { key, brand, webhook } of await listTargets(context)) {
      if (!busy.has(key) && busy.size < atOnce) busy.set(key, tell(key, brand, webhook))
    }
    await Promise.race([Promise.all(busy.values()), wait(lookEvery, undefined, { ref: false })])
  } while (busy.size > 0 && !context.isOver())
  await Promise.all(busy.values())
  return { counts, more: context.isOver() }
}

async function listTargets(context: JobContext) {
  const targets: { readonly key: string; readonly brand: Brand; readonly webhook: Webhook }[] = []
  for (const id of await listTellingBrands(context.pool)) {
    const brand = await context.brandAt(id)
    for (const webhook of listeningOf(brand)) targets.push({ key: JSON.stringify([id, webhook.id]), brand, webhook })
  }
  return targets
}

interface Telling {
  readonly brand: Brand
  readonly webhook: Webhook
  readonly counts: { told: number; failed: number; givenUp: number }
}

async function tellUntilDone(context: JobContext, parts: TellingParts, { brand, webhook, counts }: Telling) {
  while (!context.isOver()) {
    const round = await tellWebhook(parts, brand, webhook)
    if (!round) return
    counts.told += round.told
    counts.failed += round.failed
    counts.givenUp += round.givenUp
    // Nothing got through: what else there is waits for the next look.
    if (round.told === 0) return
  }
}
