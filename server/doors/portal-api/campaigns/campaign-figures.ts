import { integer, list, model, number, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { readCampaignFigures } from '../../../storage/report/campaign-figures.ts'
import { addDays } from '../../../storage/report/days.ts'
import { withBooks } from '../../../storage/report/report.ts'
import { brandRoute } from '../route.ts'
import { budgetModel, readBudgets } from './budgets.ts'

const figures = model('PortalCampaignFigures', 'What a campaign did.', {
  id: text('The campaign.').required(),
  fired: integer('Calls in which it gave something.').required(),
  customers: integer('Customers whom it gave something. Absent if there are too many to count.'),
  cost: number("Discounts and money given, in the brand's currency.").required(),
})

export const campaignFigures = brandRoute({
  name: 'campaignFigures',
  summary: 'What each campaign did on the last days, and what is left of its budgets.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
  request: { days: integer('How many days, today included.').between(1, 366).default(30) },
  response: {
    campaigns: list('Those that did anything.', figures).required(),
    budgets: list('The budgets of all campaigns.', budgetModel).required(),
  },
  run: async ({ request, brand, services }) => {
    const to = formatDateTime(services.now(), brand.timeZone).slice(0, 10)
    const asked = { from: addDays(to, 1 - request.days), to, perDay: false }
    const read = await services.atLength(brand.id, (db) =>
      withBooks(db, brand, (context) => readCampaignFigures(context, asked)),
    )
    const campaigns = read.figures
      .filter(({ id }) => id !== '')
      .map(({ id, fired, customers }) => defined({ id, fired, customers, cost: read.costs.get(id) ?? 0 }))
    return { campaigns, budgets: await readBudgets(services.pool, brand) }
  },
})
