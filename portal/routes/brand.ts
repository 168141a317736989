import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { loadMe } from '../ask/session.ts'
import { visibleSections } from '../shell/sections.ts'
import { rootRoute } from './root.ts'
import { toLogin } from './to-login.ts'

/** Everything of a brand is below its id, so that a link always leads to the same one. */
export const brandRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/b/$brand',
  beforeLoad: async ({ context, params, location }) => {
    const me = await loadMe(context.client).catch(toLogin(location.href))
    if (me.owes) throw redirect({ to: '/login', search: { from: location.href } })
    const brand = me.brands.find(({ id }) => id === params.brand)
    if (!brand) throw notFound()
    return { me, brand }
  },
  component: lazyRouteComponent(() => import('../shell/brand-frame.tsx'), 'BrandFrame'),
})

/** The first section that the role has any business in. */
export const brandLandingRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const [first] = visibleSections(context.brand.permissions)
    throw first ? redirect({ to: first.to as '/b/$brand/home', params: { brand: context.brand.id } }) : notFound()
  },
})
