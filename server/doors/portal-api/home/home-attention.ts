import type { Brand } from '../../../domain/brand/brand.ts'
import { worksAlone } from '../../../domain/judge/limits.ts'
import type { Permission } from '../../../domain/judge/permissions.ts'
import { integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { LongRead } from '../../../ground/database/long-reads.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { listDraftsIn } from '../../../storage/brand-store/drafts/draft.sql.ts'
import { listScheduled } from '../../../storage/brand-store/history/schedule.ts'
import {
  listCardStock,
  listCouponStock,
  listEmptyCouponSets,
  nearlyUsedUp,
} from '../../../storage/brand-store/stock/stock-left.sql.ts'
import { listErrands } from '../../../storage/errand/errand.sql.ts'
import { activityReport } from '../../../storage/report/activity.ts'
import { addDays } from '../../../storage/report/days.ts'
import { runReport } from '../../../storage/report/report.ts'
import { listAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { listReceivers } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import { listTightBudgets } from '../../../storage/store/queries/budget-view.sql.ts'
import { countNotSent, listGivenUp } from '../../../storage/store/queries/message-state.sql.ts'
import { listWebhookViews } from '../../../storage/store/queries/webhook-view.sql.ts'
import { listTroubledMails } from '../../report-mail/mail.sql.ts'
import { brandRoute } from '../route.ts'

const attentionKinds = [
  'approvalsOff',
  'loosenedAlone',
  'receiverDisabled',
  'receiverFailing',
  'webhookDisabled',
  'webhookFailing',
  'messagesGivenUp',
  'noSender',
  'cardSetLow',
  'couponSetLow',
  'couponSetEmpty',
  'certificateEnds',
  'certificateEnded',
  'budgetTight',
  'reportMailFailed',
  'standsOut',
  'errandFailed',
  'draftRefused',
  'scheduleRefused',
  'draftsInReview',
] as const

const attention = model('homeAttention', 'Something that somebody should look at.', {
  kind: oneOf('What it is.', attentionKinds).required(),
  subject: text('What it is about: a channel, a webhook, a set, a campaign, a location.'),
  /** Of what stands out: the kinds of calls. */
  detail: text('More about it.'),
  count: integer('How many are left or failed, or how many percent are spent.'),
})

interface Attention {
  readonly kind: (typeof attentionKinds)[number]
  readonly subject?: string
  readonly detail?: string
  readonly count?: number
}

interface Sight {
  readonly db: Sql
  readonly atLength: LongRead
  readonly brand: Brand
  readonly now: Instant
  readonly walletCertificateEnds?: (() => Instant | undefined) | undefined
}

/** Each is looked at only for those who may see it where it is mended. */
const looks: readonly (readonly [Permission, (sight: Sight) => Promise<readonly Attention[]>])[] = [
  ['changes.approve', lookAtApprovals],
  ['messages.see', lookAtMessages],
  ['webhooks.see', lookAtWebhooks],
  ['configuration.see', lookAtStock],
  ['configuration.see', lookAtCertificates],
  ['campaigns.see', lookAtBudgets],
  ['reports.send', lookAtReportMails],
  ['reports.see', lookAtActivity],
  ['jobs.see', lookAtErrands],
  ['campaigns.see', lookAtRefusedDrafts],
  ['configuration.see', lookAtRefusedSchedules],
  ['campaigns.change', lookAtReviews],
]

export const homeAttention = brandRoute({
  name: 'homeAttention',
  summary: 'What needs attention: failing deliveries, sets and budgets that are nearly used up, what stands out.',
  permission: 'messages.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: { items: list('What needs attention, the most urgent first.', attention).required() },
  run: async ({ services, brand, standing }) => {
    const { pool: db, atLength, walletCertificateEnds } = services
    const sight = { db, atLength, brand, now: services.now(), walletCertificateEnds }
    const wanted = looks.filter(([permission]) => standing.permissions.has(permission))
    const found: Attention[] = []
    // One after the other: the portal has few connections, and others use them too.
    for (const [, look] of wanted) found.push(...(await look(sight)))
    return { items: found }
  },
})

const givenUpMax = 100

/** That nobody is asked is said to whoever may approve, for as long as it is so. */
async function lookAtApprovals({ db, brand, now }: Sight): Promise<readonly Attention[]> {
  const filter = { action: 'brand.applied', since: now - loosenedMs, limit: loosenedMax }
  const loosened = (await listAuditEntries(db, brand.id, filter)).find(({ after }) => after?.isLoosenedAlone)
  return [
    ...(worksAlone(brand) ? [{ kind: 'approvalsOff' as const }] : []),
    ...(loosened ? [{ kind: 'loosenedAlone' as const, subject: loosened.actor.name }] : []),
  ]
}

/** For so long Home says that somebody has raised limits alone. */
const loosenedMs = 14 * 86_400_000
const loosenedMax = 200

async function lookAtMessages({ db, brand }: Sight): Promise<readonly Attention[]> {
  const receivers = await listReceivers(db, brand.id, brand.version)
  const givenUp = await listGivenUp(db, brand.id, givenUpMax)
  const unsent = (await countNotSent(db, brand.id)).filter(({ reason }) => reason === 'noSender')
  return [
    ...receivers.map(({ channel, disabledAt, reason }): Attention => {
      const kind = disabledAt === undefined ? 'receiverFailing' : 'receiverDisabled'
      return { kind, subject: channel, detail: reason }
    }),
    ...(givenUp.length > 0 ? [{ kind: 'messagesGivenUp' as const, count: givenUp.length }] : []),
    // A sender may have been added meanwhile: then it is history.
    ...unsent
      .filter(({ channel }) => !Object.hasOwn(brand.document.senders, channel))
      .map(({ channel, count }): Attention => ({ kind: 'noSender', subject: channel, count })),
  ]
}

async function lookAtWebhooks({ db, brand }: Sight): Promise<readonly Attention[]> {
  const ids = brand.document.webhooks.filter(({ active }) => active).map(({ id }) => id)
  const views = await listWebhookViews(db, brand.id, ids, brand.version)
  return views.flatMap((view): Attention[] => {
    const about = { subject: view.webhook_id, count: view.waiting + view.given_up }
    if (view.disabled_at !== null) return [{ kind: 'webhookDisabled', ...about }]
    return view.failing_since !== null ? [{ kind: 'webhookFailing', ...about }] : []
  })
}

async function lookAtStock({ db, brand }: Sight): Promise<readonly Attention[]> {
  const cards = nearlyUsedUp(await listCardStock(db, brand))
  const empty = await listEmptyCouponSets(db, brand)
  const coupons = nearlyUsedUp(await listCouponStock(db, brand)).filter(({ set }) => !empty.includes(set))
  const nameOf = (set: string) => brand.couponSets.get(set)?.name ?? set
  return [
    ...empty.map((set): Attention => ({ kind: 'couponSetEmpty', subject: nameOf(set) })),
    ...cards.map(({ set, free }): Attention => ({ kind: 'cardSetLow', subject: set, count: free })),
    ...coupons.map(({ set, free }): Attention => ({ kind: 'couponSetLow', subject: nameOf(set), count: free })),
  ]
}

/** Whoever has to get another one needs some weeks. */
const certificateDays = 45

/** Of brands with passes in Apple's wallet. Without a certificate no pass is made or renewed. */
async function lookAtCertificates({ brand, now, walletCertificateEnds }: Sight): Promise<readonly Attention[]> {
  if (brand.document.passes?.appleTypeIdentifier === undefined) return []
  const end = walletCertificateEnds?.()
  if (end === undefined) return []
  return certificateAttention(end, now)
}

export function certificateAttention(end: Instant, now: Instant): readonly Attention[] {
  if (end <= now) return [{ kind: 'certificateEnded' }]
  const days = Math.floor((end - now) / 86_400_000)
  return days <= certificateDays ? [{ kind: 'certificateEnds', count: days }] : []
}

const tightPercent = 80

async function lookAtBudgets({ db, brand }: Sight): Promise<readonly Attention[]> {
  const names = new Map(brand.document.campaigns.map(({ id, name }) => [id, name]))
  const tight = await listTightBudgets(db, brand.id, tightPercent)
  return tight.map(({ counter, percent }): Attention => {
    const [campaign = ''] = counter.split(/[/ ]/, 1)
    return { kind: 'budgetTight', subject: names.get(campaign) ?? campaign, count: percent }
  })
}

const watchedDays = 7

async function lookAtActivity({ atLength, brand, now }: Sight): Promise<readonly Attention[]> {
  const to = formatDateTime(now, brand.timeZone).slice(0, 10)
  const asked = { from: addDays(to, 1 - watchedDays), to, by: 'location', perDay: false }
  const { rows } = await atLength(brand.id, (db) => runReport(activityReport, db, brand, asked))
  return rows.flatMap(({ location, standsOut }): Attention[] =>
    standsOut ? [{ kind: 'standsOut', subject: String(location), detail: String(standsOut) }] : [],
  )
}

/** Each schedule once, with how many of its receivers did not get the last one. */
async function lookAtReportMails({ db, brand }: Sight): Promise<readonly Attention[]> {
  const troubled = await listTroubledMails(db, brand.id)
  return troubled.map(({ report, count }): Attention => ({ kind: 'reportMailFailed', subject: report, count }))
}

async function lookAtRefusedDrafts({ db, brand }: Sight): Promise<readonly Attention[]> {
  const refused = await listDraftsIn(db, brand.id, 'refused')
  return refused.map(({ draft_id, title }): Attention => ({ kind: 'draftRefused', subject: title, detail: draft_id }))
}

/** Until somebody sets it aside. */
async function lookAtRefusedSchedules({ db, brand }: Sight): Promise<readonly Attention[]> {
  const refused = (await listScheduled(db, brand.id)).filter(({ state }) => state === 'refused')
  return refused.map(({ number }): Attention => ({ kind: 'scheduleRefused', subject: String(number) }))
}

async function lookAtReviews({ db, brand }: Sight): Promise<readonly Attention[]> {
  const { length } = await listDraftsIn(db, brand.id, 'inReview')
  return length > 0 ? [{ kind: 'draftsInReview', count: length }] : []
}

const failedMax = 50
const recentMs = 7 * 86_400_000

async function lookAtErrands({ db, brand, now }: Sight): Promise<readonly Attention[]> {
  const failed = await listErrands(db, brand.id, { state: 'failed', before: undefined, limit: failedMax })
  const recent = failed.filter(({ asked_at }) => asked_at > now - recentMs)
  return recent.length > 0 ? [{ kind: 'errandFailed', count: recent.length }] : []
}
