import type { Brand } from '../brand/brand.ts'
import type { Webhook } from '../brand/shapes/webhook-shape.ts'
import { day, type Instant, minute } from '../kernel/time.ts'
import { faultFields, type Log } from '../log.ts'
import { noticeId } from '../notice/notice.ts'
import type { Sql } from '../store/connection.ts'
import { type CardName, listCardNames } from '../store/delivery-standing.sql.ts'
import {
  type DueNotice,
  deleteTold,
  type FailedNotice,
  leaseWebhook,
  listDueNotices,
  markUntold,
  releaseWebhook,
  type WebhookLease,
  type WebhookName,
  type WebhookStanding,
  wakeUntold,
} from '../store/notice-delivery.sql.ts'
import type { Network } from './network.ts'
import { nextAttempt } from './schedule.ts'
import { failed, type SendResult } from './send-result.ts'
import { runSideBySide } from './side-by-side.ts'
import { postSigned } from './signed-post.ts'

export interface TellingParts {
  readonly pool: Sql
  /** The same clock as the database's. */
  readonly now: () => Instant
  /** From 0 to 1. */
  readonly random: () => number
  readonly network: Network
  readonly log: Log
}

/** What became of the notices of a round. */
export interface ToldCounts {
  readonly told: number
  /** To be tried again. */
  readonly failed: number
  readonly givenUp: number
}

const windowSize = 64
/** So many cards of a webhook at a time; those of one card one after the other. */
const atOnce = 4
/** So many cards may be behind before nothing new is begun. */
const mostAside = 100
const longestLease = minute
/** Connecting and sending end before that; what is begun must end within the lease. */
const longestSend = 20_000
const probeEvery = 5 * minute
/** A webhook that nothing got through to for so long is switched off. */
const longestFailure = 5 * day

/** Tells one webhook what is due; undefined when nothing was, or when another worker is at it. */
export async function tellWebhook(
  parts: TellingParts,
  brand: Brand,
  webhook: Webhook,
): Promise<ToldCounts | undefined> {
  const { pool, now } = parts
  const name = { brand: brand.id, webhook: webhook.id }
  const window = { now: now(), limit: windowSize, mostAside }
  if ((await listDueNotices(pool, name, window)).length === 0) return undefined
  const lease = await leaseWebhook(pool, name, { now: now(), until: now() + longestLease, version: brand.version })
  if (!lease) return undefined
  // Read again, because whoever had it meanwhile may have told some of it.
  const due = await listDueNotices(pool, name, { ...window, now: now() })
  const cards = await listCardNames(pool, brand.id, [...new Set(due.flatMap(({ cardId = [] }) => cardId))])
  const round = new Round({ parts, webhook, lease, cards })
  await round.run(due)
  return round.end(name, brand.version)
}

interface RoundParts {
  readonly parts: TellingParts
  readonly webhook: Webhook
  readonly lease: WebhookLease
  readonly cards: ReadonlyMap<number, CardName>
}

class Round {
  private readonly told: number[] = []
  private readonly failures: FailedNotice[] = []
  /** Whether the receiver hangs or wants nothing any more: nothing else is begun in this round. */
  private isOver = false
  private isDisabled = false
  private readonly parts: TellingParts
  private readonly webhook: Webhook
  private readonly lease: WebhookLease
  private readonly cards: ReadonlyMap<number, CardName>

  constructor({ parts, webhook, lease, cards }: RoundParts) {
    this.parts = parts
    this.webhook = webhook
    this.lease = lease
    this.cards = cards
  }

  async run(due: readonly DueNotice[]): Promise<void> {
    const byCard = Map.groupBy(due, ({ cardId, position }) =>
      cardId === undefined ? `alone ${position}` : `${cardId}`,
    )
    const tasks = [...byCard.values()].map((own) => ({ host: this.webhook.id, run: () => this.tellInOrder(own) }))
    await runSideBySide(tasks, { inAll: atOnce, perHost: atOnce })
  }

  /** What fails holds up what follows on the same card. */
  private async tellInOrder(own: readonly DueNotice[]): Promise<void> {
    const { now, random } = this.parts
    for (const notice of own) {
      if (this.isOver || now() + longestSend > this.lease.until) return
      const result = await this.send(notice)
      if (result.kind === 'sent') {
        this.told.push(notice.position)
        continue
      }
      if (result.kind === 'disabled') this.isDisabled = true
      else {
        const { why } = result
        const nextAttemptAt = nextAttempt(notice.attempts + 1, now(), random())
        this.failures.push({ position: notice.position, why, nextAttemptAt })
      }
      this.isOver ||= result.kind === 'disabled' || result.why === 'timeout'
      return
    }
  }

  /** A sender that throws is a fault of ours, and the notice is tried again like any other. */
  private async send(notice: DueNotice): Promise<SendResult> {
    const { network, log, now } = this.parts
    const { type, cardId, happenedAt, data } = notice
    const card = cardId === undefined ? undefined : this.cards.get(cardId)
    const origin = type.startsWith('segment.') ? {} : { requestRef: notice.ref }
    const envelope = {
      id: noticeId(notice),
      type,
      happenedAt,
      attemptedAt: now(),
      data: { ...origin, ...card, ...data },
    }
    try {
      return await postSigned(envelope, this.webhook, network)
    } catch (error) {
      log.error('webhook', faultFields(error))
      return failed('fault')
    }
  }

  /** Writes down what became of it. What was told and is not written down because the worker died is told again. */
  async end(name: WebhookName, version: number): Promise<ToldCounts> {
    const { pool, now } = this.parts
    const { told, failures, lease } = this
    if (told.length > 0) await deleteTold(pool, name, told)
    if (told.length > 0 && lease.failingSince !== undefined) await wakeUntold(pool, name, now())
    if (failures.length > 0) await markUntold(pool, name, failures, now())
    await releaseWebhook(pool, name, lease, this.standing(name, version))
    const givenUp = failures.filter(({ nextAttemptAt }) => nextAttemptAt === undefined).length
    return { told: told.length, failed: failures.length - givenUp, givenUp }
  }

  private standing({ brand, webhook }: WebhookName, version: number): WebhookStanding {
    const { now, log } = this.parts
    const at = now()
    if (this.isDisabled) {
      log.warn('webhook disabled', { brand, text: `${webhook}: the receiver answered 410` })
      return { disabled: { at, version, reason: 'status 410' } }
    }
    const failingSince = this.lease.failingSince ?? (this.failures.length > 0 ? at : undefined)
    if (this.told.length > 0 || failingSince === undefined) return {}
    if (at - failingSince < longestFailure) return { failingSince, probeAt: at + probeEvery }
    log.warn('webhook disabled', { brand, text: `${webhook}: nothing got through for days` })
    return { failingSince, disabled: { at, version, reason: this.failures.at(-1)?.why ?? 'failed' } }
  }
}
