import type { Shop } from './shop.ts'
import { sql } from './time-passes.ts'

/** What the uses of each budget of a shop add up to, in minor units. */
export async function spent(shop: Shop): Promise<Record<string, number>> {
  const rows = await sql(
    `select counter || ' ' || period as name, sum(amount)::int as amount from budget_use
     where brand_id = $1 and state < 2 and (frees_at is null or frees_at > now()) group by 1 order by 1`,
    [shop.id],
  )
  return Object.fromEntries(rows.map((row: { name: string; amount: number }) => [row.name, row.amount]))
}

/** What a budget has spent, if the shop has only one. */
export async function onlySpent(shop: Shop): Promise<number> {
  return Object.values(await spent(shop))[0] ?? 0
}
