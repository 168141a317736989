import { command } from '../../../calls/operations/operation.ts'
import type { Card } from '../../../domain/card/card.ts'
import { channelKinds } from '../../../domain/channel/channel-user.ts'
import { userOfCustomer } from '../../../domain/channel/customer-user.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { id, integer, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import { type DueCardRequest, dueCardRequest, dueCardTouches } from '../expiry/due-card.ts'

interface BounceRequest extends DueCardRequest {
  readonly channel: 'email' | 'phone'
  readonly userKey: string
  readonly eventType: 'BOUNCED' | 'UNBOUNCED'
  readonly happenedAt: number
  readonly reason?: string
}

/**
 * Not listed with the operations, so that only the bounces job can run it. It ignores the status of the card and the
 * lock of a checkout: messages bounce regardless.
 */
export const logBounce = command({
  name: 'logBounce',
  summary: 'Log that messages to the customer of a card bounce, or no longer bounce.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'LogBounceRequest',
  responseModel: 'LogBounceResponse',
  request: {
    ...dueCardRequest,
    channel: oneOf('The kind of channel.', channelKinds).required(),
    userKey: id('The address or number.').max(320).required(),
    eventType: oneOf('Which of both.', ['BOUNCED', 'UNBOUNCED']).required(),
    happenedAt: integer('When it happened.').required(),
    reason: text('What the notice said.'),
  },
  response: {},
  touches: dueCardTouches,
  decide: (context) => {
    const { cardNumber: root, childCardNumber: child, userKey } = context.request
    const subject = context.card(root)
    if (!subject) return refuse(2)
    const card = child === undefined ? subject : context.child({ root, child })
    if (!card) return refuse(129)
    const { account } = context.past(card.id)
    if (!account) return { kind: 'needs', needs: [{ kind: 'facts', card: card.id, facts: [{ kind: 'account' }] }] }
    // The customer is now reached at another address or number, so this bounce does not concern them.
    if (userOfCustomer(context.request.channel, account.customer)?.key !== userKey) return nothing
    return logged(subject, card, context)
  },
})

type Response = Record<string, never>

const nothing: Decision<Response> = { kind: 'outcome', response: {}, cards: [], postings: [], unrecorded: true }

function logged(subject: Card, card: Card, { request }: DecisionContext<BounceRequest>): Decision<Response> {
  const { channel, eventType, happenedAt, reason } = request
  const event = defined({
    cardId: card.id,
    eventType,
    categoryId: channel === 'email' ? 'email' : 'sms',
    happenedAt,
    payload: reason,
  })
  const about = subject === card ? { cards: [card] } : { child: card, cards: [subject, card] }
  return { kind: 'outcome', response: {}, subject, ...about, postings: [], events: [event] }
}
