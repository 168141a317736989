import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

export interface CardScores {
  readonly recency: number
  readonly frequency: number
  readonly monetary: number
  readonly total: number
}

interface ScoreRow {
  readonly card_id: CardId
  readonly recency: string
  readonly frequency: string
  readonly monetary: string
  readonly total: number
}

/** The scores of cards: a child card has its root's. Who has bought nothing lately has none. */
export async function listScores(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, CardScores>> {
  const rows = await db.rows<ScoreRow>`
    select card.card_id, recency, frequency, monetary, total
    from card
    join card_score on card_score.brand_id = ${brand}
      and card_score.card_id = coalesce(card.root_id, card.card_id)
    where card.brand_id = ${brand} and card.card_id = any(${plainArray(cards)}::bigint[])`
  return new Map(
    rows.map(({ card_id, recency, frequency, monetary, total }) => [
      card_id,
      { recency: Number(recency), frequency: Number(frequency), monetary: Number(monetary), total },
    ]),
  )
}
