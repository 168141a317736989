import type { Sql } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'

/** Something that does not add up: where, what the ledger says, and what is stored. */
export interface CheckFinding {
  readonly subject: string
  readonly expected: string
  readonly found: string
}

/** A promise about stored value, and the query that finds violations of it. */
export interface Check {
  readonly name: string
  readonly find: (db: Sql, brand: BrandId) => Promise<CheckFinding[]>
}
