import { isUndecided } from '../../../domain/decision/need.ts'
import { id, integer, list, text } from '../../../ground/contract/field.ts'
import { checkoutKeyValue } from '../balance-models.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'
import { answerTrigger, runTriggered } from './parts/triggered.ts'

export const triggerCustomCampaigns = command({
  name: 'triggerCustomCampaigns',
  summary: 'Run the campaign rules with trigger custom for a card.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'TriggerCustomCampaignRequest',
  responseModel: 'TriggerCustomCampaignResponse',
  request: {
    cardNumber: id('The card.').required(6),
    customKeyValues: list('Custom inputs for campaign conditions.', checkoutKeyValue),
  },
  response: {
    sentNotifications: integer('How many messages will be sent, not counting direct ones.').required(),
    responseMessages: list('The direct messages.', text('A message.')).required(),
  },
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) =>
    withCard(context, (card) => {
      const triggered = runTriggered(card, { trigger: 'custom', keyValues: context.request.customKeyValues }, context)
      return isUndecided(triggered) ? triggered : answerTrigger(triggered)
    }),
})
