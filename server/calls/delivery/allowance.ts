import type { Brand } from '../../domain/brand/brand.ts'
import type { OutboxMessage } from '../../domain/message/outbox-message.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { day, hour, type Instant } from '../../ground/kernel/time.ts'
import {
  countSentLately,
  countSentToCards,
  countUnderWay,
  findSentBefore,
  pauseSending,
} from '../../storage/store/outbox/delivery-caps.sql.ts'

/**
 * Whether the brand's caps let a message go out. `capped`: the customer has had enough today. `full`: the brand has
 * sent all it may within an hour. `unsure`: it depends on the outcome of messages that are being sent.
 */
export type SendVerdict = 'free' | 'capped' | 'full' | 'unsure'

interface Tally {
  readonly cap: number
  sent: number
  underWay: number
}

/** A brand that has reached its cap resumes when this much of it is free again, instead of waking for every message. */
const batchOf = (cap: number) => Math.ceil(cap / 20)

/**
 * Counts once for all messages of a round; what the round itself sends is added as it goes. Messages that other rounds
 * are handling may or may not be sent, so they count as under way.
 */
export async function loadAllowance(
  db: Sql,
  brand: Brand,
  messages: readonly OutboxMessage[],
  now: Instant,
): Promise<Allowance> {
  const { perCardPerDay, perBrandPerHour: cap } = brand.document.senders.caps ?? {}
  const cards = [...new Set(messages.flatMap(({ cardId = [] }) => cardId))]
  const [leased, toCards, sentLately] = await Promise.all([
    perCardPerDay === undefined && cap === undefined ? [] : countUnderWay(db, brand.id, now),
    perCardPerDay === undefined || cards.length === 0 ? [] : countSentToCards(db, brand.id, cards, now - day),
    cap === undefined ? 0 : countSentLately(db, brand.id, now - hour, cap),
  ])
  const sent = new Map(toCards.map(({ channel, cardId, count }) => [`${channel} ${cardId}`, count]))
  const underWay = new Map(leased.map(({ channel, cardId, count }) => [`${channel} ${cardId}`, count]))
  for (const message of messages) if (message.purpose !== 'confirmation') decrease(underWay, keyOf(message))
  return new Allowance(brand, { sent, underWay, sentLately })
}

const keyOf = ({ channel, cardId }: OutboxMessage) => `${channel} ${cardId ?? null}`

/** The round's own messages are leased too, but are not under way yet. */
function decrease(counts: Map<string, number>, key: string): void {
  counts.set(key, Math.max((counts.get(key) ?? 0) - 1, 0))
}

/** What was sent and what other rounds are sending, by channel and card; and what was sent within the hour. */
interface Before {
  readonly sent: ReadonlyMap<string, number>
  readonly underWay: ReadonlyMap<string, number>
  readonly sentLately: number
}

/** What a brand may still send under the caps of its file. */
export class Allowance {
  private readonly brand: Brand
  private readonly before: Before
  private readonly toCards = new Map<string, Tally>()
  private readonly inHour: Tally | undefined
  private pausing: Promise<void> | undefined

  constructor(brand: Brand, before: Before) {
    const cap = brand.document.senders.caps?.perBrandPerHour
    const underWay = before.underWay.values().reduce((sum, count) => sum + count, 0)
    this.brand = brand
    this.before = before
    this.inHour = cap === undefined ? undefined : { cap, sent: before.sentLately, underWay }
  }

  /** A message that is `free` counts as under way until `end` is called. */
  begin(message: OutboxMessage): SendVerdict {
    const tallies = this.talliesOf(message)
    const spent = tallies.find(({ cap, sent }) => sent >= cap)
    if (spent) return spent === this.inHour ? 'full' : 'capped'
    if (tallies.some(({ cap, sent, underWay }) => sent + underWay >= cap)) return 'unsure'
    for (const tally of tallies) tally.underWay += 1
    return 'free'
  }

  end(message: OutboxMessage, wasSent: boolean): void {
    for (const tally of this.talliesOf(message)) {
      tally.underWay -= 1
      if (wasSent) tally.sent += 1
    }
  }

  /** Makes the whole brand wait until there is room again, so that no worker claims messages it cannot send. */
  pause(db: Sql, now: Instant): Promise<void> {
    this.pausing ??= this.beginPause(db, now)
    return this.pausing
  }

  private async beginPause(db: Sql, now: Instant): Promise<void> {
    const { id, version } = this.brand
    const cap = this.inHour?.cap ?? 0
    // Once the message found here is an hour old, there is room for a batch.
    const sentAt = await findSentBefore(db, id, now - hour, cap - batchOf(cap))
    await pauseSending(db, id, { version, until: (sentAt ?? now) + hour })
  }

  private talliesOf(message: OutboxMessage): Tally[] {
    if (message.purpose === 'confirmation') return []
    return [this.tallyOfDay(message) ?? [], this.inHour ?? []].flat()
  }

  private tallyOfDay({ channel, cardId }: OutboxMessage): Tally | undefined {
    const cap = this.brand.document.senders.caps?.perCardPerDay
    if (cap === undefined || cardId === undefined || (channel !== 'email' && channel !== 'sms')) return undefined
    const key = `${channel} ${cardId}`
    const { sent, underWay } = this.before
    const tally = this.toCards.get(key) ?? { cap, sent: sent.get(key) ?? 0, underWay: underWay.get(key) ?? 0 }
    this.toCards.set(key, tally)
    return tally
  }
}
