import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'

/** A call in the history of a card that is not its own. */
export interface CallElsewhere {
  readonly ref: RequestRef
  readonly cardId: CardId
  readonly cardSeq: number
  readonly childId?: CardId
}

export function insertCallsElsewhere(db: Sql, brand: BrandId, calls: readonly CallElsewhere[]): Promise<unknown> {
  return db.rows`
    insert into call_elsewhere (brand_id, card_id, card_seq, child_id, request_ref)
    select owner.brand_id, made.*
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(calls.map(({ cardId }) => cardId))}::bigint[],
      ${plainArray(calls.map(({ cardSeq }) => cardSeq))}::integer[],
      ${plainArray(calls.map(({ childId }) => childId))}::bigint[],
      ${plainArray(calls.map(({ ref }) => ref))}::uuid[]) as made`
}

/** How many calls of others are in a card's history. */
export async function countCallsElsewhere(db: Sql, brand: BrandId, card: CardId): Promise<number> {
  const [row] = await db.rows<{ calls: number }>`
    select count(*) as calls from call_elsewhere where brand_id = ${brand} and card_id = ${card}`
  return row?.calls ?? 0
}
