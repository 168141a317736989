import { id, integer, list, model, number, oneOf, text } from '../../contract/field.ts'
import { defined } from '../../kernel/defined.ts'
import { formatDateTime } from '../../kernel/time.ts'
import type { CampaignFigures } from '../../report/campaign-figures.ts'
import { readCampaignFigures } from '../../report/campaign-figures.ts'
import { addDays } from '../../report/days.ts'
import { withBooks } from '../../report/report.ts'
import { brandRoute } from '../route.ts'
import { budgetModel, readBudgets } from './budgets.ts'

const valueGiven = model('PortalValueGiven', 'What was given of a kind of value, and spent of it later.', {
  name: text('What it is called.').required(),
  balanceType: oneOf('What kind it is.', ['Currency', 'Points', 'Punches', 'Custom']).required(),
  currency: text('With Currency: which one.'),
  scale: integer('Digits after the point.').required(),
  given: number('What was given.').required(),
  redeemed: number('What was spent of whatever the campaign ever gave.').required(),
})

const ruleResult = model('PortalRuleResult', 'What a rule did.', {
  rule: text('The rule.').required(),
  fired: integer('How often it gave something.').required(),
  customers: integer('To how many customers.'),
})

export const campaignResults = brandRoute({
  name: 'campaignResults',
  summary: 'What a campaign and each of its rules did on the last days, and what is left of its budgets.',
  permission: 'reports.see',
  isOfWholeBrand: true,
  request: {
    campaign: id('The campaign.').required(),
    days: integer('How many days, today included.').between(1, 366).default(30),
  },
  response: {
    fired: integer('Calls in which it gave something.').required(),
    visits: integer('Those of them that are purchases.').required(),
    customers: integer('Customers whom it gave something.'),
    cost: number("Discounts and money given, in the brand's currency.").required(),
    values: list('What it gave, by kind.', valueGiven).required(),
    rules: list('What each rule did.', ruleResult).required(),
    budgets: list('Its budgets and those of its rules.', budgetModel).required(),
  },
  run: async ({ request, brand, room }) => {
    const { campaign, days } = request
    const to = formatDateTime(room.now(), brand.timeZone).slice(0, 10)
    const asked = { from: addDays(to, 1 - days), to, perDay: false }
    const [whole, byRule] = await withBooks(room.pool, brand, async (context) => [
      await readCampaignFigures(context, asked),
      await readCampaignFigures(context, { ...asked, by: 'rule' }),
    ])
    const own = whole.figures.find((one) => one.id === campaign)
    const rules = byRule.figures.flatMap(({ id: rule, fired, customers }) => {
      const [owner, name = ''] = rule.split('/')
      return owner === campaign && name !== '' ? [defined({ rule: name, fired, customers })] : []
    })
    rules.sort((a, b) => (a.rule < b.rule ? -1 : 1))
    return defined({
      fired: own?.fired ?? 0,
      visits: own?.visits ?? 0,
      customers: own ? own.customers : 0,
      cost: whole.costs.get(campaign) ?? 0,
      values: own?.values.map(shown) ?? [],
      rules,
      budgets: await readBudgets(room.pool, brand, campaign),
    })
  },
})

function shown({ valueType, given, redeemed }: CampaignFigures['values'][number]) {
  const { balanceType, balanceCode, display, scale } = valueType
  const currency = balanceType === 'Currency' ? balanceCode : undefined
  return defined({ name: display ?? (balanceCode || balanceType), balanceType, currency, scale, given, redeemed })
}
