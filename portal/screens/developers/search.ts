import { readTableSearch, type TableSearch } from '../../parts/table/table-search.ts'

/** What is open beside a list. */
export interface OpenSearch extends TableSearch {
  readonly open?: string | undefined
}

export function readOpenSearch(search: Record<string, unknown>): OpenSearch {
  return { ...readTableSearch(search), ...readTexts(search, ['open']) }
}

/** The named texts of an address. One of digits only is read as a number. */
export function readTexts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { readonly [One in Name]?: string } {
  const given = names.flatMap((name) => {
    const value = search[name]
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : []
  })
  return Object.fromEntries(given)
}
