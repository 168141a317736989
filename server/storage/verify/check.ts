import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'

/** Something that does not add up: where, what the ledger says, and what is stored. */
export interface CheckFinding {
  readonly subject: string
  readonly expected: string
  readonly found: string
  /** The card that it is about, where one is. */
  readonly card?: CardId
}

/** A promise about stored value, and the query that finds violations of it. */
export interface Check {
  readonly name: string
  readonly find: (db: Sql, brand: BrandId) => Promise<CheckFinding[]>
}
