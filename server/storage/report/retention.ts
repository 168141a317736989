import { type CohortMonth, cohortMonthsMax, listCohorts } from './customer-month.sql.ts'
import { addMonths } from './days.ts'
import type { Report } from './report.ts'
import { countColumn, type FigureRow, monthColumn, shareColumn } from './report-table.ts'

/** How many months after the first one are shown. */
const monthsShown = 12

export const retentionReport: Report = {
  name: 'retention',
  about: 'customers by the month of their first purchase, and the share that bought again so many months later',
  over: 'period',
  by: [],
  run: async ({ db, brand, books }, { from, to }) => {
    const found = await listCohorts(db, books, { from, to })
    const cohorts = Map.groupBy(found, ({ cohort }) => cohort)
    const monthsMax = Math.min(
      monthsShown,
      Math.max(0, ...found.map(({ cohort, month }) => monthsBetween(cohort, month))),
    )
    const later = Array.from({ length: monthsMax }, (_, index) => index + 1)
    return {
      title: `Customers of ${brand.name} who came back, by the month of their first purchase`,
      notes: [
        `First purchases from ${from.slice(0, 7)} to ${to.slice(0, 7)}. Month n: the share that bought something in the nth month after it.`,
        `Voided sales are no purchases; returned ones are. First purchases of the last ${cohortMonthsMax} months are shown.`,
      ],
      columns: [
        monthColumn('cohort', 'First bought in'),
        countColumn('customers', 'Customers'),
        ...later.map((number) =>
          shareColumn(`month${number}`, `Month ${number}`, { word: 'month', of: String(number) }),
        ),
      ],
      rows: [...cohorts].map(([cohort, months]) => rowOf(cohort, months, { to, later })),
      ...(monthsMax > 0 && { chart: { kind: 'lines', along: ['cohort'], of: ['month1', 'month3', 'month6'] } }),
    }
  },
}

function rowOf(
  cohort: string,
  months: readonly CohortMonth[],
  { to, later }: { readonly to: string; readonly later: readonly number[] },
): FigureRow {
  const countIn = (month: string) => months.find((one) => one.month === month)?.customers ?? 0
  const all = countIn(cohort)
  const shares = later.flatMap((number) => {
    const month = addMonths(cohort, number)
    return month > to ? [] : [[`month${number}`, `${((100 * countIn(month)) / all).toFixed(1)} %`] as const]
  })
  return { cohort: cohort.slice(0, 7), customers: String(all), ...Object.fromEntries(shares) }
}

function monthsBetween(from: string, to: string): number {
  const number = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return number(to) - number(from)
}
