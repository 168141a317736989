import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { readReportSearch } from './report-search.ts'
import { readRowsSearch } from './rows-search.ts'

const reportsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'reports',
  component: lazyRouteComponent(() => import('./reports-screen.tsx'), 'ReportsScreen'),
})

const monthsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'reports/months',
  component: lazyRouteComponent(() => import('./months-screen.tsx'), 'MonthsScreen'),
})

const mailsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'reports/mails',
  component: lazyRouteComponent(() => import('./mails/mails-screen.tsx'), 'MailsScreen'),
})

const reportRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'reports/$report',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./report-screen.tsx'), 'ReportScreen'),
})

const reportRowsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'reports/$report/rows',
  validateSearch: readRowsSearch,
  component: lazyRouteComponent(() => import('./rows-screen.tsx'), 'RowsScreen'),
})

export const reportsRoutes = [reportsRoute, monthsRoute, mailsRoute, reportRoute, reportRowsRoute] as const
