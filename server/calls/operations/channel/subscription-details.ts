import type { Brand } from '../../../domain/brand/brand.ts'
import { id, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { listSubscriptions, type SubscriptionRow } from '../../../storage/store/queries/subscription.sql.ts'
import { findReadable } from '../found-card.ts'
import { query } from '../operation.ts'

const cardSubscription = model('CardSubscription', 'A subscription of a card.', {
  subscriptionId: text('The subscription.').required(),
  externalId: text('Its identifier in the system it comes from.'),
  name: text('Its name.'),
  tier: text("The card's tier of the subscription."),
  sourceSystem: text('The system it comes from.'),
  systemType: text('The type of that system.'),
  subType: text('The type of subscription.'),
  subscriptionStatus: oneOf('Whether it is in force.', ['Active', 'Inactive']).required(),
  assignmentDate: text('When it was assigned to the card, yyyy-MM-dd HH:mm:ss.').required(),
  assignmentStartDate: text('When it begins, yyyy-MM-dd HH:mm:ss.'),
  assignmentEndDate: text('When it ends, yyyy-MM-dd HH:mm:ss. Absent: never.'),
})

export const subscriptionDetails = query({
  name: 'subscriptionDetails',
  summary: 'List the subscriptions of a card. Operations of the admin group assign them.',
  callType: 'REPORTING',
  requestModel: 'SubscriptionDetailsRequest',
  responseModel: 'SubscriptionDetailsResponse',
  request: { cardNumber: id('The card.').required(6) },
  response: {
    subscriptions: list('The subscriptions, the most recently assigned first.', cardSubscription).required(),
  },
  answer: async ({ request, brand, reader }) => {
    const found = await findReadable(reader, brand.id, request.cardNumber)
    if (isRefusal(found)) return found
    const rows = await listSubscriptions(reader, brand.id, found.card.id)
    return { kind: 'answer', cardId: found.card.id, response: { subscriptions: rows.map((row) => show(row, brand)) } }
  },
})

function show(row: SubscriptionRow, { interfaceTimeZone }: Brand) {
  const time = (instant: Instant) => formatDateTime(instant, interfaceTimeZone)
  return {
    subscriptionId: row.subscription_id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...(row.name !== null && { name: row.name }),
    ...(row.tier !== null && { tier: row.tier }),
    ...(row.source_system !== null && { sourceSystem: row.source_system }),
    ...(row.system_type !== null && { systemType: row.system_type }),
    ...(row.sub_type !== null && { subType: row.sub_type }),
    subscriptionStatus: row.status,
    assignmentDate: time(row.assigned_at),
    ...(row.starts_at !== null && { assignmentStartDate: time(row.starts_at) }),
    ...(row.ends_at !== null && { assignmentEndDate: time(row.ends_at) }),
  }
}
