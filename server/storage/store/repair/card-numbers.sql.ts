import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

/** What a card is called: the number of a root card, and of a child card its own besides. */
export interface ShownNumbers {
  readonly cardNumber: string
  readonly childCardNumber?: string
}

export async function listCardNumbers(
  db: Sql,
  brand: BrandId,
  ids: readonly CardId[],
): Promise<ReadonlyMap<CardId, ShownNumbers>> {
  const rows = await db.rows<{ card_id: CardId; card_number: string; root_number: string | null }>`
    select card.card_id, card.card_number, root.card_number as root_number
    from card
    left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
    where card.brand_id = ${brand} and card.card_id = any(${plainArray(ids)}::bigint[])`
  return new Map(
    rows.map(({ card_id, card_number, root_number }) => [
      card_id,
      root_number === null ? { cardNumber: card_number } : { cardNumber: root_number, childCardNumber: card_number },
    ]),
  )
}
