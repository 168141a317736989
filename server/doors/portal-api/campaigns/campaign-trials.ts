import { id, integer, list, model, number, oneOf, text } from '../../../ground/contract/field.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { addDays } from '../../../storage/report/days.ts'
import { withBooks } from '../../../storage/report/report.ts'
import { compareSides, isTrial, readSides } from '../../../storage/report/trial.ts'
import { brandRoute } from '../route.ts'

const comparison = model(
  'PortalComparison',
  'Customers with a campaign, compared with those without it, per customer.',
  {
    campaign: text('The campaign.').required(),
    side: text('treated, or the variant.').required(),
    against: text('holdout, or the variant that it is compared with.').required(),
    measure: oneOf('What is compared.', ['spend', 'visits', 'margin']).required(),
    customers: integer('Customers on the side.').required(),
    customersAgainst: integer('Customers on the other one.').required(),
    mean: number('Per customer on the side.').required(),
    meanAgainst: number('Per customer on the other one.').required(),
    difference: number('How much more or less it is.').required(),
    low: number('The least that the true difference is, 19 times of 20. Absent while nothing can be said.'),
    high: number('The most.'),
    verdict: oneOf('What can be said.', ['higher', 'lower', 'unclear', 'early']).required(),
    weeks: integer('While it is unclear: about how many more weeks it takes. Absent: longer than anybody waits.'),
  },
)

/** A year is long enough for every experiment, and each takes time to read. */
const daysMax = 366

export const campaignTrials = brandRoute({
  name: 'campaignTrials',
  summary: 'What campaigns with a control group or variants brought, and how sure that is.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    campaign: id('Only of this one.'),
    days: integer('How many days, today included.').between(1, daysMax).default(daysMax),
  },
  response: {
    trials: list('The campaigns that are experiments.', text('A campaign.')).required(),
    comparisons: list('Each side against the control group or the first variant.', comparison).required(),
  },
  run: async ({ request, brand, services }) => {
    const to = formatDateTime(services.now(), brand.timeZone).slice(0, 10)
    const asked = { from: addDays(to, 1 - request.days), to, perDay: false }
    const trials = brand.document.campaigns.filter(
      (one) => isTrial(one) && (request.campaign === undefined || one.id === request.campaign),
    )
    const comparisons = await services.atLength(brand.id, (db) =>
      withBooks(db, brand, async (context) => {
        const found = []
        for (const { id: campaign } of trials) {
          const { sides } = await readSides(context, campaign, asked)
          for (const { isSoleAgainstHoldout: _, ...one } of compareSides(sides, to)) found.push({ campaign, ...one })
        }
        return found
      }),
    )
    return { trials: trials.map((one) => one.id), comparisons }
  },
})
