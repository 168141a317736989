import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { loadMe } from '../ask/session.ts'
import { NotThere } from '../shell/not-there.tsx'
import { PageError } from '../shell/page-error.tsx'
import { toLogin } from './to-login.ts'

interface RouterContext {
  readonly client: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotThere,
  errorComponent: PageError,
})

/** /portal itself leads to the first brand. */
export const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    const { brands, mayFound } = await loadMe(context.client).catch(toLogin(location.href))
    const [first] = brands
    if (first) throw redirect({ to: '/b/$brand', params: { brand: first.id } })
    // Whoever is the first begins with a brand.
    throw redirect({ to: mayFound ? '/new-brand' : '/profile' })
  },
})
