import type { RouteRequest } from '../../../ask/ask.ts'
import { readMoment } from '../../../parts/format.ts'
import { readTableSearch, type TableSearch } from '../../../parts/table/table-search.ts'
import { readTexts } from '../search.ts'

const names = [
  ...(['open', 'operation', 'outcome', 'made', 'location', 'terminal'] as const),
  ...(['card', 'external', 'user', 'from', 'to'] as const),
] as const

export type CallFilterName = Exclude<(typeof names)[number], 'open'>

/** The filters of the record of calls, as the address has them. */
export type CallSearch = TableSearch & { readonly [Name in (typeof names)[number]]?: string | undefined }

export function readCallSearch(search: Record<string, unknown>): CallSearch {
  return { ...readTableSearch(search), ...readTexts(search, names) }
}

export const filterNames: readonly CallFilterName[] = names.filter((name) => name !== 'open')

/** What the server is asked for. Days are those of the brand's time zone. */
export function toQuestion(search: CallSearch, timeZone: string): RouteRequest<'listCalls'> {
  const { operation, outcome, made, location, terminal, card, external, user, from, to } = search
  const code = Number(outcome)
  return {
    ...{ operation, location, terminal, user, cardNumber: card, externalTransactionId: external },
    ...(outcome === 'refused' && { refusedOnly: true }),
    ...(outcome === 'unknown' && { unknownFieldsOnly: true }),
    ...(Number.isInteger(code) && code > 0 && { errorCode: code }),
    ...(made !== 'everybody' && { made: made === 'portal' ? 'portal' : 'others' }),
    ...(from !== undefined && { from: readMoment(`${from} 00:00:00`, timeZone) }),
    ...(to !== undefined && { to: readMoment(`${dayAfter(to)} 00:00:00`, timeZone) }),
  }
}

function dayAfter(day: string): string {
  const start = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(start) ? day : new Date(start + 24 * 3600_000).toISOString().slice(0, 10)
}
