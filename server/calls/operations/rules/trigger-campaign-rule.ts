import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { isUndecided } from '../../../domain/decision/need.ts'
import { id, integer, list, text } from '../../../ground/contract/field.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import { checkoutKeyValue } from '../balance-models.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'
import { answerTrigger, runTriggered } from './parts/triggered.ts'

export const triggerCampaignRule = command({
  name: 'triggerCampaignRule',
  summary: 'Run one campaign rule for a card, whatever its trigger. Its conditions and limits apply as usual.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'TriggerCampaignRuleRequest',
  responseModel: 'TriggerCampaignRuleResponse',
  details: 'A rule with trigger choice fires by chooseReward alone, which gives all of it or nothing.',
  request: {
    cardNumber: id('The card.').required(6),
    campaignRuleUUID: id('The rule: its UUID as mutations name it, or campaignId/ruleId of the brand file.')
      .max(200)
      .required(),
    customKeyValues: list('Custom inputs for campaign conditions.', checkoutKeyValue),
  },
  response: {
    triggeredRuleCount: integer('1 if the rule fired, 0 if its conditions or limits did not allow it.').required(),
    sentNotifications: integer('How many messages will be sent, not counting direct ones.').required(),
    responseMessages: list('The direct messages.', text('A message.')).required(),
  },
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) =>
    withCard(context, (card) => {
      const { campaignRuleUUID: name, customKeyValues: keyValues } = context.request
      const campaigns = campaignsOf(context.brand)
      const rule = campaigns.findByUuid(name) ?? campaigns.findById(name)
      if (!rule) return refuse(118, 'There is no such campaign rule, or its campaign is not active.')
      if (rule.trigger === 'choice') return refuse(118, 'This rule waits to be chosen: call chooseReward.')
      const triggered = runTriggered(card, { trigger: rule.trigger, keyValues, only: rule }, context)
      if (isUndecided(triggered)) return triggered
      const outcome = answerTrigger(triggered)
      const triggeredRuleCount = triggered.run.result.firings.length
      return { ...outcome, response: { ...outcome.response, triggeredRuleCount } }
    }),
})
