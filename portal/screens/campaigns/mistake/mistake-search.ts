import { afterDay } from '../../../parts/days.ts'
import { readMoment } from '../../../parts/format.ts'
import { readTableSearch, type TableSearch } from '../../../parts/table/table-search.ts'

/** The days that are looked at, in the address. */
export interface MistakeSearch extends TableSearch {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const dayOf = (text: unknown) => (typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

export function readMistakeSearch(search: Record<string, unknown>): MistakeSearch {
  const [from, to] = [dayOf(search.from), dayOf(search.to)]
  return { ...readTableSearch(search), ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** From the beginning of the first day to the end of the last, in the brand's time zone. */
export interface MistakePeriod {
  readonly from?: number
  readonly until?: number
}

export function periodOf({ from, to }: MistakeSearch, timeZone: string): MistakePeriod {
  const begin = from === undefined ? undefined : readMoment(`${from} 00:00:00`, timeZone)
  const end = to === undefined ? undefined : readMoment(`${afterDay(to)} 00:00:00`, timeZone)
  return { ...(begin !== undefined && { from: begin }), ...(end !== undefined && { until: end }) }
}
