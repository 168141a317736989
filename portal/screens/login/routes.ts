import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../routes/root.ts'

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  /** Where whoever has logged in wanted to go: never out of the portal. */
  validateSearch: ({ from }: Record<string, unknown>): { readonly from?: string } =>
    typeof from === 'string' && /^\/(?!\/)/.test(from) ? { from } : {},
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
})

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  component: lazyRouteComponent(() => import('./link-screen.tsx'), 'LinkScreen'),
})

export const loginRoutes = [loginRoute, linkRoute] as const
