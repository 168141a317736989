import type { Card } from '../../card/card.ts'
import { channelKinds } from '../../channel/channel-user.ts'
import { userOfCustomer } from '../../channel/customer-user.ts'
import { id, integer, oneOf, text } from '../../contract/field.ts'
import type { Decision, DecisionContext } from '../../decision/decision.ts'
import { defined } from '../../kernel/defined.ts'
import { refuse } from '../../kernel/errors.ts'
import { command } from '../../operations/operation.ts'
import { type DueCardRequest, dueCardRequest, dueCardTouches } from '../expiry/due-card.ts'

interface BounceRequest extends DueCardRequest {
  readonly channel: 'email' | 'phone'
  readonly userKey: string
  readonly eventType: 'BOUNCED' | 'UNBOUNCED'
  readonly happenedAt: number
  readonly reason?: string
}

/**
 * Not listed with the operations, so that nobody can call it: the job of bounces does. It asks neither for the status of
 * the card nor for a checkout's lock: mail comes back all the same.
 */
export const logBounce = command({
  name: 'logBounce',
  summary: 'Log that messages to the customer of a card come back, or arrive again.',
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
    // Messages to the customer go elsewhere: they have another number besides, or another address by now.
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
