import type { Brand } from '../../domain/brand/brand.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import { formatDateTime } from '../../ground/kernel/time.ts'
import { costOf } from './campaign-cost.ts'
import { listRuleSums } from './campaign-results.sql.ts'
import { customersMin } from './compare-lift.ts'
import { titlesOf } from './grouping.ts'
import type { SideSums } from './lift.sql.ts'
import { listOriginSums } from './origin-day.sql.ts'
import { remarksIn } from './remarks.ts'
import type { AskedDays, Report, ReportContext } from './report.ts'
import { countColumn, type FigureRow, numberColumn, type ReportTable, textColumn } from './report-table.ts'
import { compareSides, isTrial, readSides, type SideComparison, salesMax } from './trial.ts'

/** What campaigns with a hold-out or variants really brought: docs/lift.md. */
export const liftReport: Report = {
  name: 'lift',
  about: 'what campaigns with a hold-out or variants brought: spend, visits and margin per customer on each side',
  over: 'period',
  by: [],
  run: async (context, asked) => {
    const { db, brand } = context
    const trials = brand.document.campaigns.filter(isTrial)
    const today = formatDateTime(await readNow(db), brand.timeZone).slice(0, 10)
    const lastDay = asked.to < today ? asked.to : today
    const costs = await findCosts(context, asked)
    const titles = titlesOf(brand)
    const rows: FigureRow[] = []
    const drawn: string[] = []
    for (const { id } of trials) {
      const name = titles.campaign(id)
      const { sides, every } = await readSides(context, id, asked)
      if (every > 1) drawn.push(remarksIn(asked.language).drawn(name, every, salesMax))
      rows.push(...rowsOf(sides, { name, lastDay, cost: costs.get(id) ?? 0, every }))
    }
    return tableOf(brand, asked, rows, drawn)
  },
}

async function findCosts({ db, brand, books }: ReportContext, asked: AskedDays): Promise<Map<string, number>> {
  return costOf(
    brand,
    await listRuleSums(db, books, asked),
    await listOriginSums(db, books, { ...asked, hasPlace: false, hasRule: true }),
  )
}

interface Trial {
  readonly name: string
  readonly lastDay: string
  readonly cost: number
  readonly every: number
}

function rowsOf(sides: readonly SideSums[], trial: Trial): FigureRow[] {
  return compareSides(sides, trial.lastDay).map((one) => ({
    campaign: trial.name,
    side: one.side,
    against: one.against,
    measure: one.measure,
    ...figures(one),
    ...(one.measure !== 'visits' && {
      gained: (one.difference * one.customers * trial.every).toFixed(2),
      // What the campaign cost is known for all its customers together, not for each variant.
      ...(one.isSoleAgainstHoldout && { cost: trial.cost.toFixed(2) }),
    }),
  }))
}

function figures({
  customers,
  customersAgainst,
  mean,
  meanAgainst,
  difference,
  low,
  high,
  ...more
}: SideComparison): FigureRow {
  const { verdict, weeks } = more
  return {
    customers: String(customers),
    customersAgainst: String(customersAgainst),
    mean: mean.toFixed(2),
    meanAgainst: meanAgainst.toFixed(2),
    difference: difference.toFixed(2),
    ...(low !== undefined && high !== undefined && { low: low.toFixed(2), high: high.toFixed(2) }),
    ...verdictCells(verdict, weeks),
  }
}

function verdictCells(verdict: string, weeks: number | undefined): FigureRow {
  const words = new Map([
    ['early', `too early: fewer than ${customersMin} customers on a side`],
    ['unclear', `not yet distinguishable: ${waitWords(weeks)}`],
  ])
  return {
    verdict: words.get(verdict) ?? verdict,
    verdictWord: verdict,
    ...(weeks !== undefined && { verdictWeeks: String(weeks) }),
  }
}

export function waitWords(weeks: number | undefined): string {
  if (weeks === undefined) return 'at this rate, not for a long time'
  return `about ${weeks} more ${weeks === 1 ? 'week' : 'weeks'}`
}

function tableOf(
  brand: Brand,
  { from, to }: AskedDays,
  rows: readonly FigureRow[],
  drawn: readonly string[],
): ReportTable {
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
