import { cardStock } from './card-stock.ts'
import { couponStock } from './coupon-stock.ts'
import { stockNumbers } from './stock-numbers.ts'

export const stockRoutes = [cardStock, couponStock, stockNumbers] as const
