import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const cardsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'cards',
  component: lazyRouteComponent(() => import('./cards-screen.tsx'), 'CardsScreen'),
})

export const cardsRoutes = [cardsRoute] as const
