import { apartRulesOf } from '../../../domain/brand/rules-apart.ts'
import { flag, id, integer, list, model, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'

const discountRule = model('PortalDiscountRule', 'A rule that gives a discount, or that keeps others out.', {
  campaign: text('Its campaign.').required(),
  campaignName: text('What that is called.').required(),
  rule: text('The rule.').required(),
  name: text('What it is called.').required(),
  priority: integer("Its campaign's; lower ones run first.").required(),
  isOn: flag('Whether its campaign is switched on.').required(),
  isDiscount: flag('Whether it gives a discount.').required(),
  group: text('Of the rules of one group only the first that fires does.'),
})

/** What a discount may be kept apart from. */
export const discountRules = brandRoute({
  name: 'discountRules',
  summary:
    'Return the rules of purchases that give a discount or stand in an exclusive group, in the order of the file.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: {
    rules: list('The rules.', discountRule).required(),
    campaigns: list('All campaigns in the order of the file.', id('A campaign.')).required(),
  },
  run: async ({ brand: { document } }) => ({
    rules: document.campaigns.flatMap(apartRulesOf),
    campaigns: document.campaigns.map((one) => one.id),
  }),
})
