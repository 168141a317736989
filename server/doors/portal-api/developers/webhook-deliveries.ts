import { id, integer, json, list, model, number, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type DeliveryView, listDeliveries } from '../../../storage/store/queries/delivery-view.sql.ts'
import { brandRoute } from '../route.ts'

const anyData = model('WebhookData', 'What the event says.', {})

const delivery = model('WebhookDelivery', 'An event that a webhook has not accepted yet.', {
  position: integer('Its place in the order.').required(),
  requestRef: text('The call that caused it.').required(),
  type: text('The type of the event.').required(),
  cardNumber: text('The card that it is about.'),
  happenedAt: number('When it happened, in milliseconds.').required(),
  attempts: integer('How often it was sent.').required(),
  nextAttemptAt: number('When it is sent again, in milliseconds.'),
  lastError: text('What the receiver answered last, or why it was not reached.'),
  givenUpAt: number('When it was given up, in milliseconds.'),
  data: json('What the event says.', anyData).required(),
})

/** Events tell of all locations, so that only whoever sees all of them may read them. */
export const webhookDeliveries = brandRoute({
  name: 'webhookDeliveries',
  summary: 'List the events that a webhook has not accepted yet.',
  permission: 'webhooks.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    webhookId: id('The webhook.').required(),
    state: oneOf('Those that wait, or those that were given up.', ['waiting', 'givenUp']).required(),
    after: integer('Only those after this position.').between(0, Number.MAX_SAFE_INTEGER).default(0),
    count: integer('How many to return at most.').between(1, 200).default(50),
  },
  response: {
    deliveries: list('The events, in the order in which they are sent.', delivery).required(),
    next: integer('Present if there may be more. Ask again with this as after.'),
  },
  run: async ({ request, services, brand }) => {
    const { webhookId: webhook, state, after, count: limit } = request
    const page = { brand: brand.id, webhook, isGivenUp: state === 'givenUp', after, limit }
    const rows = await listDeliveries(services.pool, page)
    const next = rows.length === limit ? rows.at(-1)?.position : undefined
    return defined({ deliveries: rows.map(show), next })
  },
})

function show(row: DeliveryView) {
  return defined({
    position: row.position,
    requestRef: row.request_ref,
    type: row.type,
    cardNumber: row.card_number ?? undefined,
    happenedAt: row.happened_at,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    lastError: row.last_error ?? undefined,
    givenUpAt: row.given_up_at ?? undefined,
    data: row.data,
  })
}
