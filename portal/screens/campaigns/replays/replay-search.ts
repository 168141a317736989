import { readTableSearch, type TableSearch } from '../../../parts/table/table-search.ts'

/** With a draft in the address, the form for a new replay is open and has it chosen. */
export interface ReplaySearch extends TableSearch {
  readonly draft?: string | undefined
}

export function readReplaySearch(search: Record<string, unknown>): ReplaySearch {
  const { draft } = search
  return { ...readTableSearch(search), ...(typeof draft === 'string' && draft !== '' && { draft }) }
}

/** The replay that another one is held against. */
export interface BesideSearch extends TableSearch {
  readonly beside?: string | undefined
}

export function readBesideSearch(search: Record<string, unknown>): BesideSearch {
  const { beside } = search
  return { ...readTableSearch(search), ...(typeof beside === 'string' && beside !== '' && { beside }) }
}
