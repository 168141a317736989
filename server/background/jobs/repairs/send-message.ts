import { command } from '../../../calls/operations/operation.ts'
import { withCard } from '../../../calls/operations/with-card.ts'
import { id, oneOf, text } from '../../../ground/contract/field.ts'

/** Stands in for the rule of such messages. No rule can have this name, because rule names contain a slash. */
const repairRule = 'repair'

/**
 * Puts a message for the customer of a card into the outbox. Only the repairs job runs it. Whether the customer may get it
 * is seen to when it is sent, as of any other message.
 */
export const sendMessage = command({
  name: 'sendRepairMessage',
  summary: 'Send the customer of a card a message about a mistake of a campaign.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'SendRepairMessageRequest',
  responseModel: 'SendRepairMessageResponse',
  request: {
    cardNumber: id('The card.').required(),
    channel: oneOf('How.', ['email', 'sms', 'push', 'webhook']).required(),
    template: id('The template.').required(),
    subject: text('The subject.').max(1_000),
    text: text('The text.').max(100_000).required(),
    html: text('The text as HTML.').max(500_000),
  },
  response: {},
  touches: ({ cardNumber }) => ({ cards: [cardNumber] }),
  decide: (context) =>
    withCard(context, (card) => {
      const { cardNumber: _, ...message } = context.request
      const messages = [{ ...message, cardId: card.id, rule: repairRule }]
      return { kind: 'outcome', response: {}, subject: card, cards: [card], postings: [], messages }
    }),
})
