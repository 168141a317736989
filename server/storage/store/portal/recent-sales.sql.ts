import type { CheckoutContent } from '../../../domain/checkout/record.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface RecentSale {
  readonly request_ref: RequestRef
  readonly card_id: CardId | null
  readonly happened_at: Instant
  readonly location_id: string
  readonly currency: string
  readonly scale: number
  readonly net_total: number
  readonly lines: CheckoutContent['lines']
}

/** The newest sales that still stand, the newest first, of those that were made since an instant. */
export function listRecentSales(db: Sql, brand: BrandId, since: RequestRef, limit: number): Promise<RecentSale[]> {
  return db.rows<RecentSale>`
    select request_ref, card_id, happened_at, location_id, currency, scale, net_total, content -> 'lines' as lines
    from checkout
    where brand_id = ${brand} and request_ref >= ${since}::uuid and kind = 'sale' and not is_voided
    order by request_ref desc
    limit ${limit}`
}

interface SaleHead {
  readonly request_ref: RequestRef
  readonly card_id: CardId | null
}

/** The newest sales since an instant, by their cards: so many at most that it takes milliseconds. */
export function listSaleHeads(db: Sql, brand: BrandId, since: RequestRef, limit: number): Promise<SaleHead[]> {
  return db.rows<SaleHead>`
    select request_ref, card_id
    from checkout
    where brand_id = ${brand} and request_ref >= ${since}::uuid and kind = 'sale' and not is_voided
    order by request_ref desc
    limit ${limit}`
}
