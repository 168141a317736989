import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { hasReason, isLoggedOut } from './ask/portal-error.ts'
import { routeTree } from './route-tree.ts'

/** Whatever is asked by whoever is no longer logged in leads to the login, and afterwards back. */
function onError(error: Error): void {
  const { location } = router.state
  if (!isLoggedOut(error) || location.pathname === '/login') return
  client.removeQueries()
  router.navigate({ to: '/login', search: { from: location.href } }).catch(() => undefined)
}

export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // A browser that takes itself for offline would wait without a word: what cannot be reached is told.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // A busy server may answer the next time; everything else says the same again.
      retry: (count, error) => count < 2 && hasReason(error, 'unavailable'),
      throwOnError: false,
    },
    mutations: { networkMode: 'always' },
  },
})

export const router = createRouter({
  routeTree,
  basepath: '/portal',
  context: { client },
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
