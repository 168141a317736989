import type { LevelChange } from '../../../domain/view/level-change.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'

/** What a call did to the level of its card. */
export function listLevelChanges(
  db: Sql,
  brand: BrandId,
  { card, ref }: { readonly card: CardId; readonly ref: RequestRef },
): Promise<LevelChange[]> {
  return db.rows<LevelChange>`
    select program_id as program, why, from_level as "from", to_level as "to"
    from tier_change
    where brand_id = ${brand} and card_id = ${card} and request_ref = ${ref}
    order by seq`
}
