import type { Brand } from '../../brand/brand.ts'
import type { Sql } from '../../database/connection.ts'
import { countedMax, type StockSight } from '../judge/stock.ts'

/** The card sets of a brand that were filled beforehand. Reads a thousand rows of each set at most. */
export async function lookAtStock(db: Sql, { id, document }: Brand): Promise<StockSight[]> {
  const sets = document.programs.flatMap(({ id: program, cardSets }) => cardSets.map((set) => ({ program, ...set })))
  return Promise.all(
    sets.map(async ({ program, id: cardSet, generate }) => ({
      ...{ brand: id, program, cardSet, isListed: generate === undefined },
      ...(await countCards(db, id, cardSet)),
    })),
  )
}

async function countCards(db: Sql, brand: string, cardSet: string): Promise<Pick<StockSight, 'made' | 'free'>> {
  const [row] = await db.rows<{ made: number; free: number }>`
    select
      (select count(*) filter (where origin <> 'created') from (
        select origin from card
        where brand_id = ${brand} and card_set_id = ${cardSet} and root_id is null
        limit ${countedMax}) as first) as made,
      (select count(*) from (
        select from card where brand_id = ${brand} and card_set_id = ${cardSet} and status = 'Inventory'
        limit ${countedMax}) as free) as free`
  return { made: row?.made ?? 0, free: row?.free ?? 0 }
}
