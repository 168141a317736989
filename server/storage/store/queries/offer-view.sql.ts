import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface OfferUseRow {
  happened_at: Instant
  offer_no: number
}

/** When a card's offers were used, the newest first. */
export function listOfferUses(
  db: Sql,
  brand: BrandId,
  card: CardId,
  page: { readonly limit: number; readonly offset: number },
): Promise<OfferUseRow[]> {
  return db.rows<OfferUseRow>`
    select happened_at, offer_no
    from offer_use
    where brand_id = ${brand} and (card_id = ${card} or card_id in (
      select card_id from card_heir where brand_id = ${brand} and heir_id = ${card}))
    order by happened_at desc, offer_no
    limit ${page.limit} offset ${page.offset}`
}
