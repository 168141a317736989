import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTableSearch, type TableSearch } from '../../parts/table/table-search.ts'
import { brandRoute } from '../../routes/brand.ts'

interface OpenSearch extends TableSearch {
  /** The one that is open beside the list. */
  readonly open?: string | undefined
}

const readOpenSearch = (search: Record<string, unknown>): OpenSearch => ({
  ...readTableSearch(search),
  ...(typeof search.open === 'string' && { open: search.open }),
})

const usersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings/users',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./users/users-screen.tsx'), 'UsersScreen'),
})

const devicesRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings/devices',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./devices/devices-screen.tsx'), 'DevicesScreen'),
})

const auditRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings/audit',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
})

export const administrationRoutes = [usersRoute, devicesRoute, auditRoute] as const
