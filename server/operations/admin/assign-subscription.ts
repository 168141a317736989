import { isUsable } from '../../card/guard.ts'
import { dateTime, id, oneOf, text } from '../../contract/field.ts'
import { refuse } from '../../kernel/errors.ts'
import { findCards } from '../../store/queries/card-view.sql.ts'
import { upsertSubscription } from '../../store/queries/subscription.sql.ts'
import { task } from '../operation.ts'

export const assignSubscription = task({
  name: 'assignSubscription',
  group: 'admin',
  summary: 'Give a card a subscription, or replace what is kept of one that it has. It counts as assigned now.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'AssignSubscriptionRequest',
  responseModel: 'AssignSubscriptionResponse',
  request: {
    cardNumber: id('The card.').required(6),
    subscriptionId: id('The subscription.').required(),
    externalId: text('Its identifier in the system that it comes from.').max(200),
    name: text('Its name.').max(200),
    tier: text('The tier of it that the card has.').max(200),
    sourceSystem: text('The system that it comes from.').max(200),
    systemType: text('What kind of system that is.').max(200),
    subType: text('What kind of subscription it is.').max(200),
    subscriptionStatus: oneOf('Whether it is in force.', ['Active', 'Inactive']).default('Active'),
    assignmentStartDate: dateTime('From when on it holds.'),
    assignmentEndDate: dateTime('Until when it holds; without end, when absent.'),
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
