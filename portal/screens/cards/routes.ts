import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { readCardSearch, readTextSearch } from './card-search.ts'

const cardsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'cards',
  validateSearch: readCardSearch,
  component: lazyRouteComponent(() => import('./cards-screen.tsx'), 'CardsScreen'),
})

const cardRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'cards/$card',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('./card-screen.tsx'), 'CardScreen'),
})

const terminalRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'terminal',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('./terminal-screen.tsx'), 'TerminalScreen'),
})

const whyRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'why',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('./why-screen.tsx'), 'WhyScreen'),
})

const approvalsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'approvals',
  component: lazyRouteComponent(() => import('./approvals-screen.tsx'), 'ApprovalsScreen'),
})

export const cardsRoutes = [cardsRoute, cardRoute, terminalRoute, whyRoute, approvalsRoute] as const
