import { plainArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface PassLinkRow {
  readonly cardId: CardId
  readonly issuedAt: Instant
}

/** Records which cards have a pass now. A card that already had one keeps its earlier date. */
export function insertPassLinks(db: Sql, brand: BrandId, links: readonly PassLinkRow[]): Promise<unknown> {
  return db.rows`
    insert into pass_link (brand_id, card_id, issued_at)
    values (${brand},
      unnest(${plainArray(links.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${timeArray(links.map(({ issuedAt }) => issuedAt))}::timestamptz[]))
    on conflict (brand_id, card_id) do nothing`
}

/** The cards among these that have a pass. */
export async function listPassHolders(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<ReadonlySet<CardId>> {
  const rows = await db.rows<{ card_id: CardId }>`
    select card_id from pass_link where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
  return new Set(rows.map((row) => row.card_id))
}
