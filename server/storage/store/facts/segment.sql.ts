import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

/** The segments that cards are in: a child card is where its root is. */
export async function listSegmentsOf(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, readonly string[]>> {
  const rows = await db.rows<{ card_id: CardId; segments: readonly string[] }>`
    select card.card_id, array_agg(segment_id order by segment_id) as segments
    from card
    join segment_member as member on member.brand_id = ${brand}
      and member.card_id = coalesce(card.root_id, card.card_id)
    where card.brand_id = ${brand} and card.card_id = any(${plainArray(cards)}::bigint[])
    group by card.card_id`
  return new Map(rows.map((row) => [row.card_id, row.segments]))
}
