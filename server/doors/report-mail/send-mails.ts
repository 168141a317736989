import { createHash } from 'node:crypto'
import { sendMsMax } from '../../calls/delivery/network.ts'
import { nextAttempt } from '../../calls/delivery/schedule.ts'
import { failed, type OutgoingMessage, type SendResult } from '../../calls/delivery/send-result.ts'
import type { Senders } from '../../calls/delivery/senders.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { LongRead } from '../../ground/database/long-reads.ts'
import { type BrandId, type RandomBytes, uuidV7 } from '../../ground/kernel/ids.ts'
import { isLanguage, type Language } from '../../ground/kernel/language.ts'
import { type Instant, minute } from '../../ground/kernel/time.ts'
import { type Log, placeOf } from '../../ground/log/log.ts'
import { listUsers, type User } from '../access/login/user.sql.ts'
import { composeMail, type MailFrame } from './compose.ts'
import { type MadeReport, makeReport } from './made-report.ts'
import {
  type ClaimedMail,
  claimMails,
  markMailFailed,
  markMailNotSent,
  markMailSent,
  type NewMail,
  putMailBack,
} from './mail.sql.ts'
import { addressOf, findHindrance, type MailNotSentReason } from './right.ts'
import { listReceivers, listSchedules, type ReportSchedule } from './schedule.sql.ts'

export interface MailParts {
  readonly pool: ConnectionPool
  readonly atLength: LongRead
  readonly now: () => Instant
  readonly random: RandomBytes
  readonly senders: Pick<Senders, 'email'>
  /** Where users reach the server; undefined while nobody knows. */
  readonly reachedAt: string | undefined
  readonly log: Log
}

export interface MailCounts {
  sent: number
  failed: number
  notSent: number
}

/** So many at a time are taken by one worker. */
const atOnce = 20
/** Long enough for a report that reads for half a minute, and for several mails. */
const leaseMs = 5 * minute

/** Sends the mails of a brand that are due. Nothing is locked meanwhile: a lease keeps other workers away. */
export async function sendDueMails(parts: MailParts, brand: Brand): Promise<MailCounts> {
  const { pool, now } = parts
  const counts: MailCounts = { sent: 0, failed: 0, notSent: 0 }
  const claimed = await claimMails(pool, brand.id, { now: now(), until: now() + leaseMs, limit: atOnce })
  const batches = Map.groupBy(claimed, ({ scheduleId, occurrence }) => `${scheduleId} ${occurrence}`)
  for (const mails of batches.values()) await new Batch(parts, brand, counts).send(mails)
  return counts
}

/** Mails of one schedule and day: the same figures to several people. */
class Batch {
  private readonly parts: MailParts
  private readonly brand: Brand
  private readonly counts: MailCounts
  /** Once for each language: only its remarks are different. */
  private readonly made = new Map<Language, Promise<MadeReport | undefined>>()

  constructor(parts: MailParts, brand: Brand, counts: MailCounts) {
    this.parts = parts
    this.brand = brand
    this.counts = counts
  }

  async send(mails: readonly ClaimedMail[]): Promise<void> {
    for (const mail of mails) {
      try {
        await this.sendOne(mail)
      } catch (error) {
        // A report that cannot be made is no reason to keep the mail for ever, nor to forget it.
        this.parts.log.error('report mail', { brand: this.brand.id, text: placeOf(error) })
        await this.settle(mail, failed('fault'))
      }
    }
  }

  /** Rights are looked at right before: what counts is who they are at the moment of sending. */
  private async sendOne(mail: ClaimedMail): Promise<void> {
    const { pool, now } = this.parts
    const { id } = this.brand
    const schedule = (await listSchedules(pool, id)).find((one) => one.id === mail.scheduleId)
    if (!schedule) return
    const find = async () => (await listUsers(pool, id)).find((one) => one.id === mail.loginId)
    const made = await this.report(schedule, mail.occurrence, wordsOf(await find(), this.brand))
    const user = await find()
    const reason = await this.findReason(mail, schedule, user)
    if (reason !== undefined || !user) return this.leave(mail, reason ?? 'removed')
    if (!made) return this.leave(mail, 'reportGone')
    if (now() + sendMsMax > mail.leaseUntil) return putMailBack(pool, id, mail)
    await this.settle(mail, await this.post(made, user, mail))
  }

  private async findReason(
    { scheduleId, loginId }: ClaimedMail,
    { isPaused }: ReportSchedule,
    user: User | undefined,
  ): Promise<MailNotSentReason | undefined> {
    if (isPaused) return 'paused'
    const receivers = await listReceivers(this.parts.pool, this.brand.id)
    const chosen = receivers.find((one) => one.scheduleId === scheduleId && one.loginId === loginId)
    if (!chosen || chosen.stoppedAt !== undefined) return 'stopped'
    return findHindrance(user, this.brand)
  }

  private async leave(mail: ClaimedMail, reason: MailNotSentReason): Promise<void> {
    await markMailNotSent(this.parts.pool, this.brand.id, mail, { reason, now: this.parts.now() })
    this.counts.notSent += 1
  }

  private async report(schedule: ReportSchedule, occurrence: string, language: Language) {
    const [any] = this.made.values()
    const known = await any
    if (any && !known?.table.remarks?.length) return known
    const own =
      this.made.get(language) ?? makeReport(this.parts.atLength, this.brand, { ...schedule, language }, occurrence)
    this.made.set(language, own)
    return own
  }

  private post(made: MadeReport, user: User, mail: ClaimedMail): Promise<SendResult> {
    const { reachedAt } = this.parts
    const frame = { brand: this.brand, scheduleId: mail.scheduleId, reachedAt }
    return postReport(
      this.parts,
      made,
      { ...frame, language: languageOf(user, this.brand) },
      {
        id: mailId(this.brand.id, mail),
        recipient: addressOf(user, this.brand) ?? user.name,
        createdAt: mail.dueAt,
      },
    )
  }

  private async settle(mail: ClaimedMail, result: SendResult): Promise<void> {
    const { pool, now, random } = this.parts
    const { id } = this.brand
    if (result.kind === 'sent') {
      this.counts.sent += 1
      return markMailSent(pool, id, mail, now())
    }
    this.counts.failed += 1
    const jitter = Buffer.from(random(4)).readUInt32BE() / 2 ** 32
    const nextAttemptAt = result.kind === 'failed' ? nextAttempt(mail.attempts + 1, now(), jitter) : undefined
    const why = 'why' in result ? result.why : 'receiver disabled'
    await markMailFailed(pool, id, mail, {
      why: this.brand.document.senders.email ? why : 'no sender',
      nextAttemptAt,
      now: now(),
    })
  }
}

/** The one of our languages that somebody is told things in. */
export function wordsOf(user: User | undefined, brand: Brand): Language {
  const language = user ? languageOf(user, brand) : brand.document.brand.language
  return isLanguage(language) ? language : 'en'
}

/** The language that they chose for the portal, or else that of the brand. */
export const languageOf = ({ language }: Pick<User, 'language'>, { document }: Brand): string =>
  language ?? document.brand.language

/** The same for every attempt, so that a mail program can tell that it has it already. */
function mailId(brand: BrandId, { scheduleId, occurrence, loginId }: NewMail): string {
  const digest = createHash('sha256').update([brand, scheduleId, occurrence, loginId].join(' ')).digest('hex')
  return `report-${occurrence}-${digest.slice(0, 32)}`
}

type Envelope = Pick<OutgoingMessage, 'id' | 'recipient' | 'createdAt'>

/** Hands a report to the brand's sender. */
export async function postReport(
  { senders, now, random }: Pick<MailParts, 'senders' | 'now' | 'random'>,
  made: MadeReport,
  frame: MailFrame,
  envelope: Envelope,
): Promise<SendResult> {
  const { email } = frame.brand.document.senders
  if (!email) return failed('fault')
  const at = now()
  return senders.email(
    { ...envelope, ...composeMail(made, frame), requestRef: uuidV7(at, random(10)), attemptedAt: at },
    email,
  )
}
