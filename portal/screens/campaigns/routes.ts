import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTableSearch } from '../../parts/table/table-search.ts'
import { brandRoute } from '../../routes/brand.ts'
import { readReplaySearch } from './replays/replay-search.ts'
import { readTriedSearch } from './simulator/tried.ts'

const campaignsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns',
  component: lazyRouteComponent(() => import('./campaigns-screen.tsx'), 'CampaignsScreen'),
})

const newCampaignRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/new',
  component: lazyRouteComponent(() => import('./editor/start/start-screen.tsx'), 'StartScreen'),
})

const editorRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/drafts/$draft/edit/$section/$key',
  component: lazyRouteComponent(() => import('./editor/editor-screen.tsx'), 'EditorScreen'),
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

export const campaignsRoutes = [
  campaignsRoute,
  simulatorRoute,
  replaysRoute,
  replayRoute,
  newCampaignRoute,
  editorRoute,
] as const
