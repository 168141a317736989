import type { Brand } from '../brand/brand.ts'
import type { Sql } from '../database/connection.ts'
import { day, type Instant } from '../kernel/time.ts'
import type { Log } from '../log/log.ts'
import type { OutboxMessage } from '../message/outbox-message.ts'
import { beginFailing, disableReceiver, endFailing, type ReceiverState } from '../store/outbox/delivery-standing.sql.ts'

/** After so long without a success a receiver is left alone. */
export const failureMsMax = 5 * day
/** So often one message must have been tried: two failures with days of silence between them are no days of failure. */
const attemptsMin = 5

/** Whether a receiver is to be left alone after a message failed so many times. */
export function hasFailedTooLong(failingSince: Instant, attempts: number, now: Instant): boolean {
  return now - failingSince >= failureMsMax && attempts >= attemptsMin
}

export interface HealthParts {
  readonly pool: Sql
  readonly now: () => Instant
  readonly log: Log
}

/** What a round finds out about a brand's receivers. Written down only when it changes what was known. */
export class ReceiverHealth {
  private readonly parts: HealthParts
  private readonly brand: Brand
  private readonly failingSince: Map<string, Instant>
  private readonly disabled = new Set<string>()

  constructor(parts: HealthParts, brand: Brand, known: Iterable<ReceiverState>) {
    this.parts = parts
    this.brand = brand
    this.failingSince = new Map(
      [...known].flatMap(({ channel, failingSince: since }) => (since ? [[channel, since]] : [])),
    )
  }

  /** Whether it was disabled in this round. */
  isDisabled(channel: string): boolean {
    return this.disabled.has(channel)
  }

  async worked(channel: string): Promise<void> {
    if (this.failingSince.delete(channel)) await endFailing(this.parts.pool, this.brand.id, channel)
  }

  /** A failure of the receiver, not of one message; whether it is disabled for it. */
  async failed({ channel, attempts }: OutboxMessage, reason: string): Promise<boolean> {
    const { pool, now } = this.parts
    const since = this.failingSince.get(channel)
    if (since === undefined) {
      this.failingSince.set(channel, now())
      await beginFailing(pool, this.brand.id, channel, { version: this.brand.version, now: now(), reason })
      return false
    }
    if (!hasFailedTooLong(since, attempts + 1, now())) return false
    await this.disable(channel, reason)
    return true
  }

  async disable(channel: string, reason: string): Promise<void> {
    const { pool, now, log } = this.parts
    const { id, version } = this.brand
    this.disabled.add(channel)
    if (await disableReceiver(pool, id, channel, { version, now: now(), reason }))
      log.warn('receiver disabled', { brand: id, text: `${channel}: ${reason}` })
  }
}
