import type { BrandId } from '../kernel/ids.ts'
import { textArray } from './arrays.ts'
import type { Sql } from './connection.ts'
import { findIsDistributed } from './distribution.sql.ts'

/**
 * The brands whose nodes answer, where brands lie on several nodes; undefined on one PostgreSQL. Whoever lists something
 * over all brands asks for these alone, so that a node that is down holds up only its own brands.
 */
export async function findReachableBrands(db: Sql): Promise<readonly BrandId[] | undefined> {
  if (!(await findIsDistributed(db))) return undefined
  const command = `select coalesce(json_agg(brand_id), '[]') from %s`
  const rows = await db.rows<{ result: string }>`
    select result from run_command_on_placements('brand', ${command}) where success`
  return rows.flatMap(({ result }) => JSON.parse(result) as BrandId[]).toSorted()
}

/** The same to be bound as a `text[]`, null on one PostgreSQL: `(… is null or brand_id = any(…))`, said of each table of a statement. */
export async function reachableBrands(db: Sql): Promise<string | null> {
  const brands = await findReachableBrands(db)
  return brands === undefined ? null : textArray(brands)
}
