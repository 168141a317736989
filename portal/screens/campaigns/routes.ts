import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const campaignsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns',
  component: lazyRouteComponent(() => import('./campaigns-screen.tsx'), 'CampaignsScreen'),
})

export const campaignsRoutes = [campaignsRoute] as const
