import type { Brand } from '../../../domain/brand/brand.ts'
import { flag, integer, list, model, text } from '../../../ground/contract/field.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { listWebhookViews, type WebhookView } from '../../../storage/store/queries/webhook-view.sql.ts'
import { query } from '../operation.ts'

const webhookState = model('WebhookState', 'The state of a webhook.', {
  webhookId: text('The webhook.').required(),
  isActive: flag('Whether the brand file has it switched on.').required(),
  waiting: integer('How many events wait to be sent.').required(),
  retried: integer('How many of them have failed and are tried again.').required(),
  givenUp: integer('How many events were given up. replayWebhook sends them again.').required(),
  oldestWaitingDate: text('When the event that has waited longest happened, yyyy-MM-dd HH:mm:ss.'),
  lastError: text('The kind of failure of an event that is tried again.'),
  failingSince: text('Since when nothing has got through, yyyy-MM-dd HH:mm:ss.'),
  disabledDate: text('When it was switched off, because the receiver asked for that or failed for days.'),
  disabledReason: text('Why it was switched off.'),
})

export const webhookStates = query({
  name: 'webhookStates',
  group: 'admin',
  summary: 'Show the state of the webhooks of the brand: what waits to be sent, and what fails.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'WebhookStatesRequest',
  responseModel: 'WebhookStatesResponse',
  request: {},
  response: { webhooks: list('The webhooks, by their ids.', webhookState).required() },
  answer: async ({ brand, reader }) => {
    const { webhooks } = brand.document
    const ids = webhooks.map(({ id }) => id)
    const active = new Set(webhooks.filter((one) => one.active).map(({ id }) => id))
    const views = await listWebhookViews(reader, brand.id, ids, brand.version)
    const states = views.map((view) => ({ isActive: active.has(view.webhook_id), ...show(view, brand) }))
    return { kind: 'answer', response: { webhooks: states } }
  },
})

function show(view: WebhookView, { interfaceTimeZone }: Brand) {
  const { oldest_at, last_error, failing_since, disabled_at, reason } = view
  const date = (at: Instant) => formatDateTime(at, interfaceTimeZone)
  return {
    webhookId: view.webhook_id,
    waiting: view.waiting,
    retried: view.retried,
    givenUp: view.given_up,
    ...(oldest_at !== null && { oldestWaitingDate: date(oldest_at) }),
    ...(last_error !== null && { lastError: last_error }),
    ...(failing_since !== null && { failingSince: date(failing_since) }),
    ...(disabled_at !== null && { disabledDate: date(disabled_at) }),
    ...(reason !== null && { disabledReason: reason }),
  }
}
