import type { RouteAnswer } from '../../ask/ask.ts'
import { readTableSearch, type TableSearch } from '../../parts/table/table-search.ts'

export type ShownState = RouteAnswer<'listCampaigns'>['campaigns'][number]['state']

export const states: readonly ShownState[] = ['running', 'paused', 'begins', 'off', 'ended']

interface CampaignsSearch extends TableSearch {
  readonly state?: ShownState | undefined
}

export function readCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const state = states.find((one) => one === search.state)
  return { ...readTableSearch(search), ...(state && { state }) }
}

/** How far back the results go. */
export const periods = [30, 90, 365] as const

interface CampaignSearch {
  readonly days?: number | undefined
}

export function readCampaignSearch(search: Record<string, unknown>): CampaignSearch {
  const days = periods.find((one) => one === search.days && one !== 30)
  return days === undefined ? {} : { days }
}
