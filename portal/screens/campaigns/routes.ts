import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { brandRoute } from '../../routes/brand.ts'
import { readCampaignSearch, readCampaignsSearch } from './campaign-search.ts'
import { readMistakeSearch } from './mistake/mistake-search.ts'
import { planningRoutes } from './planning-routes.ts'

const campaignsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns',
  validateSearch: readCampaignsSearch,
  component: lazyRouteComponent(() => import('./campaigns-screen.tsx'), 'CampaignsScreen'),
})

const campaignRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/campaign/$campaign',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('./campaign-screen.tsx'), 'CampaignScreen'),
})

const mistakeRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/campaign/$campaign/mistake',
  validateSearch: readMistakeSearch,
  component: lazyRouteComponent(() => import('./mistake/mistake-screen.tsx'), 'MistakeScreen'),
})

const newCampaignRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/new',
  component: lazyRouteComponent(() => import('./editor/start/start-screen.tsx'), 'StartScreen'),
})

const couponFlowRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/new/coupon',
  component: lazyRouteComponent(() => import('./coupon-flow/coupon-flow-screen.tsx'), 'CouponFlowScreen'),
})

const editorRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'campaigns/drafts/$draft/edit/$section/$key',
  component: lazyRouteComponent(() => import('./editor/editor-screen.tsx'), 'EditorScreen'),
})

export const campaignsRoutes = [
  campaignsRoute,
  campaignRoute,
  mistakeRoute,
  newCampaignRoute,
  couponFlowRoute,
  editorRoute,
  ...planningRoutes,
] as const
