import { command } from '../../../calls/operations/operation.ts'
import { answerTrigger, runTriggered } from '../../../calls/operations/rules/parts/triggered.ts'
import { withCard } from '../../../calls/operations/with-card.ts'
import { isUndecided } from '../../../domain/decision/need.ts'
import { id, integer, oneOf } from '../../../ground/contract/field.ts'

/**
 * Runs the rules of a segment for a card that entered or left it. Not part of the interface: only the refresh runs it.
 * The change is marked as done in the same transaction as its effects, and its id stops a second worker.
 */
export const fireSegmentRules = command({
  name: 'fireSegmentRules',
  summary: 'Run the rules of a segment for a card that entered or left it.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'FireSegmentRulesRequest',
  responseModel: 'FireSegmentRulesResponse',
  request: {
    cardNumber: id('The card.').required(6),
    segment: id('The segment.').required(),
    on: oneOf('What the card did.', ['enter', 'leave']).required(),
    seq: integer('The change.').required(),
  },
  response: { triggeredRuleCount: integer('How many rules fired.').required() },
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) =>
    withCard(context, (card) => {
      const { segment, on, seq } = context.request
      const triggered = runTriggered(card, { trigger: 'segment', segmentChange: { id: segment, on } }, context)
      if (isUndecided(triggered)) return triggered
      const response = { triggeredRuleCount: triggered.run.result.firings.length }
      const firedChanges = [seq]
      // If no rule fired, nothing happened to the card, so its history shows nothing. The record stays: the change must
      // keep its id forever, and people may ask why the rule did not fire.
      if (response.triggeredRuleCount === 0) {
        const { trace } = triggered.run
        return { kind: 'outcome', response, cards: [], postings: [], firedChanges, about: card, trace }
      }
      return { ...answerTrigger(triggered), response, firedChanges }
    }),
})
