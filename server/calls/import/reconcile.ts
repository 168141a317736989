import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { type ImportRun, sumLedger } from './import-run.sql.ts'
import { formatSum } from './values/amount.ts'

/** One value of an import: what the file has, what was left out of it, and what the ledger has. Exact decimal texts. */
export interface Reconciled {
  readonly name: string
  readonly file: string
  readonly skipped: string
  readonly ledger: string
  readonly cards: number
  /** What the ledger lacks of file - skipped; "0" if they are equal. */
  readonly difference: string
}

/** Compares the sums of a file with the ledger. Only balances have any. */
export async function reconcile(db: Sql, brand: BrandId, run: ImportRun): Promise<readonly Reconciled[]> {
  if (run.kind !== 'balances') return []
  const ledger = await sumLedger(db, brand, run)
  const names = [...new Set([...Object.keys(run.fileSums), ...ledger.keys()])].toSorted()
  return names.map((name) => {
    const file = BigInt(run.fileSums[name] ?? 0)
    const skipped = BigInt(run.skippedSums[name] ?? 0)
    const found = ledger.get(name) ?? { units: 0n, cards: 0 }
    return {
      name,
      file: formatSum(file),
      skipped: formatSum(skipped),
      ledger: formatSum(found.units),
      cards: found.cards,
      difference: formatSum(file - skipped - found.units),
    }
  })
}
