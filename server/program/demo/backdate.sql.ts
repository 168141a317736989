import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** A brand that was never called may have been made at any time before: its stock and its first version are dated back. */
export async function backdateBrand(db: Sql, brand: BrandId, to: Instant): Promise<void> {
  const at = toTimestamp(to)
  await db.rows`update brand set created_at = ${at}, changed_at = ${at} where brand_id = ${brand}`
  await db.rows`update brand_version set made_at = ${at} where brand_id = ${brand} and made_at > ${at}`
  await db.rows`update api_key set created_at = ${at} where brand_id = ${brand} and created_at > ${at}`
  await db.rows`
    update event_type set created_at = ${at}, modified_at = ${at} where brand_id = ${brand} and created_at > ${at}`
  await db.rows`update card set created_at = ${at} where brand_id = ${brand} and created_at > ${at}`
  await db.rows`update coupon set created_at = ${at} where brand_id = ${brand} and created_at > ${at}`
}

export interface StockCard {
  readonly cardId: number
  readonly cardNumber: string
}

/** The generated cards of a set, whatever has become of them, always in the same order. */
export function listStock(db: Sql, brand: BrandId, cardSet: string): Promise<StockCard[]> {
  return db.rows<StockCard>`
    select card_id as "cardId", card_number as "cardNumber"
    from card
    where brand_id = ${brand} and card_set_id = ${cardSet} and origin = 'generated' and root_id is null
    order by card_id`
}
