import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** What somebody remembers of a sale. */
export interface SaleMemory {
  /** The day in the time zone, yyyy-MM-dd. */
  readonly day: string
  readonly timeZone: string
  /** Where it can have been; absent: anywhere. */
  readonly locations?: readonly string[] | undefined
  /** What it came to, before or after discounts, as a decimal. */
  readonly amount?: string | undefined
}

export interface FoundSale {
  readonly request_ref: RequestRef
  readonly happened_at: Instant
  readonly location_id: string
  readonly currency: string
  readonly scale: number
  readonly total: number
  readonly net_total: number
  readonly is_voided: boolean
  readonly has_card: boolean
}

/** The sales of a day that fit, the newest first, with and without a card. */
export function listSalesOfDay(db: Sql, brand: BrandId, memory: SaleMemory, limit: number): Promise<FoundSale[]> {
  const { day, timeZone, locations = null, amount = null } = memory
  return db.rows<FoundSale>`
    select request_ref, happened_at, location_id, currency, scale, total, net_total, is_voided,
      card_id is not null as has_card
    from checkout
    where brand_id = ${brand} and kind = 'sale'
      and request_ref >= uuid_floor(${day}::date::timestamp at time zone ${timeZone})
      and request_ref < uuid_floor((${day}::date + 1)::timestamp at time zone ${timeZone})
      and (${locations}::text[] is null or location_id = any(${locations}::text[]))
      and (${amount}::numeric is null or ${amount}::numeric * power(10::numeric, scale) in (total, net_total))
    order by request_ref desc
    limit ${limit}`
}
