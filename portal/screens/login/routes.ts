import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../routes/root.ts'

interface LoginSearch {
  /** Where whoever has logged in wanted to go: never out of the portal. */
  readonly from?: string
  /** Why single sign-on led nowhere. */
  readonly sso?: 'unknown' | 'failed'
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ from, sso }: Record<string, unknown>): LoginSearch => ({
    ...(typeof from === 'string' && /^\/(?!\/)/.test(from) && { from }),
    ...((sso === 'unknown' || sso === 'failed') && { sso }),
  }),
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
})

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  component: lazyRouteComponent(() => import('./link-screen.tsx'), 'LinkScreen'),
})

export const loginRoutes = [loginRoute, linkRoute] as const
