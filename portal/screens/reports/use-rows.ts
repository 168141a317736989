import { useInfiniteQuery } from '@tanstack/react-query'
import { ask, type RouteAnswer, type RouteRequest } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'

export type LedgerRow = RouteAnswer<'reportRows'>['rows'][number]

/** What a figure is made of, as far as somebody has read on. */
export function useRows(question: RouteRequest<'reportRows'>) {
  const brand = useBrand()
  const query = useInfiniteQuery({
    queryKey: [brand.id, 'reportRows', question],
    queryFn: ({ pageParam }) =>
      ask('reportRows', { ...question, ...(pageParam !== '' && { after: pageParam }) }, brand.id),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const last = query.data?.pages.at(-1)
  return { ...query, rows: query.data?.pages.flatMap(({ rows }) => rows), sum: last?.sum, isWhole: last?.isWhole }
}
