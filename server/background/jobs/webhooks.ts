import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '../../calls/delivery/network.ts'
import { type TellingParts, tellWebhook } from '../../calls/delivery/tell-webhook.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { Webhook } from '../../domain/brand/shapes/webhook-shape.ts'
import { listeningOf } from '../../domain/view/notice/notices-of.ts'
import { faultFields } from '../../ground/log/log.ts'
import { databaseClock, jitterOf } from './runner/database-clock.ts'
import type { Job, JobContext, JobReport } from './runner/job.ts'
import { listTellingBrands } from './webhooks.sql.ts'

/** Delivers notices to webhooks, often enough that they arrive within seconds. */
export function webhooksJob(network: Network): Job {
  return { name: 'webhooks', every: { seconds: 2 }, run: (context) => tellAll(context, network) }
}

/** How many webhooks are told at once. */
const atOnceMax = 16
/** How often to look for more to tell while some of them are being told. */
const lookMs = 1000

async function tellAll(context: JobContext, network: Network): Promise<JobReport> {
  const { pool, log } = context
  const parts = { pool, log, network, now: await databaseClock(context), random: () => jitterOf(context) }
  const turns = new Turns(context, parts)
  await turns.run()
  return { counts: turns.counts, more: context.isOver() }
}

interface Target {
  readonly key: string
  readonly brand: Brand
  readonly webhook: Webhook
}

/** Webhooks take turns with a window of notices each, so that none holds up the others for long. */
class Turns {
  readonly counts = { told: 0, failed: 0, givenUp: 0 }
  private readonly context: JobContext
  private readonly parts: TellingParts
  private readonly waiting = new Map<string, Target>()
  private readonly busy = new Map<string, Promise<void>>()

  constructor(context: JobContext, parts: TellingParts) {
    this.context = context
    this.parts = parts
  }

  /** Runs until there is nothing left to do. */
  async run(): Promise<void> {
    let lookedAt = -lookMs
    do {
      if (performance.now() - lookedAt >= lookMs) {
        lookedAt = performance.now()
        await this.look()
      }
      this.begin()
      if (this.busy.size === 0) return
      await Promise.race([...this.busy.values(), wait(lookMs, undefined, { ref: false })])
    } while (this.busy.size + this.waiting.size > 0 && !this.context.isOver())
    await Promise.all(this.busy.values())
  }

  /** A brand that cannot be read does not hold up the others. */
  private async look(): Promise<void> {
    const { pool, brandAt, log } = this.context
    for (const id of await listTellingBrands(pool)) {
      try {
        const brand = await brandAt(id)
        for (const webhook of listeningOf(brand)) this.add({ key: JSON.stringify([id, webhook.id]), brand, webhook })
      } catch (error) {
        log.error('webhook', { ...faultFields(error), brand: id })
      }
    }
  }

  private add(target: Target): void {
    if (!this.busy.has(target.key) && !this.waiting.has(target.key)) this.waiting.set(target.key, target)
  }

  private begin(): void {
    for (const [key, target] of this.waiting) {
      if (this.busy.size >= atOnceMax) return
      this.waiting.delete(key)
      this.busy.set(key, this.take(target))
    }
  }

  /** Reads the webhook again: if it was switched off or moved in the meantime, the old address must not be used. */
  private async refreshed({ key, brand: { id }, webhook }: Target): Promise<Target | undefined> {
    const brand = await this.context.brandAt(id)
    const found = listeningOf(brand).find((one) => one.id === webhook.id)
    return found && { key, brand, webhook: found }
  }

  /** A webhook that accepted something goes on at its next turn. The others wait for the next look. */
  private async take(target: Target): Promise<void> {
    const { counts } = this
    try {
      const current = await this.refreshed(target)
      const round = current && (await tellWebhook(this.parts, current.brand, current.webhook))
      counts.told += round?.told ?? 0
      counts.failed += round?.failed ?? 0
      counts.givenUp += round?.givenUp ?? 0
      this.busy.delete(target.key)
      if (round && round.told > 0) this.add(target)
    } catch (error) {
      this.busy.delete(target.key)
      this.context.log.error('webhook', { ...faultFields(error), brand: target.brand.id })
    }
  }
}
