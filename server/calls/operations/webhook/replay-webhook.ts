import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { noticeTypes } from '../../../domain/brand/shapes/notice-types.ts'
import type { Webhook } from '../../../domain/brand/shapes/webhook-shape.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { dateTime, id, integer, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { type BrandId, isUuid } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { WebhookName } from '../../../storage/store/outbox/notice-delivery.sql.ts'
import {
  enableWebhook,
  isWebhookDisabled,
  type ReplayCursor,
  replayPage,
  retryGivenUpNotices,
} from '../../../storage/store/outbox/notice-replay.sql.ts'
import { task } from '../operation.ts'

export const replayWebhook = task({
  name: 'replayWebhook',
  group: 'admin',
  summary: 'Send events to a webhook again: all since a point in time, or those that were given up.',
  details: 'Events keep their ids. A webhook that failures have switched off is switched on.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'ReplayWebhookRequest',
  responseModel: 'ReplayWebhookResponse',
  request: {
    webhookId: id('The webhook.').required(),
    fromDate: dateTime('Send everything since then again. Absent: only events that were given up.'),
    page: id('To continue where an earlier call ended: its nextPage, with the same fromDate.'),
  },
  response: {
    count: integer('How many events will be sent again.').required(),
    nextPage: text('Present if there is more than one call can handle. Call again with this page.'),
  },
  check: ({ fromDate, page }) => {
    if (page === undefined) return undefined
    if (fromDate === undefined) return refuseField(100, 'page', 'needs the fromDate that it is a page of')
    return fromPage(page) ? undefined : refuseField(100, 'page', 'expected the nextPage of an earlier call')
  },
  perform: async ({ request, call, brand, db }) => {
    const webhook = brand.document.webhooks.find((known) => known.id === request.webhookId)
    if (!webhook) return refuseField(100, 'webhookId', 'there is no such webhook')
    const after = request.page === undefined ? undefined : fromPage(request.page)
    const wish = { from: request.fromDate, after, most: callNoticesMax }
    await switchOn(db, { brand: brand.id, webhook: webhook.id }, originOf(call))
    const { count, next } = await replay(db, brand.id, webhook, wish)
    return { kind: 'answer', response: { count, ...(next && { nextPage: `${next.ref}_${next.line}` }) } }
  },
})

function fromPage(page: string): ReplayCursor | undefined {
  const [ref = '', line = ''] = page.split('_')
  return isUuid(ref) && /^\d{1,9}$/.test(line) ? { ref, line: Number(line) } : undefined
}

const callNoticesMax = 100_000
const pageSize = 5000

export interface ReplayWish {
  /** Since when; absent: only what was given up. */
  readonly from?: Instant | undefined
  readonly after?: ReplayCursor | undefined
  /** How many events are looked at, at the most; a page more or less. */
  readonly most?: number
}

export interface Replayed {
  readonly count: number
  /** Where to go on, when there was more. */
  readonly next?: ReplayCursor
}

/** Before a replay: whoever asks for one expects the webhook to work. In a transaction of the caller's. */
export async function switchOn(db: Sql, name: WebhookName, origin: AuditOrigin): Promise<void> {
  const wasDisabled = await isWebhookDisabled(db, name)
  await enableWebhook(db, name, await readNow(db))
  const entry = { ...origin, action: 'receiver.enabled', subject: `webhooks/${name.webhook}` } as const
  if (wasDisabled) await insertAuditEntries(db, name.brand, [entry])
}

/** Has a webhook that is switched on told again. */
export async function replay(
  db: Sql,
  brand: BrandId,
  { id: webhook, events = noticeTypes }: Webhook,
  { from, after, most = Number.POSITIVE_INFINITY }: ReplayWish,
): Promise<Replayed> {
  const name = { brand, webhook }
  if (from === undefined) return { count: await retryAllGivenUp(db, name) }
  let count = 0
  let looked = 0
  for (let cursor = after; ; ) {
    const page = await replayPage(db, name, { from, types: events, limit: pageSize, after: cursor })
    count += page.replayed
    looked += page.looked
    if (!page.next || looked >= most) return defined({ count, next: page.next })
    cursor = page.next
  }
}

async function retryAllGivenUp(db: Sql, name: WebhookName): Promise<number> {
  let count = 0
  for (let after: number | null = 0; after !== null; ) {
    const put: { count: number; last: number | null } = await retryGivenUpNotices(db, name, { after, limit: pageSize })
    count += put.count
    after = put.last
  }
  return count
}
