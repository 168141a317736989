import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const developersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers',
  component: lazyRouteComponent(() => import('./developers-screen.tsx'), 'DevelopersScreen'),
})

export const developersRoutes = [developersRoute] as const
