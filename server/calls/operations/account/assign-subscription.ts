import { isUsable } from '../../../domain/card/guard.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { dateTime, id, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { listSubscriptions, upsertSubscription } from '../../../storage/store/queries/subscription.sql.ts'
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
      ? refuseField(100, 'assignmentEndDate', 'must be after assignmentStartDate')
      : undefined,
  perform: async ({ request, call, brand, db }) => {
    const { cardNumber, subscriptionId } = request
    const [found] = await findCards(db, brand.id, [cardNumber])
    if (!found) return refuse(2)
    const { card, now } = found
    if (card.status === 'Inventory' || card.status === 'Distributed') return refuse(110)
    if (!isUsable(card, now)) return refuse(112)
    const before = (await listSubscriptions(db, brand.id, card.id)).find(
      (one) => one.subscription_id === subscriptionId,
    )
    await upsertSubscription(db, brand.id, card.id, request)
    await insertAuditEntries(db, brand.id, [
      defined({
        ...originOf(call),
        action: 'subscription.assigned',
        subject: card.number,
        before: before && stateOf(subscriptionId, before.status, before.starts_at, before.ends_at),
        after: stateOf(
          subscriptionId,
          request.subscriptionStatus,
          request.assignmentStartDate,
          request.assignmentEndDate,
        ),
      }),
    ])
    return { kind: 'answer', cardId: card.id, response: { cardNumber, subscriptionId } }
  },
})

type Maybe = Instant | null | undefined

/** Names and ids of other systems stay out: they may be those of a person. */
function stateOf(subscriptionId: string, status: string, starts: Maybe, ends: Maybe) {
  const at = (instant: Maybe) => (instant == null ? undefined : formatDateTime(instant))
  return defined({ subscriptionId, status, starts: at(starts), ends: at(ends) })
}
