import { brandLandingRoute, brandRoute } from './routes/brand.ts'
import { landingRoute, rootRoute } from './routes/root.ts'
import { administrationRoutes } from './screens/administration/routes.ts'
import { beginRoutes } from './screens/begin/routes.ts'
import { draftsRoutes } from './screens/campaigns/drafts/routes.ts'
import { campaignsRoutes } from './screens/campaigns/routes.ts'
import { cardsRoutes } from './screens/cards/routes.ts'
import { couponsRoutes } from './screens/coupons/routes.ts'
import { developersRoutes } from './screens/developers/routes.ts'
import { homeRoutes } from './screens/home/routes.ts'
import { loginRoutes } from './screens/login/routes.ts'
import { messagesRoutes } from './screens/messages/routes.ts'
import { profileRoutes } from './screens/profile/routes.ts'
import { reportsRoutes } from './screens/reports/routes.ts'
import { settingsRoutes } from './screens/settings/routes.ts'

/** Every address of the portal. */
export const routeTree = rootRoute.addChildren([
  landingRoute,
  ...loginRoutes,
  ...profileRoutes,
  ...beginRoutes,
  brandRoute.addChildren([
    brandLandingRoute,
    ...homeRoutes,
    ...cardsRoutes,
    ...draftsRoutes,
    ...campaignsRoutes,
    ...couponsRoutes,
    ...messagesRoutes,
    ...reportsRoutes,
    ...settingsRoutes,
    ...administrationRoutes,
    ...developersRoutes,
  ]),
])
