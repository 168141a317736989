import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTableSearch } from '../../parts/table/table-search.ts'
import { brandRoute } from '../../routes/brand.ts'
import { readCampaignSearch, readCampaignsSearch } from './campaign-search.ts'
import { readReplaySearch } from './replays/replay-search.ts'
import { readTriedSearch } from './simulator/tried.ts'

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

const simulatorRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/simulator',
  validateSearch: readTriedSearch,
  component: lazyRouteComponent(() => import('./simulator/simulator-screen.tsx'), 'SimulatorScreen'),
})

const replaysRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/replays',
  validateSearch: readReplaySearch,
  component: lazyRouteComponent(() => import('./replays/replays-screen.tsx'), 'ReplaysScreen'),
})

const replayRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/replays/$replay',
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import('./replays/replay-screen.tsx'), 'ReplayScreen'),
})

export const campaignsRoutes = [campaignsRoute, campaignRoute, simulatorRoute, replaysRoute, replayRoute] as const
