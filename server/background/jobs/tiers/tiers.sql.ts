import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** The next page begins after this time and card. A text keeps the microseconds, which an Instant lacks. */
export interface DueTier {
  readonly due_text: string
  readonly card_id: CardId
  readonly card_number: string
}

interface DuePage {
  readonly now: Instant
  readonly after: Pick<DueTier, 'due_text' | 'card_id'>
  readonly limit: number
  /** Levels of programs without tiers rest until there are some again. */
  readonly programs: readonly string[]
}

export const firstPage = { due_text: '-infinity', card_id: 0 }

/** Cards whose level is over and not booked, those that have waited longest first. */
export function listDueTiers(db: Sql, brand: BrandId, { now, after, limit, programs }: DuePage): Promise<DueTier[]> {
  return db.rows<DueTier>`
    select due.due_at::text as due_text, due.card_id, card_number
    from card_tier as due
    join card on card.brand_id = ${brand} and card.card_id = due.card_id
    where due.brand_id = ${brand} and due.due_at <= ${toTimestamp(now)}
      and program_id in (select unnest(${textArray(programs)}::text[]))
      and (due.due_at, due.card_id) > (${after.due_text}::timestamptz, ${after.card_id}::bigint)
    order by due.due_at, due.card_id
    limit ${limit}`
}
