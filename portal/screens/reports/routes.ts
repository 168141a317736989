import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const reportsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'reports',
  component: lazyRouteComponent(() => import('./reports-screen.tsx'), 'ReportsScreen'),
})

export const reportsRoutes = [reportsRoute] as const
