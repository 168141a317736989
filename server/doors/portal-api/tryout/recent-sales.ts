import type { Brand } from '../../../domain/brand/brand.ts'
import { uuidFloor } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { listRecentSales, type RecentSale } from '../../../storage/store/portal/recent-sales.sql.ts'
import type { Reader } from '../../../storage/store/queries/reader.ts'

const daysBack = 30
/** Enough to know what products usually cost, and few enough to be read in milliseconds. */
const salesMax = 200

/** The newest sales of the last 30 days. */
export function readRecentSales(reader: Reader, brand: Brand, now: Instant, limit = salesMax): Promise<RecentSale[]> {
  return listRecentSales(reader, brand.id, uuidFloor(now - daysBack * day), limit)
}

/** What a unit of each product was last sold for, in millionths. */
export function lastPrices(sales: readonly RecentSale[]): ReadonlyMap<string, number> {
  const prices = new Map<string, number>()
  for (const { lines } of sales)
    for (const { sku, unitPrice } of lines) if (!prices.has(sku)) prices.set(sku, Number(unitPrice))
  return prices
}
