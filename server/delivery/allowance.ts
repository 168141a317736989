import type { Brand } from '../brand/brand.ts'
import { day, hour, type Instant } from '../kernel/time.ts'
import type { Sql } from '../store/connection.ts'
import {
  countSentLately,
  countSentToCards,
  countSentToRecipients,
  pauseSending,
  type SentLately,
} from '../store/delivery-caps.sql.ts'
import type { OutboxMessage } from './outbox-message.ts'

/**
 * Whether a message may go out by the brand's caps. `capped`: the customer has had enough today; `full`: the brand has
 * sent what it may in an hour; `unsure`: it depends on what becomes of messages that are under way.
 */
export type Verdict = 'free' | 'capped' | 'full' | 'unsure'

interface Tally {
  readonly cap: number
  sent: number
  underWay: number
}

/** A brand at its cap goes on when so much of the hour's number is free, not for each single message. */
const batchOf = (cap: number) => Math.ceil(cap / 20)

/** Counted once for all messages of a round; what the round itself sends is added here. */
export async function loadAllowance(
  db: Sql,
  brand: Brand,
  messages: readonly OutboxMessage[],
  now: Instant,
): Promise<Allowance> {
  const { perCardPerDay, perBrandPerHour: cap } = brand.document.senders.caps ?? {}
  const [toEach, lately] = await Promise.all([
    perCardPerDay === undefined ? [] : countToEach(db, brand, messages, now - day),
    cap === undefined ? undefined : countSentLately(db, brand.id, now - hour, { cap, batch: batchOf(cap) }),
  ])
  return new Allowance(brand, new Map(toEach), lately)
}

async function countToEach(db: Sql, { id }: Brand, messages: readonly OutboxMessage[], since: Instant) {
  const cards = [...new Set(messages.flatMap(({ cardId = [] }) => cardId))]
  const addressed = messages.filter(({ cardId, purpose }) => cardId === undefined && purpose !== 'confirmation')
  const recipients = [...new Set(addressed.flatMap(({ recipient = [] }) => recipient).map((to) => to.toLowerCase()))]
  const counts = await Promise.all([
    cards.length > 0 ? countSentToCards(db, id, cards, since) : [],
    recipients.length > 0 ? countSentToRecipients(db, id, recipients, since) : [],
  ])
  return counts.flat().map(({ channel, to, count }) => [`${channel} ${to}`, count] as const)
}

/** What a brand may still send, by the caps of its file. */
export class Allowance {
  private readonly brand: Brand
  private readonly sentBefore: ReadonlyMap<string, number>
  private readonly toEach = new Map<string, Tally>()
  private readonly roomAfter: Instant | null
  private readonly inHour: Tally | undefined
  private pausedUntil: Instant | undefined

  constructor(brand: Brand, sentBefore: ReadonlyMap<string, number>, lately: SentLately | undefined) {
    const cap = brand.document.senders.caps?.perBrandPerHour
    this.brand = brand
    this.sentBefore = sentBefore
    this.roomAfter = lately?.roomAfter ?? null
    this.inHour = cap === undefined ? undefined : { cap, sent: lately?.sent ?? 0, underWay: 0 }
  }

  /** A message that is free counts as under way until `end`. */
  begin(message: OutboxMessage): Verdict {
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

  /** Has the whole brand wait until there is room again, so that nobody takes up what waits in vain; answers until when. */
  async pause(db: Sql, now: Instant): Promise<Instant> {
    if (this.pausedUntil !== undefined) return this.pausedUntil
    const until = (this.roomAfter ?? now) + hour
    this.pausedUntil = until
    await pauseSending(db, this.brand.id, { version: this.brand.version, until })
    return until
  }

  private talliesOf(message: OutboxMessage): Tally[] {
    if (message.purpose === 'confirmation') return []
    return [this.tallyOfDay(message) ?? [], this.inHour ?? []].flat()
  }

  private tallyOfDay({ channel, cardId, recipient = '' }: OutboxMessage): Tally | undefined {
    const cap = this.brand.document.senders.caps?.perCardPerDay
    if (cap === undefined || (channel !== 'email' && channel !== 'sms')) return undefined
    const key = `${channel} ${cardId ?? recipient.toLowerCase()}`
    const tally = this.toEach.get(key) ?? { cap, sent: this.sentBefore.get(key) ?? 0, underWay: 0 }
    this.toEach.set(key, tally)
    return tally
  }
}
