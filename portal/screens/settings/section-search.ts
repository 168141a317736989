import { readTableSearch, type TableSearch } from '../../parts/table/table-search.ts'

export interface SectionSearch extends TableSearch {
  /** The entry beside the list. */
  readonly open?: string | undefined
  /** A new entry beside the list, as a copy of another one or empty. */
  readonly add?: boolean | undefined
  readonly copy?: string | undefined
}

const textIn = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** The address of a list with what is open beside it. */
export function readSectionSearch(search: Record<string, unknown>): SectionSearch {
  const open = textIn(search.open)
  const copy = textIn(search.copy)
  return {
    ...readTableSearch(search),
    ...(open !== undefined && { open }),
    ...(search.add === true && { add: true }),
    ...(copy !== undefined && { copy }),
  }
}
