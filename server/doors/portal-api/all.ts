import { accessRoutes } from './access/all.ts'
import { calendar } from './calendar/calendar.ts'
import { campaignRoutes } from './campaigns/all.ts'
import { cardRoutes } from './cards/all.ts'
import { configurationRoutes } from './configuration/all.ts'
import { developerRoutes } from './developers/all.ts'
import { deviceRoutes } from './devices/all.ts'
import { draftRoutes } from './drafts/all.ts'
import { foundingRoutes } from './founding/all.ts'
import { homeRoutes } from './home/all.ts'
import { memberSideRoutes } from './member/all.ts'
import { testSend } from './messages/test-send.ts'
import { nameRoutes } from './names/all.ts'
import { offerRoutes } from './offers/all.ts'
import { recipeRoutes } from './recipes/all.ts'
import { reportRoutes } from './reports/all.ts'
import type { PortalRoute } from './route.ts'
import { segmentRoutes } from './segments/all.ts'
import { stockRoutes } from './stock/all.ts'
import { tryoutRoutes } from './tryout/all.ts'
import { userRoutes } from './users/all.ts'

const whole = [
  ...accessRoutes,
  ...foundingRoutes,
  ...userRoutes,
  ...deviceRoutes,
  ...configurationRoutes,
  ...draftRoutes,
  ...campaignRoutes,
  ...stockRoutes,
  testSend,
  ...cardRoutes,
  ...memberSideRoutes,
  ...homeRoutes,
  ...tryoutRoutes,
  ...segmentRoutes,
  ...offerRoutes,
  calendar,
  ...developerRoutes,
  ...reportRoutes,
  ...recipeRoutes,
  ...nameRoutes,
] as const

/** Everything that the portal asks besides the operations of the interface. */
export const portalRoutes: readonly PortalRoute[] = whole

/** The same for the compiler: a route by its name, with what it takes and returns. */
export type NamedRoutes = {
  readonly [One in (typeof whole)[number] as One['name']]: One
}
