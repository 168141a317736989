import type { Brand } from '../brand/brand.ts'
import { heldOutSide } from '../brand/rules/experiment.ts'
import { readNow } from '../database/clock.sql.ts'
import { formatDateTime } from '../kernel/time.ts'
import { compare, customersMin, customersNeeded, type Sample, sampleOf } from '../lift/compare.ts'
import { costOf } from './campaign-cost.ts'
import { listRuleSums } from './campaign-results.sql.ts'
import { titlesOf } from './grouping.ts'
import { countSales, type SideSums, sumSides } from './lift.sql.ts'
import { listOriginSums } from './origin-day.sql.ts'
import { ratesOf } from './rates.ts'
import type { Asked, Report, ReportContext } from './report.ts'
import { countColumn, numberColumn, type ReportTable, type Row, textColumn } from './report-table.ts'

/** What campaigns with a hold-out or variants really brought: docs/lift.md. */
export const liftReport: Report = {
  name: 'lift',
  about: 'what campaigns with a hold-out or variants brought: spend, visits and margin per customer on each side',
  over: 'period',
  by: [],
  run: async (context, asked) => {
    const { db, brand, books } = context
    const trials = brand.document.campaigns.filter(({ holdout, variants }) => (holdout ?? 0) > 0 || variants)
    const today = formatDateTime(await readNow(db), brand.timeZone).slice(0, 10)
    const lastDay = asked.to < today ? asked.to : today
    const costs = await findCosts(context, asked)
    const titles = titlesOf(brand)
    const rows: Row[] = []
    const drawn: string[] = []
    for (const { id } of trials) {
      const name = titles.campaign(id)
      const every = Math.ceil((await countSales(db, books, id, asked.to)) / salesMax) || 1
      const { from, to } = asked
      const sides = await sumSides(db, books, { campaign: id, from, to, rates: ratesOf(brand), every })
      if (every > 1)
        drawn.push(`Of ${name}, one customer in ${every} is looked at: it has more than ${salesMax} sales.`)
      rows.push(...rowsOf(sides, { name, lastDay, cost: costs.get(id) ?? 0, every }))
    }
    return tableOf(brand, asked, rows, drawn)
  },
}

/** So many sales are read in about a second. */
const salesMax = 50_000

async function findCosts({ db, brand, books }: ReportContext, asked: Asked): Promise<Map<string, number>> {
  return costOf(
    brand,
    await listRuleSums(db, books, asked),
    await listOriginSums(db, books, { ...asked, hasPlace: false, hasRule: true }),
  )
}

const measures = [
  ['spend', 'spend', 'spend_squared'],
  ['visits', 'visits', 'visits_squared'],
  ['margin', 'margin', 'margin_squared'],
] as const

interface Trial {
  readonly name: string
  readonly lastDay: string
  readonly cost: number
  readonly every: number
}

/** Each side against the hold-out; without one, each variant against the first by name. */
function rowsOf(sides: readonly SideSums[], trial: Trial): Row[] {
  const control = sides.find(({ side }) => side === heldOutSide) ?? sides[0]
  if (!control) return []
  const others = sides.filter((one) => one !== control)
  const hasCost = sides.some(({ has_cost }) => has_cost)
  // What the campaign cost is known for all its customers together, not for each variant.
  const cost = others.length === 1 && control.side === heldOutSide ? { cost: trial.cost.toFixed(2) } : {}
  return others.flatMap((side) =>
    measures
      .filter(([measure]) => measure !== 'margin' || hasCost)
      .map(([measure, sum, squares]) => {
        const samples = [side, control].map((one) => sampleOf(one.customers, one[sum], one[squares]))
        const days = daysBetween(side.since < control.since ? side.since : control.since, trial.lastDay)
        return {
          campaign: trial.name,
          side: side.side,
          against: control.side,
          measure,
          ...figures(samples as [Sample, Sample], days),
          ...(measure !== 'visits' && {
            gained: (((samples[0]?.mean ?? 0) - (samples[1]?.mean ?? 0)) * side.customers * trial.every).toFixed(2),
            ...cost,
          }),
        }
      }),
  )
}

function figures([treated, control]: readonly [Sample, Sample], days: number): Row {
  const { difference, low, high, verdict } = compare(treated, control)
  const isEarly = verdict === 'early'
  return {
    customers: String(treated.customers),
    customersAgainst: String(control.customers),
    mean: treated.mean.toFixed(2),
    meanAgainst: control.mean.toFixed(2),
    difference: difference.toFixed(2),
    ...(!isEarly && Number.isFinite(low) && { low: low.toFixed(2), high: high.toFixed(2) }),
    ...verdictCells(verdict, verdict === 'unclear' ? customersNeeded(treated, control) : undefined, days),
  }
}

function verdictCells(verdict: string, factor: number | undefined, days: number): Row {
  const weeks = weeksLeft(factor, days)
  const words = new Map([
    ['early', `too early: fewer than ${customersMin} customers on a side`],
    ['unclear', `not yet distinguishable: ${waitWords(factor, days)}`],
  ])
  return {
    verdict: words.get(verdict) ?? verdict,
    verdictWord: verdict,
    ...(weeks !== undefined && { verdictWeeks: String(weeks) }),
  }
}

/** Customers come as they came so far. */
export function waitWords(factor: number | undefined, days: number): string {
  const weeks = weeksLeft(factor, days)
  if (weeks === undefined) return 'at this rate, not for a long time'
  return `about ${weeks} more ${weeks === 1 ? 'week' : 'weeks'}`
}

const weeksLeft = (factor: number | undefined, days: number) =>
  factor === undefined ? undefined : Math.max(1, Math.ceil(((factor - 1) * days) / 7))

const dayMs = 86_400_000

const daysBetween = (from: string, to: string) => Math.max(1, (Date.parse(to) - Date.parse(from)) / dayMs + 1)

function tableOf(brand: Brand, { from, to }: Asked, rows: readonly Row[], drawn: readonly string[]): ReportTable {
  return {
    title: `Lift of the campaigns of ${brand.name}, ${from} to ${to}, in ${brand.currency}`,
    notes: [
      'Per customer: spend after discounts, visits, and margin of the products whose cost was given (unitCost).',
      'The interval has the true difference in it 19 times of 20, however often one looks: docs/lift.md.',
      'Gained: the difference times the customers. Cost: discounts and currency given, which spend and margin are net of only',
      'as far as they are discounts.',
    ],
    remarks: drawn,
    columns: [
      textColumn('campaign', 'Campaign'),
      textColumn('side', 'Side'),
      textColumn('against', 'Against'),
      textColumn('measure', 'Measure'),
      countColumn('customers', 'Customers', { total: undefined }),
      countColumn('customersAgainst', 'Against', { total: undefined }),
      numberColumn('mean', 'Per customer'),
      numberColumn('meanAgainst', 'Against'),
      numberColumn('difference', 'Difference'),
      numberColumn('low', 'From'),
      numberColumn('high', 'To'),
      textColumn('verdict', 'Verdict'),
      numberColumn('gained', 'Gained'),
      numberColumn('cost', 'Cost'),
    ],
    rows,
    chart: {
      kind: 'spans',
      along: ['campaign', 'side'],
      of: ['low', 'high', 'difference'],
      only: { measure: 'spend' },
    },
  }
}
