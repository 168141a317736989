import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const settingsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
})

export const settingsRoutes = [settingsRoute] as const
