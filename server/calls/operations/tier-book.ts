import { lockOf } from '../../domain/card/card.ts'
import { isUsable } from '../../domain/card/guard.ts'
import { isUndecided } from '../../domain/decision/need.ts'
import { id } from '../../ground/contract/field.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import { command } from './operation.ts'
import { answerTrigger, runTriggered } from './rules/parts/triggered.ts'

/**
 * Books that the time of a card's level is over, whatever its status, and runs the rules for what that leads to. Not
 * listed with the operations: only the job runs it, and the engine before a call that comes sooner than the job. While a
 * checkout has the card, it waits (113).
 */
export const bookTier = command({
  name: 'bookTier',
  summary: 'Book that the level of a card is over or kept.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'BookTierRequest',
  responseModel: 'BookTierResponse',
  request: { cardNumber: id('The card.').required() },
  response: {},
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) => {
    const card = context.card(context.request.cardNumber)
    if (!card) return refuse(2)
    if (lockOf(card, context.now)) return refuse(113)
    const wish = { tierWish: { kind: 'due' } } as const
    if (!context.tier?.move || !isUsable(card, context.now))
      return { kind: 'outcome', response: {}, subject: card, cards: [card], postings: [], ...wish }
    const triggered = runTriggered(card, { trigger: 'tier' }, context)
    if (isUndecided(triggered)) return triggered
    return { ...answerTrigger(triggered), response: {}, ...wish }
  },
})
