import type { Brand } from '../../brand/brand.ts'
import { id, list, model, oneOf, text } from '../../contract/field.ts'
import { isRefusal } from '../../kernel/errors.ts'
import { formatDateTime, type Instant } from '../../kernel/time.ts'
import { listSubscriptions, type SubscriptionRow } from '../../store/queries/subscription.sql.ts'
import { findReadable } from '../found-card.ts'
import { query } from '../operation.ts'

const cardSubscription = model('CardSubscription', 'A subscription of a card.', {
  subscriptionId: text('The subscription.').required(),
  externalId: text('Its identifier in the system that it comes from.'),
  name: text('Its name.'),
  tier: text('The tier of it that the card has.'),
  sourceSystem: text('The system that it comes from.'),
  systemType: text('What kind of system that is.'),
  subType: text('What kind of subscription it is.'),
  subscriptionStatus: oneOf('Whether it is in force.', ['Active', 'Inactive']).required(),
  assignmentDate: text('When the card got it, yyyy-MM-dd HH:mm:ss.').required(),
  assignmentStartDate: text('From when on it holds, yyyy-MM-dd HH:mm:ss.'),
  assignmentEndDate: text('Until when it holds, yyyy-MM-dd HH:mm:ss; absent: without end.'),
})

export const subscriptionDetails = query({
  name: 'subscriptionDetails',
  summary: 'List the subscriptions of a card. They are assigned by the admin group; a card without any has none.',
  callType: 'REPORTING',
  requestModel: 'SubscriptionDetailsRequest',
  responseModel: 'SubscriptionDetailsResponse',
  request: { cardNumber: id('The card.').required(6) },
  response: {
    subscriptions: list('The subscriptions, the one assigned last first.', cardSubscription).required(),
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
