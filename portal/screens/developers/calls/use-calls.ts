import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ask, type RouteAnswer, type RouteRequest } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'

export type ListedCall = RouteAnswer<'listCalls'>['calls'][number]

/** The calls that fit, as far as somebody has looked back. */
export function useCalls(question: RouteRequest<'listCalls'>) {
  const brand = useBrand()
  const query = useInfiniteQuery({
    queryKey: [brand.id, 'listCalls', question],
    queryFn: ({ pageParam }) =>
      ask('listCalls', { ...question, ...(pageParam !== '' && { before: pageParam }) }, brand.id),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const last = query.data?.pages.at(-1)
  return { ...query, calls: query.data && together(query.data.pages), lookedUntil: last?.lookedUntil }
}

/** What a card's history has shown already may come again where everything is looked at. */
function together(pages: readonly RouteAnswer<'listCalls'>[]): readonly ListedCall[] {
  const byRef = new Map(pages.flatMap(({ calls }) => calls).map((call) => [call.requestRef, call]))
  return [...byRef.values()].toSorted((one, other) => (one.requestRef < other.requestRef ? 1 : -1))
}
