import assert from 'node:assert/strict'
import type { KeyObject } from 'node:crypto'
import type { Brand } from '../../domain/brand/brand.ts'
import { textsOf } from '../../domain/brand/texts/brand-texts.ts'
import { markAddress } from '../../domain/channel/address-mark.ts'
import { findList } from '../../domain/channel/lists.ts'
import type { ConsentLinks } from '../../domain/message/link/consent-links.ts'
import { messageId, type OutboxMessage, type TriedMessage } from '../../domain/message/outbox-message.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { type Instant, minute } from '../../ground/kernel/time.ts'
import { type Log, placeOf } from '../../ground/log/log.ts'
import { markBounced } from '../../storage/store/outbox/bounce.sql.ts'
import { claimMessages, markFailed, markNotSent, markSent, putBack } from '../../storage/store/outbox/delivery.sql.ts'
import { type Allowance, loadAllowance, type SendVerdict } from './allowance.ts'
import { withConsentLinks } from './mail-text.ts'
import { sendMsMax } from './network.ts'
import { channelOf, type NotSentReason } from './permission.ts'
import { ReceiverHealth } from './receiver-health.ts'
import { noticeOfRefused } from './refused-recipient.ts'
import { nextAttempt } from './schedule.ts'
import { failed, type OutgoingMessage, type SendResult } from './send-result.ts'
import type { Senders } from './senders.ts'
import { runSideBySide, type SideTask, takeTurns } from './side-by-side.ts'
import { judgeMessage, loadStanding, type RecipientStanding } from './standing.ts'

export interface DeliveryParts {
  readonly pool: Sql
  /** The same clock as the database's. */
  readonly now: () => Instant
  /** From 0 to 1. */
  readonly random: () => number
  readonly brandAt: (brand: BrandId) => Promise<Brand | undefined>
  readonly senders: Senders
  /** Addresses are kept only as digests made with this key. */
  readonly addressKey: () => KeyObject
  readonly log: Log
  /** Absent when customers cannot reach the server. */
  readonly links?: ConsentLinks
  /** How many messages one round claims. */
  readonly limit?: number
  /** Receivers that hang, and until when they are left alone. Rounds that run side by side share it. */
  readonly hanging?: Map<string, Instant>
}

/** What became of the messages of a round. */
export interface DeliveryCounts {
  readonly claimed: number
  readonly sent: number
  /** Will be tried again. */
  readonly failed: number
  /** Given up. */
  readonly rejected: number
  /** Not allowed, or without a recipient. */
  readonly notSent: number
  /** Not tried in this round. */
  readonly putBack: number
  /** The result could not be stored: another round claims the message when its lease ends. */
  readonly lost: number
}

const messagesMaxUsual = 64
const bounds = { total: 8, perReceiver: 2 }
/**
 * An opt-out counts until the moment of sending, so consent that was read longer ago than this is read again. Starting
 * a round takes up to this long: with a shorter limit everything would be read twice.
 */
const freshMs = 100
/** Channels that nobody can opt out of. */
const withoutConsent: ReadonlySet<string> = new Set(['webhook', 'push'])
/** How long untried messages stay away from a receiver that hangs. */
const hangingMs = minute
/** By then, messages that were being sent have been sent or have failed. */
const unsureMs = 5_000

/** Claims messages that are due and sends them. Nothing is locked while it sends: a lease keeps other workers away. */
export async function deliverOnce(parts: DeliveryParts): Promise<DeliveryCounts> {
  const claimed = await claimMessages(parts.pool, parts.limit ?? messagesMaxUsual, parts.now())
  const round = new Round(parts)
  const byBrand = [...Map.groupBy(claimed, ({ brand }) => brand)]
  const shares = await Promise.all(byBrand.map(([brand, messages]) => round.prepare(brand, messages)))
  await runSideBySide(takeTurns(shares), bounds)
  return { claimed: claimed.length, ...round.counts }
}

/** A brand's share of a round. */
interface Share {
  readonly brand: Brand
  readonly standing: RecipientStanding
  readonly receivers: ReceiverHealth
  readonly allowance: Allowance
}

class Round {
  readonly counts = { sent: 0, failed: 0, rejected: 0, notSent: 0, putBack: 0, lost: 0 }
  private readonly parts: DeliveryParts
  private readonly hanging: Map<string, Instant>

  constructor(parts: DeliveryParts) {
    this.parts = parts
    this.hanging = parts.hanging ?? new Map()
  }

  /** A brand that cannot be read must not hold up the others, so its messages are counted as lost. */
  async prepare(brandId: BrandId, messages: readonly OutboxMessage[]): Promise<SideTask[]> {
    try {
      const share = await this.shareOf(brandId, messages)
      return messages.map((message) => ({
        receiver: receiverOf(message),
        run: () => this.deliver(message, share).catch((error: unknown) => this.lose(message, error)),
      }))
    } catch (error) {
      for (const message of messages) this.lose(message, error)
      return []
    }
  }

  private async shareOf(brandId: BrandId, messages: readonly OutboxMessage[]): Promise<Share> {
    const { pool, now, brandAt } = this.parts
    const brand = await brandAt(brandId)
    assert(brand, 'the brand of a message exists')
    const [standing, allowance] = await Promise.all([
      loadStanding(pool, brand, messages, now()),
      loadAllowance(pool, brand, messages, now()),
    ])
    const receivers = new ReceiverHealth(this.parts, brand, standing.receivers.values())
    return { brand, standing, receivers, allowance }
  }

  private async deliver(message: OutboxMessage, share: Share): Promise<void> {
    const { pool, now } = this.parts
    const { brand, standing, receivers, allowance } = share
    const hangsUntil = this.hanging.get(receiverOf(message)) ?? 0
    if (hangsUntil > now()) return this.putBack(message, hangsUntil)
    if (now() + sendMsMax > message.leaseUntil) return this.putBack(message, now())
    const isFresh = now() - standing.readAt <= freshMs || withoutConsent.has(message.channel)
    const current = isFresh ? standing : await loadStanding(pool, brand, [message], now())
    const permission = judgeMessage(message, current, brand)
    if (permission.kind === 'notSent') return this.leave(message, permission.reason)
    if (receivers.isDisabled(message.channel)) return this.leave(message, 'receiverDisabled')
    const verdict = allowance.begin(message)
    if (verdict !== 'free') return this.hold(message, verdict, allowance)
    const outgoing = this.toOutgoing(message, permission.address, { ...share, standing: current })
    const result = await this.send(message, outgoing, brand)
    allowance.end(message, result.kind === 'sent')
    if (result.kind === 'failed' && result.why === 'timeout') this.hanging.set(receiverOf(message), now() + hangingMs)
    await this.settle(this.toTried(message, permission.address), result, share)
  }

  /** A message over the customer's cap is dropped; one over the brand's hourly cap waits. */
  private async hold(
    message: OutboxMessage,
    verdict: Exclude<SendVerdict, 'free'>,
    allowance: Allowance,
  ): Promise<void> {
    const { pool, now } = this.parts
    if (verdict === 'capped') return this.leave(message, 'capped')
    if (verdict === 'full') await allowance.pause(pool, now())
    // While the brand is paused nobody claims it. It is due now, so that it goes out at once if the cap is raised.
    await this.putBack(message, verdict === 'full' ? now() : now() + unsureMs)
  }

  private toOutgoing(message: OutboxMessage, recipient: string, { brand, standing }: Share): OutgoingMessage {
    const { now, links } = this.parts
    const { customer } = (message.cardId === undefined ? undefined : standing.accounts.get(message.cardId)) ?? {}
    const listName = message.list === undefined ? undefined : findList(brand, message.list)?.name
    return {
      id: messageId(message),
      recipient,
      subject: message.subject ?? brand.name,
      ...withConsentLinks({ ...message, listName }, textsOf(brand, customer?.language), links, now()),
      ...(message.cardId !== undefined && standing.cards.get(message.cardId)),
      requestRef: message.ref,
      createdAt: message.createdAt,
      attemptedAt: now(),
      ...(links && message.channel === 'email' && { unsubscribe: links.unsubscribe(message) }),
    }
  }

  private toTried(message: OutboxMessage, recipient: string): TriedMessage {
    const user = channelOf({ ...message, recipient }, undefined)
    return { ...message, ...(user && { user, sentTo: markAddress(message.brand, user, this.parts.addressKey()) }) }
  }

  /** A sender that throws has a bug. The message is tried again like any other that failed. */
  private async send({ channel }: OutboxMessage, outgoing: OutgoingMessage, { document }: Brand): Promise<SendResult> {
    const { senders, log } = this.parts
    const { email } = document.senders
    try {
      if (channel === 'email') return email ? await senders.email(outgoing, email) : failed('fault')
      const settings = document.senders[channel]
      return settings ? await senders[channel](outgoing, settings) : failed('fault')
    } catch (error) {
      log.error('sender threw', { requestRef: outgoing.requestRef, text: placeOf(error) })
      return failed('fault')
    }
  }

  private async settle(message: TriedMessage, result: SendResult, { brand, receivers }: Share): Promise<void> {
    const { pool, now, random, log } = this.parts
    switch (result.kind) {
      case 'sent':
        if (await markSent(pool, brand.id, message, now())) this.counts.sent += 1
        return receivers.worked(message.channel)
      case 'rejected':
        if (result.why === 'recipient refused')
          await markBounced(pool, brand.id, message, noticeOfRefused(message, result.why, now()))
        else await markFailed(pool, brand.id, message, { why: result.why })
        this.counts.rejected += 1
        return
      case 'disabled':
        await receivers.disable(message.channel, 'status 410')
        return this.leave(message, 'receiverDisabled', true)
      case 'failed': {
        if (isReceiverFailure(result) && (await receivers.failed(message, result.why)))
          return this.leave(message, 'receiverDisabled', true)
        const nextAttemptAt = nextAttempt(message.attempts + 1, now(), random())
        await markFailed(pool, brand.id, message, { why: result.why, nextAttemptAt })
        this.counts[nextAttemptAt === undefined ? 'rejected' : 'failed'] += 1
        log.debug('message failed', { brand: brand.id, requestRef: message.ref, text: result.why })
      }
    }
  }

  private async leave(message: OutboxMessage, reason: NotSentReason, wasTried = false): Promise<void> {
    await markNotSent(this.parts.pool, message.brand, message, { reason, wasTried })
    this.counts.notSent += 1
  }

  private async putBack(message: OutboxMessage, nextAttemptAt: Instant): Promise<void> {
    await putBack(this.parts.pool, message.brand, message, nextAttemptAt)
    this.counts.putBack += 1
  }

  private lose({ brand, ref }: OutboxMessage, error: unknown): void {
    this.counts.lost += 1
    this.parts.log.error('message lost', { brand, requestRef: ref, text: placeOf(error) })
  }
}

/** Each brand has its own receiver per channel, even where two brands send to the same host. */
const receiverOf = ({ brand, channel }: OutboxMessage) => `${brand} ${channel}`

/** Whether the receiver failed, as opposed to refusing this one message or to a bug of ours. */
const isReceiverFailure = ({ why, about }: Extract<SendResult, { kind: 'failed' }>) =>
  about !== 'message' && why !== 'fault'
