import { valueTitle } from '../../../domain/brand/value-names.ts'
import { id, integer, list, model, number, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import type { CampaignFigures } from '../../../storage/report/campaign-figures.ts'
import { readCampaignFigures } from '../../../storage/report/campaign-figures.ts'
import { addDays } from '../../../storage/report/days.ts'
import { withBooks } from '../../../storage/report/report.ts'
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

const variantResult = model('PortalVariantResult', 'What the rules of a variant did.', {
  variant: text('The variant. Absent: the rules that are for all of them.'),
  fired: integer('Calls in which one of its rules gave something. Absent: too many to count.'),
  customers: integer('Customers to whom. Absent: too many to count.'),
  cost: number("Discounts and money given, in the brand's currency.").required(),
  values: list('What it gave, by kind.', valueGiven).required(),
})

export const campaignResults = brandRoute({
  name: 'campaignResults',
  summary: 'What a campaign and each of its rules did on the last days, and what is left of its budgets.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
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
    variants: list('What each variant did. Empty: it has none.', variantResult).required(),
    budgets: list('Its budgets and those of its rules.', budgetModel).required(),
  },
  run: async ({ request, brand, services }) => {
    const { campaign, days } = request
    const to = formatDateTime(services.now(), brand.timeZone).slice(0, 10)
    const asked = { from: addDays(to, 1 - days), to, perDay: false }
    const hasVariants = brand.document.campaigns.find((one) => one.id === campaign)?.variants !== undefined
    const [whole, byRule, byVariant] = await services.atLength(brand.id, (db) =>
      withBooks(db, brand, async (context) => [
        await readCampaignFigures(context, asked),
        await readCampaignFigures(context, { ...asked, by: 'rule' }),
        hasVariants ? await readCampaignFigures(context, { ...asked, by: 'variant' }) : undefined,
      ]),
    )
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
      variants: byVariant ? variantsOf(campaign, byVariant) : [],
      budgets: await readBudgets(services.pool, brand, campaign),
    })
  },
})

/** The variants by name, then what is for all of them. */
function variantsOf(campaign: string, { figures, isCounted, costs }: Awaited<ReturnType<typeof readCampaignFigures>>) {
  const own = figures.filter(({ id: name }) => name.startsWith(`${campaign}/@`))
  return own
    .map(({ id: name, customers, values, ...calls }) => {
      const fired = isCounted ? calls.fired : undefined
      const variant = name.slice(campaign.length + 2)
      const cost = costs.get(name) ?? 0
      return defined({
        variant: variant === '' ? undefined : variant,
        fired,
        customers,
        cost,
        values: values.map(shown),
      })
    })
    .toSorted((a, b) => ((a.variant ?? '\uffff') < (b.variant ?? '\uffff') ? -1 : 1))
}

function shown({ valueType, given, redeemed }: CampaignFigures['values'][number]) {
  const { balanceType, balanceCode, scale } = valueType
  const currency = balanceType === 'Currency' ? balanceCode : undefined
  return defined({ name: valueTitle(valueType), balanceType, currency, scale, given, redeemed })
}
