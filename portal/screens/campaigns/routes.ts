import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { readCampaignSearch, readCampaignsSearch } from './campaign-search.ts'

const campaignsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns',
  validateSearch: readCampaignsSearch,
  component: lazyRouteComponent(() => import('./campaigns-screen.tsx'), 'CampaignsScreen'),
})

const campaignRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/$campaign',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('./campaign-screen.tsx'), 'CampaignScreen'),
})

export const campaignsRoutes = [campaignsRoute, campaignRoute] as const
