import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What of a table stands in the address, so that a view can be sent as a link. */
export interface TableSearch {
  readonly filter?: string | undefined
  readonly sort?: string | undefined
  readonly down?: boolean | undefined
  readonly page?: number | undefined
}

/** For `validateSearch` of a route with a table. Whatever an address has besides is left out. */
export function readTableSearch(search: Record<string, unknown>): TableSearch {
  const { filter, sort, down, page } = search
  return {
    // A filter of digits only is read as a number.
    ...((typeof filter === 'string' || typeof filter === 'number') && { filter: String(filter) }),
    ...(typeof sort === 'string' && { sort }),
    ...(down === true && { down }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  }
}

/** The table's part of the address, and how it is changed. */
export function useTableSearch(): readonly [TableSearch, (change: TableSearch) => void] {
  const search = readTableSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback(
    (next: TableSearch) => {
      // What other parts of the page have put into the address stays there.
      const merge = (before: object) => withoutAbsent({ ...before, ...absent, ...next })
      navigate({ to: '.', search: merge as never, replace: true, resetScroll: false }).catch(() => undefined)
    },
    [navigate],
  )
  return [search, change]
}

const absent = { filter: undefined, sort: undefined, down: undefined, page: undefined }

const withoutAbsent = (search: object) =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  )
