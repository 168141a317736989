import { isUndecided } from '../../../domain/decision/need.ts'
import { decimal, id, integer, list, text } from '../../../ground/contract/field.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'
import { answerCounted, runTriggered } from './parts/triggered.ts'

export const triggerReferRewards = command({
  name: 'triggerReferRewards',
  summary: 'Run the campaign rules with trigger refer for a card that referred others.',
  details: 'The rules see the facts referral.checkouts and referral.total.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'TriggerReferRewardsRequest',
  responseModel: 'TriggerReferRewardsResponse',
  request: {
    cardNumber: id('The card of the customer who referred others.').required(6),
    checkoutCount: integer('How many checkouts the referred customers had.').between(0, 1_000_000).required(),
    checkoutTotalSum: decimal("What they spent in these checkouts, in the location's currency.")
      .between(0, 1_000_000_000)
      .required(),
  },
  response: {
    triggeredRuleCount: integer('How many rules fired.').required(),
    sentNotifications: integer('How many messages will be sent, not counting direct ones.').required(),
    responseMessages: list('The direct messages.', text('A message.')).required(),
  },
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) =>
    withCard(context, (card) => {
      const { checkoutCount, checkoutTotalSum } = context.request
      const referral = { checkouts: checkoutCount, total: checkoutTotalSum }
      const triggered = runTriggered(card, { trigger: 'refer', referral }, context)
      return isUndecided(triggered) ? triggered : answerCounted(triggered)
    }),
})
