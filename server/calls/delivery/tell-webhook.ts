import type { Brand } from '../../domain/brand/brand.ts'
import type { Webhook } from '../../domain/brand/shapes/webhook-shape.ts'
import { noticeId } from '../../domain/view/notice/notice.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { day, type Instant, minute } from '../../ground/kernel/time.ts'
import { type Log, placeOf } from '../../ground/log/log.ts'
import {
  type DueNotice,
  deleteTold,
  type FailedNotice,
  isTelling,
  leaseWebhook,
  listDueNotices,
  markStillUntold,
  markUntold,
  releaseWebhook,
  type WebhookLease,
  type WebhookName,
  type WebhookStanding,
  wakeUntold,
} from '../../storage/store/outbox/notice-delivery.sql.ts'
import { type Network, sendMsMax } from './network.ts'
import { failureMsMax } from './receiver-health.ts'
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

/** The results of a round, in numbers of notices. */
export interface ToldCounts {
  readonly told: number
  /** Will be tried again. */
  readonly failed: number
  readonly givenUp: number
}

const windowNotices = 64
/** How many cards' notices a webhook is told at once. Notices of one card are told one after the other. */
const atOnceMax = 4
/** With this many cards behind, nothing new is begun. */
const asideMax = 100
const leaseMsMax = minute
/** After that, other webhooks have their turn. */
const turnMsMax = 5_000
const probeMs = 5 * minute

/** Tells one webhook what is due. Undefined when nothing was due, or when another worker holds the lease. */
export async function tellWebhook(
  parts: TellingParts,
  brand: Brand,
  webhook: Webhook,
): Promise<ToldCounts | undefined> {
  const { pool, now } = parts
  const name = { brand: brand.id, webhook: webhook.id }
  const window = { now: now(), limit: windowNotices, asideMax }
  if ((await listDueNotices(pool, name, window)).length === 0) return undefined
  const lease = await leaseWebhook(pool, name, { now: now(), until: now() + leaseMsMax, version: brand.version })
  if (!lease) return undefined
  // Read again: the worker that held the lease before may have told some of it.
  const due = await listDueNotices(pool, name, { ...window, now: now() })
  const round = new WebhookRound(parts, webhook, lease)
  await round.run(due)
  return round.end(name, brand.version)
}

class WebhookRound {
  private readonly told: number[] = []
  private readonly failures: FailedNotice[] = []
  /** Notices that were tried before they were due, and failed again. */
  private readonly early: number[] = []
  /** The receiver hangs or wants no more: nothing else is begun in this round. */
  private isOver = false
  private isDisabled = false
  private readonly parts: TellingParts
  private readonly webhook: Webhook
  private readonly lease: WebhookLease
  private readonly endsAt: Instant

  constructor(parts: TellingParts, webhook: Webhook, lease: WebhookLease) {
    this.parts = parts
    this.webhook = webhook
    this.lease = lease
    this.endsAt = Math.min(parts.now() + turnMsMax, lease.until - sendMsMax)
  }

  async run(due: readonly DueNotice[]): Promise<void> {
    const byCard = Map.groupBy(due, ({ cardId, position }) =>
      cardId === undefined ? `alone ${position}` : `${cardId}`,
    )
    const tasks = [...byCard.values()].map((own) => ({ receiver: this.webhook.id, run: () => this.tellInOrder(own) }))
    await runSideBySide(tasks, { total: atOnceMax, perReceiver: atOnceMax })
  }

  /** A notice that fails holds up those that follow on the same card. */
  private async tellInOrder(own: readonly DueNotice[]): Promise<void> {
    const { now, random } = this.parts
    for (const notice of own) {
      if (this.isOver || now() > this.endsAt) return
      const result = await this.send(notice)
      if (result.kind === 'sent') {
        this.told.push(notice.position)
        continue
      }
      if (result.kind === 'disabled') this.isDisabled = true
      else if (notice.isEarly) this.early.push(notice.position)
      else {
        const nextAttemptAt = nextAttempt(notice.attempts + 1, now(), random())
        this.failures.push({ position: notice.position, why: result.why, nextAttemptAt })
      }
      this.isOver ||= result.kind === 'disabled' || result.why === 'timeout'
      return
    }
  }

  /** If posting throws, that is a bug of ours. The notice is tried again like any other that failed. */
  private async send(notice: DueNotice): Promise<SendResult> {
    const { network, log, now } = this.parts
    const { type, cardNumber, childCardNumber, happenedAt } = notice
    const data = {
      ...(isOfCall(type) && { requestRef: notice.ref }),
      ...(cardNumber !== undefined && { cardNumber }),
      ...(childCardNumber !== undefined && { childCardNumber }),
      ...notice.data,
    }
    const { traceparent } = notice
    const envelope = defined({ id: noticeId(notice), type, happenedAt, attemptedAt: now(), data, traceparent })
    try {
      return await postSigned(envelope, this.webhook, network)
    } catch (error) {
      log.error('webhook threw', { text: placeOf(error) })
      return failed('fault')
    }
  }

  /** Stores the results. If the worker dies before that, what it told is told again. */
  async end(name: WebhookName, version: number): Promise<ToldCounts> {
    const { pool, now } = this.parts
    const { told, failures, early, lease } = this
    if (told.length > 0) await deleteTold(pool, name, told)
    if (told.length > 0 && lease.failingSince !== undefined) await wakeUntold(pool, name)
    if (early.length > 0) await markStillUntold(pool, name, early)
    if (failures.length > 0) await markUntold(pool, name, failures, now())
    const givenUp = failures.filter(({ nextAttemptAt }) => nextAttemptAt === undefined).length
    // With nothing left to tell, the webhook does not count as failing: silence is not failure.
    const isFailing = this.isFailing() && (givenUp === 0 || (await isTelling(pool, name)))
    await releaseWebhook(pool, name, lease, this.standing(name, version, isFailing))
    return { told: told.length, failed: failures.length - givenUp, givenUp }
  }

  private isFailing(): boolean {
    const { told, failures, early, lease } = this
    return told.length === 0 && (lease.failingSince !== undefined || failures.length + early.length > 0)
  }

  private standing({ brand, webhook }: WebhookName, version: number, isFailing: boolean): WebhookStanding {
    const { now, log } = this.parts
    const at = now()
    const failingSince = this.lease.failingSince ?? at
    const disable = (reason: string, text: string): WebhookStanding => {
      log.warn('webhook disabled', { brand, text: `${webhook}: ${text}` })
      // Due as soon as it is enabled again: the first notice that gets through wakes the rest.
      return { failingSince, probeAt: at, disabled: { at, version, reason } }
    }
    if (this.isDisabled) return disable('status 410', 'the receiver answered 410')
    if (!isFailing) return {}
    if (at - failingSince < failureMsMax) return { failingSince, probeAt: at + probeMs }
    return disable(this.failures.at(-1)?.why ?? 'failed', `no notice got through for ${failureMsMax / day} days`)
  }
}

/** What jobs find out has a reference of its own, by which nobody could look up a call. */
const isOfCall = (type: string) => !type.startsWith('segment.') && !type.startsWith('schedule.')
