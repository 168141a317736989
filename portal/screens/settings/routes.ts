import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { type ProgramTab, programTabs } from './programs/program-tabs.ts'
import { readSectionSearch } from './section-search.ts'

const settingsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
})

const sectionRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings/$section',
  validateSearch: readSectionSearch,
  component: lazyRouteComponent(() => import('./section-screen.tsx'), 'SectionScreen'),
})

const importRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings/products/import',
  component: lazyRouteComponent(() => import('./products/import-screen.tsx'), 'ProductsImportScreen'),
})

const programRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'settings/programs/$program',
  validateSearch: ({ tab }: Record<string, unknown>): { readonly tab?: ProgramTab } => {
    const known = programTabs.find((one) => one === tab)
    return known ? { tab: known } : {}
  },
  component: lazyRouteComponent(() => import('./programs/program-screen.tsx'), 'ProgramScreen'),
})

export const settingsRoutes = [settingsRoute, importRoute, programRoute, sectionRoute] as const
