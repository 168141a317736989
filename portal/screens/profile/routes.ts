import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { loadMe } from '../../ask/session.ts'
import { rootRoute } from '../../routes/root.ts'
import { toLogin } from '../../routes/to-login.ts'

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: async ({ context, location }) => {
    const me = await loadMe(context.client).catch(toLogin(location.href))
    if (me.owes) throw redirect({ to: '/login', search: { from: location.href } })
    return { me }
  },
  component: lazyRouteComponent(() => import('./profile-screen.tsx'), 'ProfileScreen'),
})

export const profileRoutes = [profileRoute] as const
