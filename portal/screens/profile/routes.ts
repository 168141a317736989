import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../routes/root.ts'

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile-screen.tsx'), 'ProfileScreen'),
})

export const profileRoutes = [profileRoute] as const
