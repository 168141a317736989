import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { loadMe } from '../../ask/session.ts'
import { rootRoute } from '../../routes/root.ts'
import { toLogin } from '../../routes/to-login.ts'

const newBrandRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-brand',
  beforeLoad: async ({ context, location }) => {
    const me = await loadMe(context.client).catch(toLogin(location.href))
    if (me.owes) throw redirect({ to: '/login', search: { from: location.href } })
    if (!me.mayFound) throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('./new-brand-screen.tsx'), 'NewBrandScreen'),
})

export const beginRoutes = [newBrandRoute] as const
