import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const couponsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'coupons',
  component: lazyRouteComponent(() => import('./coupons-screen.tsx'), 'CouponsScreen'),
})

export const couponsRoutes = [couponsRoute] as const
