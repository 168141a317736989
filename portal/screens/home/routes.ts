import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const homeRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'home',
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
})

export const homeRoutes = [homeRoute] as const
