import type { Card } from '../card/card.ts'
import { id, integer, list, oneOf, text } from '../contract/field.ts'
import { seeingAccount } from './account/account-rules.ts'
import { command, type DecisionContext } from './operation.ts'
import { applyWord, findWord } from './opt-in-words.ts'
import { answerCounted, runTriggered } from './triggered.ts'
import { withCard } from './with-card.ts'

interface Message {
  readonly message: string
  readonly channel: 'sms' | 'email' | 'push'
}

export const processMessage = command({
  name: 'processMessage',
  summary:
    'Take a message that a customer wrote, and run the campaign rules with trigger message for the card. Their facts are message.text and message.channel. An SMS that is YES or Y confirms the opt-ins that wait for it; STOP, STOPALL, UNSUBSCRIBE, OPT OUT, REVOKE, END, QUIT and CANCEL end the opt-in and those of all lists; START and UNSTOP take that back. Upper and lower case, blanks and punctuation make no difference.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'ProcessMessageRequest',
  responseModel: 'ProcessMessageResponse',
  request: {
    message: text('What the customer wrote.').max(10_000).required(),
    cardNumber: id('The card of the customer.').required(6),
    channel: oneOf('How it came in.', ['sms', 'email', 'push']).default('sms'),
  },
  response: {
    triggeredRuleCount: integer('How many rules fired.').required(),
    sentNotifications: integer('How many messages are sent; direct ones are not counted.').required(),
    responseMessages: list('The direct messages: what to answer the customer.', text('A message.')).required(),
    smsOptIn: oneOf('What became of the opt-in to SMS; absent when the message did not change it.', [
      'confirmed',
      'ended',
    ]),
  },
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) => withCard(context, (card) => decideMessage(card, context)),
})

function decideMessage(card: Card, context: DecisionContext<Message>) {
  const { message, channel } = context.request
  const word = channel === 'sms' ? findWord(message) : undefined
  const { account } = context.past(card.id)
  if (word && !account) {
    return {
      kind: 'needs' as const,
      needs: [{ kind: 'facts' as const, card: card.id, facts: [{ kind: 'account' as const }] }],
    }
  }
  const changed = word && account ? applyWord(account, word) : account
  const triggering = { trigger: 'message', message: { text: message, channel } } as const
  const triggered = runTriggered(card, triggering, changed ? seeingAccount(context, { account: changed }) : context)
  if ('kind' in triggered) return triggered
  const outcome = answerCounted(triggered)
  if (changed === account) return outcome
  const smsOptIn = word === 'end' ? ('ended' as const) : ('confirmed' as const)
  const accounts = [...triggered.run.happened.accounts.values()]
  return { ...outcome, accounts, response: { ...outcome.response, smsOptIn } }
}
