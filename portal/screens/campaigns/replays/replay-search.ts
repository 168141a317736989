import { readTableSearch, type TableSearch } from '../../../parts/table/table-search.ts'

/** With a draft in the address, the form for a new replay is open and has it chosen. */
export interface ReplaySearch extends TableSearch {
  readonly draft?: string | undefined
}

export function readReplaySearch(search: Record<string, unknown>): ReplaySearch {
  const { draft } = search
  return { ...readTableSearch(search), ...(typeof draft === 'string' && draft !== '' && { draft }) }
}
