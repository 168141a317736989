import type { Brand } from '../../brand/brand.ts'
import type { Sql } from '../../database/connection.ts'
import { countedMax, type StockSight } from '../judge/stock.ts'

/** The card sets of a brand that were filled beforehand. Reads a thousand rows of each set at most. */
export async function lookAtStock(db: Sql, { id, document }: Brand): Promise<StockSight[]> {
  const sets = document.programs.flatMap(({ cardSets }) => cardSets.map((set) => set.id))
  return Promise.all(sets.map((cardSet) => lookAtSet(db, id, cardSet)))
}

async function lookAtSet(db: Sql, brand: string, cardSet: string): Promise<StockSight> {
  const [row] = await db.rows<{ made: number; free: number }>`
    select
      (select count(*) filter (where origin <> 'created') from (
        select origin from card
        where brand_id = ${brand} and card_set_id = ${cardSet} and root_id is null
        limit ${countedMax}) as first) as made,
      (select count(*) from (
        select from card where brand_id = ${brand} and card_set_id = ${cardSet} and status = 'Inventory'
        limit ${countedMax}) as free) as free`
  return { brand, cardSet, made: row?.made ?? 0, free: row?.free ?? 0 }
}
