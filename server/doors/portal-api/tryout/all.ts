import { draftReach } from './draft-reach.ts'
import { pastBasket, pastSales } from './past-baskets.ts'
import { tryOut } from './try-out.ts'
import { tryoutProducts } from './tryout-products.ts'
import { tryoutSetup } from './tryout-setup.ts'

/** What somebody needs to try out campaigns before they count. */
export const tryoutRoutes = [tryOut, draftReach, tryoutSetup, tryoutProducts, pastSales, pastBasket] as const
