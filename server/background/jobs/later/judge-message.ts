import { command } from '../../../calls/operations/operation.ts'
import { stillHolds } from '../../../calls/operations/rules/parts/still-holds.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import type { LoggedEvent } from '../../../domain/campaign/kept-effects.ts'
import type { Card } from '../../../domain/card/card.ts'
import { isUsable } from '../../../domain/card/guard.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import type { SettledMessage } from '../../../domain/decision/outcome.ts'
import type { Touches } from '../../../domain/decision/touches.ts'
import { id, integer, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuse } from '../../../ground/kernel/errors.ts'

/** The message is now on its way, is not sent, or its card is between two holders and it has to wait. */
export type LaterResult = 'due' | 'notSent' | 'waits'

interface JudgeRequest {
  readonly cardNumber?: string
  readonly childCardNumber?: string
  readonly requestRef: string
  readonly line: number
  readonly rule: string
  readonly happenedAt: number
  readonly recipient?: number
  readonly events?: string
}

/**
 * Decides whether a message that was to be sent later is sent. Not an operation of the interface: only the job runs it.
 * It changes nothing but the message, so neither the lock of a checkout nor the history of the card is concerned.
 */
export const judgeMessage = command({
  name: 'judgeMessage',
  summary: 'Decide whether a message that was to be sent later is sent.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'JudgeMessageRequest',
  responseModel: 'JudgeMessageResponse',
  request: {
    cardNumber: id('The card of the call.'),
    childCardNumber: id('The child card that the call was about.'),
    requestRef: id('The call that promised the message.').required(),
    line: integer('Its place among the messages of that call.').required(),
    rule: text('campaignId/ruleId.').required(),
    happenedAt: integer('When the rule fired.').required(),
    recipient: integer('The card that it goes to.'),
    events: text('The events of the call that the rule had seen, as JSON.'),
  },
  response: { result: text('due, notSent or waits.').required() },
  touches: ({ cardNumber, childCardNumber, requestRef }): Touches => {
    const named = { requests: [requestRef], queue: requestRef }
    if (cardNumber === undefined) return named
    return childCardNumber === undefined
      ? { ...named, cards: [cardNumber] }
      : { ...named, children: [{ root: cardNumber, child: childCardNumber }] }
  },
  decide: (context) => {
    const { cardNumber, childCardNumber } = context.request
    if (cardNumber === undefined) return judge({}, context)
    const root = context.card(cardNumber)
    if (!root) return refuse(2)
    if (childCardNumber === undefined) return judge({ root }, context)
    const child = context.child({ root: cardNumber, child: childCardNumber })
    return child ? judge({ root, child }, context) : refuse(129)
  },
})

interface Cards {
  readonly root?: Card
  readonly child?: Card
}

type Response = { readonly result: LaterResult }

function judge(cards: Cards, context: DecisionContext<JudgeRequest>): Decision<Response> {
  const { request, brand, now, pastRequest } = context
  const { requestRef: ref, happenedAt } = request
  if (pastRequest(ref)?.voidedBy !== undefined) return settled('voided', context)
  const rule = campaignsOf(brand).findById(request.rule)
  if (!rule) return settled('ruleOff', context)
  const held = Object.values(cards) as Card[]
  // Whoever gets what the card had becomes its heir, and is judged then.
  if (held.some(({ status }) => status === 'Transfer')) return outcomeOf('waits')
  if (held.some((card) => !isUsable(card, now))) return settled('cardInactive', context)
  const seenEvents = JSON.parse(request.events ?? '[]') as readonly LoggedEvent[]
  const holds = stillHolds({ ...cards, rule, ref, happenedAt, seenEvents }, context)
  if (typeof holds === 'object') return holds
  return settled(holds ? undefined : 'conditionFailed', context)
}

function settled(reason: SettledMessage['reason'], { request }: DecisionContext<JudgeRequest>): Decision<Response> {
  const { requestRef: ref, line, recipient: cardId } = request
  return { ...outcomeOf(reason ? 'notSent' : 'due'), settledMessages: [defined({ ref, line, cardId, reason })] }
}

const outcomeOf = (result: LaterResult) =>
  ({ kind: 'outcome', response: { result }, cards: [], postings: [], unrecorded: true }) as const
