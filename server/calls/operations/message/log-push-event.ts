import { pushEventNames } from '../../../domain/brand/event-type.ts'
import { dateTime, id, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { day } from '../../../ground/kernel/time.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'

/** Clocks of phones are wrong by hours, but not by days. */
const farthestAhead = day

export const logPushEvent = command({
  name: 'logPushEvent',
  summary: "Record what happened to a push message on the customer's phone.",
  details:
    'It becomes an event of type PUSH with the eventName as its categoryId. search returns it, and the facts event.count and event.daysSinceLast count it.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'LogPushEventRequest',
  responseModel: 'LogPushEventResponse',
  request: {
    cardNumber: id('The card.').required(6),
    eventName: oneOf('What happened to the message.', pushEventNames).required(),
    messageId: id(
      "The message: the messageId of communicationActivity, or the sender's own identifier. It is kept as it is.",
    ),
    eventDate: dateTime('When it happened. At most a day ahead. Absent: now.'),
    payload: text('Anything to keep with the event, such as the button that was pressed.'),
  },
  response: {},
  touches: ({ cardNumber }) => ({ cards: [cardNumber] }),
  decide: (context) =>
    withCard(context, (card) => {
      const { eventName, messageId, eventDate: happenedAt = context.now, payload } = context.request
      if (happenedAt > context.now + farthestAhead) return refuseField(100, 'eventDate', 'must not lie in the future')
      const event = defined({
        cardId: card.id,
        eventType: 'PUSH',
        categoryId: eventName,
        specificId: messageId,
        happenedAt,
        payload,
      })
      return { kind: 'outcome', response: {}, subject: card, cards: [card], postings: [], events: [event] }
    }),
})
