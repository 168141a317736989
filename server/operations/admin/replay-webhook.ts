import { noticeTypes, type Webhook } from '../../brand/shapes/webhook-shape.ts'
import { dateTime, id, integer, text } from '../../contract/field.ts'
import { refuse } from '../../kernel/errors.ts'
import type { BrandId } from '../../kernel/ids.ts'
import { formatDateTime, type Instant } from '../../kernel/time.ts'
import type { Sql } from '../../store/connection.ts'
import { readNow } from '../../store/load.ts'
import { enableWebhook, type ReplayCursor, replayPage, retryGivenUp } from '../../store/webhook-view.sql.ts'
import { task } from '../operation.ts'

export const replayWebhook = task({
  name: 'replayWebhook',
  group: 'admin',
  summary:
    'Have a webhook told again what happened since a point in time, or what was given up. Events keep their ids. Switches the webhook on if failures had switched it off.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'ReplayWebhookRequest',
  responseModel: 'ReplayWebhookResponse',
  request: {
    webhookId: id('The webhook.').required(),
    fromDate: dateTime('Since when, yyyy-MM-dd HH:mm:ss; without it, only what was given up is tried again.'),
  },
  response: {
    count: integer('How many events will be told again.').required(),
    nextFromDate: text('When there was more than one call looks at: call again with this fromDate.'),
  },
  perform: async ({ request, brand, db }) => {
    const webhook = brand.document.webhooks.find((known) => known.id === request.webhookId)
    if (!webhook) return refuse(100, 'webhookId: there is no such webhook')
    const { count, nextFrom } = await replay(db, brand.id, webhook, { from: request.fromDate, most: mostInOneCall })
    const next = nextFrom !== undefined && { nextFromDate: formatDateTime(nextFrom, brand.interfaceTimeZone) }
    return { kind: 'answer', response: { count, ...next } }
  },
})

const mostInOneCall = 100_000
const pageSize = 5000

export interface ReplayWish {
  /** Since when; absent: only what was given up. */
  readonly from?: Instant | undefined
  /** How many events are looked at, at the most. */
  readonly most?: number
}

export interface Replayed {
  readonly count: number
  /** Where to go on, when there was more. */
  readonly nextFrom?: Instant
}

/** Has a webhook told again, and switches it on: whoever asks for it expects it to work. */
export async function replay(
  db: Sql,
  brand: BrandId,
  { id: webhook, events = noticeTypes }: Webhook,
  { from, most = Number.POSITIVE_INFINITY }: ReplayWish,
): Promise<Replayed> {
  const name = { brand, webhook }
  await enableWebhook(db, name, await readNow(db))
  if (from === undefined) return { count: await retryGivenUp(db, name) }
  let count = 0
  let after: ReplayCursor | undefined
  for (let looked = pageSize; ; looked += pageSize) {
    const page = await replayPage(db, name, { from, types: events, limit: pageSize, after })
    count += page.replayed
    if (!page.next) return { count }
    if (looked >= most && page.upto !== undefined) return { count, nextFrom: page.upto }
    after = page.next
  }
}
