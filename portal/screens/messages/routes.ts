import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'

const messagesRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'messages',
  component: lazyRouteComponent(() => import('./messages-screen.tsx'), 'MessagesScreen'),
})

export const messagesRoutes = [messagesRoute] as const
