import type { Brand } from '../../domain/brand/brand.ts'
import type { OutboxMessage } from '../../domain/message/outbox-message.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import {
  beginFailing,
  disableReceiver,
  endFailing,
  type ReceiverState,
} from '../../storage/store/outbox/delivery-standing.sql.ts'

/** A receiver that has failed for this long without a single success is disabled. */
export const failureMsMax = 5 * day
/** One message must have been tried this often: two failures with days of silence between them prove nothing. */
const attemptsMin = 5

/** Whether a receiver is disabled after a message has failed `attempts` times. */
export function hasFailedTooLong(failingSince: Instant, attempts: number, now: Instant): boolean {
  return now - failingSince >= failureMsMax && attempts >= attemptsMin
}

export interface HealthParts {
  readonly pool: Sql
  readonly now: () => Instant
  readonly log: Log
}

/** What a round finds out about a brand's receivers. It is stored only when it changes what was known. */
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

  /** Records a failure of the receiver itself, not of one message. Returns whether the receiver is now disabled. */
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
