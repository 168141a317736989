import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** What a brand has been used for so far. */
export interface FirstUses {
  /** Sales and changes of balances that stand: made in the portal. */
  readonly byHand: number
  /** The same, of tills and shops. */
  readonly byKeys: number
  /** Sales and changes of balances in the portal, also those that were undone. */
  readonly tried: number
  /** Whether there were so many calls that nobody looks at all of them. */
  readonly isBusy: boolean
}

/** Whoever has made so many calls has begun. */
const lookedAtMax = 2000

/** Looks at the first calls of a brand only, so that it costs a busy one no more than a new one. */
export async function countFirstUses(db: Sql, brand: BrandId): Promise<FirstUses> {
  const [row] = await db.rows<FirstUses & { looked: number }>`
    select count(*) as looked,
      count(*) filter (where is_use and is_by_hand and not is_undone) as "byHand",
      count(*) filter (where is_use and not is_by_hand and not is_undone) as "byKeys",
      count(*) filter (where is_use and is_by_hand) as tried
    from (
      select error_code is null and operation in ('checkout', 'quickCheckout', 'updateBalance') as is_use,
        voided_by is not null as is_undone, detail is not null and detail -> 'user' is not null as is_by_hand
      from request
      where brand_id = ${brand}
      order by request_ref
      limit ${lookedAtMax}) as first`
  if (!row) return { byHand: 0, byKeys: 0, tried: 0, isBusy: false }
  const { looked, ...uses } = row
  return { ...uses, isBusy: looked >= lookedAtMax }
}
