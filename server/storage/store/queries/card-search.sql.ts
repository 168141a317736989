import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

export interface CardPage {
  readonly includeInactive: boolean
  readonly customCardNumber?: string
  readonly cardSetId?: string
  readonly limit: number
  readonly offset: number
}

/**
 * A page of card numbers, the newest first; children are no cards of their own here. Each filter has its own statement, so that each uses its index; that of a
 * set is written as a range, because for an equality the planner would walk through the whole brand in order.
 */
export async function listCardNumbers(db: Sql, brand: BrandId, page: CardPage): Promise<string[]> {
  const rows = await selectPage(db, brand, page)
  return rows.map((row) => row.card_number)
}

function selectPage(db: Sql, brand: BrandId, page: CardPage): Promise<{ card_number: string }[]> {
  const { customCardNumber, cardSetId, includeInactive, limit, offset } = page
  if (customCardNumber !== undefined && !includeInactive) {
    return db.rows`
      select card_number
      from card
      where brand_id = ${brand} and root_id is null and lower(custom_card_number) = lower(${customCardNumber})
        and (${cardSetId ?? null}::text is null or card_set_id = ${cardSetId ?? null})
        and status in ('Activated', 'Demo') and (expires_at is null or expires_at > now())
      order by activated_at desc, card_id desc
      limit ${limit} offset ${offset}`
  }
  if (customCardNumber !== undefined) {
    return db.rows`
      select card_number
      from card
      where brand_id = ${brand} and root_id is null and lower(custom_card_number) = lower(${customCardNumber})
        and (${cardSetId ?? null}::text is null or card_set_id = ${cardSetId ?? null})
      order by card_id desc
      limit ${limit} offset ${offset}`
  }
  if (cardSetId !== undefined && includeInactive) {
    return db.rows`
      select card_number
      from card
      where brand_id = ${brand} and root_id is null and card_set_id between ${cardSetId} and ${cardSetId}
      order by card_set_id desc, card_id desc
      limit ${limit} offset ${offset}`
  }
  if (cardSetId !== undefined) {
    return db.rows`
      select card_number
      from card
      where brand_id = ${brand} and root_id is null and card_set_id between ${cardSetId} and ${cardSetId}
        and status in ('Activated', 'Demo') and (expires_at is null or expires_at > now())
      order by card_set_id, activated_at desc, card_id desc
      limit ${limit} offset ${offset}`
  }
  if (includeInactive) {
    return db.rows`
      select card_number
      from card
      where brand_id = ${brand} and root_id is null
      order by card_id desc
      limit ${limit} offset ${offset}`
  }
  return db.rows`
    select card_number
    from card
    where brand_id = ${brand} and root_id is null and status in ('Activated', 'Demo')
      and (expires_at is null or expires_at > now())
    order by activated_at desc, card_id desc
    limit ${limit} offset ${offset}`
}
