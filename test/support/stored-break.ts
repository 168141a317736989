import type { Sql } from '../../server/ground/database/connection.ts'

/** Something stored that cannot be true, and the check of `verify` that has to report it. */
export interface StoredBreak {
  readonly what: string
  readonly check: string
  readonly run: (db: Sql, brand: string) => Promise<unknown>
  /** Hides what another break does, so that it is never stored together with the others. */
  readonly isAlone?: boolean
}
