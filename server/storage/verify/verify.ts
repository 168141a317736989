import type { ConnectionPool, Sql } from '../../ground/database/connection.ts'
import { planForWholeBrand } from '../../ground/database/timeouts.sql.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { listBrandIds } from '../brand-store/brand-list.sql.ts'
import type { CheckFinding } from './check.ts'
import { checks } from './checks.sql.ts'

interface Discrepancy extends CheckFinding {
  readonly brand: BrandId
  /** The promise that is broken. */
  readonly check: string
}

export interface Verified {
  readonly brands: readonly VerifiedBrand[]
  readonly discrepancies: readonly Discrepancy[]
}

interface VerifiedBrand {
  readonly brand: BrandId
  readonly ledgerRows: number
}

/** Which check comes next; none when all are done. */
export interface VerifyStep {
  readonly done: number
  readonly total: number
  readonly check?: string
}

/** Derives every balance, hold and lot from the ledger again, in one snapshot of the running service. */
export function verify(
  pool: ConnectionPool,
  only?: BrandId,
  onStep: (step: VerifyStep) => void = () => undefined,
): Promise<Verified> {
  return pool.withConnection(async (db) => {
    await db.rows`begin isolation level repeatable read read only`
    await db.rows`set local statement_timeout = 0`
    await planForWholeBrand(db)
    const ids = only === undefined ? await listBrandIds(db) : [only]
    const discrepancies: Discrepancy[] = []
    const brands: VerifiedBrand[] = []
    const total = ids.length * checks.length
    let done = 0
    for (const brand of ids) {
      brands.push({ brand, ledgerRows: await countLedger(db, brand) })
      for (const { name, find } of checks) {
        onStep({ done, total, check: name })
        done += 1
        for (const finding of await find(db, brand)) discrepancies.push({ brand, check: name, ...finding })
      }
    }
    await db.rows`commit`
    onStep({ done, total })
    return { brands, discrepancies }
  })
}

async function countLedger(db: Sql, brand: BrandId): Promise<number> {
  const [row] = await db.rows<{ count: number }>`select count(*) as count from ledger where brand_id = ${brand}`
  return row?.count ?? 0
}
