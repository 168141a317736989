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
    values (${brand},
      unnest(${plainArray(calls.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${plainArray(calls.map(({ cardSeq }) => cardSeq))}::integer[]),
      unnest(${plainArray(calls.map(({ childId }) => childId))}::bigint[]),
      unnest(${plainArray(calls.map(({ ref }) => ref))}::uuid[]))`
}

/** How many calls of others are in a card's history. */
export async function countCallsElsewhere(db: Sql, brand: BrandId, card: CardId): Promise<number> {
  const [row] = await db.rows<{ calls: number }>`
    select count(*) as calls from call_elsewhere where brand_id = ${brand} and card_id = ${card}`
  return row?.calls ?? 0
}
