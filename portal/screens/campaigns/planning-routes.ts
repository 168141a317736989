import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTableSearch } from '../../parts/table/table-search.ts'
import { brandRoute } from '../../routes/brand.ts'
import { readCalendarSearch } from './calendar/calendar-search.ts'
import { readTriedSearch } from './purchase/tried.ts'
import { readBesideSearch, readReplaySearch } from './replays/replay-search.ts'

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
  validateSearch: readBesideSearch,
  component: lazyRouteComponent(() => import('./replays/replay-screen.tsx'), 'ReplayScreen'),
})

const calendarRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/calendar',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./calendar/calendar-screen.tsx'), 'CalendarScreen'),
})

const segmentsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/segments',
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import('./segments/segments-screen.tsx'), 'SegmentsScreen'),
})

const segmentRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/segments/$segment',
  component: lazyRouteComponent(() => import('./segments/segment-screen.tsx'), 'SegmentScreen'),
})

const offersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/offers',
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import('./offers/offers-screen.tsx'), 'OffersScreen'),
})

/** What campaigns are planned with: trying them out, looking back, who they are for, and when they run. */
export const planningRoutes = [
  simulatorRoute,
  replaysRoute,
  replayRoute,
  calendarRoute,
  segmentsRoute,
  segmentRoute,
  offersRoute,
] as const
