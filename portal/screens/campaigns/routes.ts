import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { readTriedSearch } from './simulator/tried.ts'

const campaignsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns',
  component: lazyRouteComponent(() => import('./campaigns-screen.tsx'), 'CampaignsScreen'),
})

const simulatorRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/simulator',
  validateSearch: readTriedSearch,
  component: lazyRouteComponent(() => import('./simulator/simulator-screen.tsx'), 'SimulatorScreen'),
})

export const campaignsRoutes = [campaignsRoute, simulatorRoute] as const
