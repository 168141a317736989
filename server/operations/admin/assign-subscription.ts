import { isUsable } from '../../card/guard.ts'
import { dateTime, id, oneOf, text } from '../../contract/field.ts'
import { refuse } from '../../kernel/errors.ts'
import { findCards } from '../../store/queries/card-view.sql.ts'
import { upsertSubscription } from '../../store/queries/subscription.sql.ts'
import { task } from '../operation.ts'

export const assignSubscription = task({
  name: 'assignSubscription',
  group: 'admin',
  summary: 'Assign a subscription to a card, or replace the details of one it has. It counts as assigned now.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'AssignSubscriptionRequest',
  responseModel: 'AssignSubscriptionResponse',
  request: {
    cardNumber: id('The card.').required(6),
    subscriptionId: id('The subscription.').required(),
    externalId: text('Its identifier in the system it comes from.').max(200),
    name: text('Its name.').max(200),
    tier: text("The card's tier of the subscription.").max(200),
    sourceSystem: text('The system it comes from.').max(200),
    systemType: text('The type of that system.').max(200),
    subType: text('The type of subscription.').max(200),
    subscriptionStatus: oneOf('Whether it is in force.', ['Active', 'Inactive']).default('Active'),
    assignmentStartDate: dateTime('When it begins.'),
    assignmentEndDate: dateTime('When it ends. Absent: never.'),
  },
  response: { cardNumber: text('The card.').required(), subscriptionId: text('The subscription.').required() },
  check: ({ assignmentStartDate: start, assignmentEndDate: end }) =>
    start !== undefined && end !== undefined && end <= start
      ? refuse(100, 'assignmentEndDate: must be after assignmentStartDate')
      : undefined,
  perform: async ({ request, brand, db }) => {
    const { cardNumber, subscriptionId } = request
    const [found] = await findCards(db, brand.id, [cardNumber])
    if (!found) return refuse(2)
    const { card, now } = found
    if (card.status === 'Inventory' || card.status === 'Distributed') return refuse(110)
    if (!isUsable(card, now)) return refuse(112)
    await upsertSubscription(db, brand.id, card.id, request)
    return { kind: 'answer', cardId: card.id, response: { cardNumber, subscriptionId } }
  },
})
