import type { ConnectionPool, Sql } from '../../ground/database/connection.ts'
import { findIsDistributed } from '../../ground/database/distribution.sql.ts'
import { planForValues, planForWholeBrand, planOnce } from '../../ground/database/timeouts.sql.ts'
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

/** To check so few takes less time than to plan it: a database of one machine keeps the plans for all its small brands. */
const fewRows = 1000

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
    const keepsPlans = !(await findIsDistributed(db))
    const ids = only === undefined ? await listBrandIds(db) : [only]
    const discrepancies: Discrepancy[] = []
    const brands: VerifiedBrand[] = []
    const total = ids.length * checks.length
    let done = 0
    for (const brand of ids) {
      const ledgerRows = await countLedger(db, brand)
      brands.push({ brand, ledgerRows })
      if (keepsPlans) await (ledgerRows <= fewRows ? planOnce(db) : planForValues(db))
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
