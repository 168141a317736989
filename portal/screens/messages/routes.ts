import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { readSectionSearch, type SectionSearch } from '../settings/section-search.ts'
import { type MessageTab, messageTabs } from './message-tabs.ts'

const messagesRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'messages',
  validateSearch: (search: Record<string, unknown>): SectionSearch & { readonly tab?: MessageTab } => {
    const tab = messageTabs.find((one) => one === search.tab)
    return { ...readSectionSearch(search), ...(tab && { tab }) }
  },
  component: lazyRouteComponent(() => import('./messages-screen.tsx'), 'MessagesScreen'),
})

export const messagesRoutes = [messagesRoute] as const
