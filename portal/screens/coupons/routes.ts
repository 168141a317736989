import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTableSearch, type TableSearch } from '../../parts/table/table-search.ts'
import { brandRoute } from '../../routes/brand.ts'
import { type CouponTab, couponTabs } from './coupon-tabs.ts'

interface CouponSearch extends TableSearch {
  readonly tab?: CouponTab
  /** The coupon that is looked up. */
  readonly coupon?: string
}

function readCouponSearch(search: Record<string, unknown>): CouponSearch {
  const tab = couponTabs.find((one) => one === search.tab)
  const { coupon } = search
  const isGiven = typeof coupon === 'string' || typeof coupon === 'number'
  return { ...readTableSearch(search), ...(tab && { tab }), ...(isGiven && { coupon: String(coupon) }) }
}

const couponsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: 'coupons',
  validateSearch: readCouponSearch,
  component: lazyRouteComponent(() => import('./coupons-screen.tsx'), 'CouponsScreen'),
})

export const couponsRoutes = [couponsRoute] as const
