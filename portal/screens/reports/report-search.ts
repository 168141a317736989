import { readTableSearch, type TableSearch } from '../../parts/table/table-search.ts'

/** What of a report stands in the address, so that exactly this view can be sent as a link. */
export interface ReportSearch extends TableSearch {
  readonly period?: string
  readonly from?: string
  readonly to?: string
  readonly by?: string
  readonly per?: 'day'
  /** For how many days nothing was done. */
  readonly days?: number
  /** The value type that is looked at; absent: all. */
  readonly value?: string
}

export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { period, from, to, by, per, days, value } = search
  return {
    ...readTableSearch(search),
    ...(typeof period === 'string' && { period }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof by === 'string' && { by }),
    ...(per === 'day' && { per }),
    ...(isCount(days) && { days }),
    ...((typeof value === 'string' || typeof value === 'number') && { value: String(value) }),
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 36_500

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
