import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'

/** A table that can be made again, and what it should have. */
export interface DerivedRows {
  readonly table: Fragment
  /** All but the brand. */
  readonly columns: Fragment
  /** A query with those columns. */
  readonly rows: Fragment
  /** Which rows are meant, of both. */
  readonly only?: Fragment | undefined
}

/** Makes the rows of a brand what they are derived from. What is right already is not touched. The caller holds the lock. */
export async function mendRows(db: Sql, brand: BrandId, derived: DerivedRows): Promise<void> {
  const { table, columns, rows, only = sql`true` } = derived
  const stored = sql`select ${columns} from ${table} where brand_id = ${brand} and ${only}`
  const wanted = sql`select ${columns} from (${rows}) as derived where ${only}`
  await runFragment(
    db,
    sql`delete from ${table} where brand_id = ${brand} and ${only} and (${columns}) in (${stored} except ${wanted})`,
  )
  await runFragment(
    db,
    sql`
      insert into ${table} (brand_id, ${columns})
      select ${brand}, ${columns} from (${wanted} except ${stored}) as missing`,
  )
}
