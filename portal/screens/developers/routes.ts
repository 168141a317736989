import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { readFileSearch } from './brand-file/file-search.ts'
import { readCallSearch } from './calls/call-search.ts'
import { readOpenSearch } from './search.ts'
import { visibleTabs } from './tabs.ts'

const developersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers',
  beforeLoad: ({ context }) => {
    const [first] = visibleTabs(context.brand)
    const params = { brand: context.brand.id }
    throw first ? redirect({ to: `/b/$brand/developers/${first}`, params }) : notFound()
  },
})

const keysRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/keys',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./keys/keys-screen.tsx'), 'KeysScreen'),
})

const connectRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/connect',
  component: lazyRouteComponent(() => import('./connect/connect-screen.tsx'), 'ConnectScreen'),
})

const callsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/calls',
  validateSearch: readCallSearch,
  component: lazyRouteComponent(() => import('./calls/calls-screen.tsx'), 'CallsScreen'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/webhooks',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})

const fileRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/file',
  validateSearch: readFileSearch,
  component: lazyRouteComponent(() => import('./brand-file/file-screen.tsx'), 'FileScreen'),
})

const versionsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/versions',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./brand-file/versions-screen.tsx'), 'VersionsScreen'),
})

const referenceRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/reference',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./reference/reference-screen.tsx'), 'ReferenceScreen'),
})

const enabledRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/enabled',
  component: lazyRouteComponent(() => import('./reference/enabled-screen.tsx'), 'EnabledScreen'),
})

const jobsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'developers/jobs',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./jobs/jobs-screen.tsx'), 'JobsScreen'),
})

export const developersRoutes = [
  developersRoute,
  keysRoute,
  connectRoute,
  callsRoute,
  webhooksRoute,
  fileRoute,
  versionsRoute,
  referenceRoute,
  enabledRoute,
  jobsRoute,
] as const
