import { daysOf, isPeriodName } from './periods.ts'
import type { DescribedReport } from './report-answer.ts'
import type { ReportSearch } from './report-search.ts'

/** What is asked of the server. */
export interface AskedReport {
  readonly from?: string
  readonly to?: string
  readonly by?: string
  readonly per?: 'day'
  readonly days?: number
}

/** What an address asks for. What the report cannot do is left out, so that every link shows something. */
export function askedOf(report: DescribedReport, search: ReportSearch, today: string): AskedReport {
  const { by, per, days } = search
  return {
    ...daysAsked(report, search, today),
    ...(by !== undefined && report.by.includes(by) && { by }),
    ...(per === 'day' && report.hasDays && { per }),
    ...(days !== undefined && report.usualDays !== undefined && { days }),
  }
}

function daysAsked({ over }: DescribedReport, { period = '', from, to }: ReportSearch, today: string): AskedReport {
  if (over === 'now') return {}
  if (isPeriodName(period)) {
    const days = daysOf(period, today)
    return over === 'day' ? { to: days.to } : days
  }
  const last = to ?? today
  if (over === 'day') return { to: last }
  const first = from ?? `${last.slice(0, 7)}-01`
  return first > last ? { from: last, to: first } : { from: first, to: last }
}
