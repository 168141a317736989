import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTableSearch } from '../../../parts/table/table-search.ts'
import { brandRoute } from '../../../routes/brand.ts'

/** Those that are over, instead of the unfinished ones. */
const readDraftsSearch = (search: Record<string, unknown>) => ({
  ...readTableSearch(search),
  ...(search.over === true && { over: true }),
})

const draftsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/drafts',
  validateSearch: readDraftsSearch,
  component: lazyRouteComponent(() => import('./drafts-screen.tsx'), 'DraftsScreen'),
})

const draftRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/drafts/$draft',
  component: lazyRouteComponent(() => import('./draft-screen.tsx'), 'DraftScreen'),
})

export const draftsRoutes = [draftsRoute, draftRoute] as const
